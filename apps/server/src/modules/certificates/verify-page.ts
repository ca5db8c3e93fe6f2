import { createHash } from 'node:crypto'
import { escapeHtml } from '../../platform/http/index.ts'
import { fill, languages, messagesOf, type MessagesOf } from '../../platform/messages.ts'
import type { IssuedCertificate } from './store.ts'

/** The current status of a certificate. */
export type CertificateStatus =
  | { readonly state: 'valid' }
  /** A calendar date in the laboratory's time zone. */
  | { readonly state: 'voided'; readonly on: string }
  /** `by` is the later certificate, once it has been issued. */
  | { readonly state: 'superseded'; readonly by: { certificateId: string; number: string } | null }

/** What the page shows in addition to the certificate itself. */
export interface LedgerFacts {
  readonly origin: string
  readonly checkpoint: string
}

const style = `
:root { color-scheme: light dark; --line: #cfd6da; --soft: #5b676d; --page: #fff; --text: #1b2327; --link: #0b6e69 }
@media (prefers-color-scheme: dark) { :root { --line: #3a4449; --soft: #a3b0b6; --page: #161c1f; --text: #e4e9eb; --link: #5cc4bd } }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page) }
main { max-width: 680px; margin: 0 auto; padding: 24px 20px 60px }
nav { display: flex; justify-content: flex-end; gap: 14px; max-width: 680px; margin: 0 auto; padding: 16px 20px 0; font-size: 14px }
nav span { color: var(--soft) }
a { color: var(--link) }
h1 { font-size: 18px; font-weight: 600; margin: 0 }
.verdict { font-size: 30px; line-height: 1.25; margin: 18px 0 4px }
.soft { color: var(--soft) }
dl { border-top: 1px solid var(--line); margin: 28px 0 }
dl div { display: flex; gap: 16px; padding: 8px 0; border-bottom: 1px solid var(--line) }
dt { flex: 0 0 150px; color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere }
code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap }
label { display: block; border: 2px dashed var(--line); border-radius: 8px; padding: 28px 16px; text-align: center; cursor: pointer }
label:focus-within, label.over { outline: 3px solid #0b6e69; outline-offset: 2px }
input { position: absolute; opacity: 0; width: 1px; height: 1px }
output { display: block; margin-top: 14px; font-weight: 600 }
`

/** Hashes the dropped file in the browser; the file never leaves it. The messages are in the page. */
const script = `
const zone = document.querySelector('label'), input = zone.querySelector('input'), output = document.querySelector('output')
const expected = zone.dataset.sha256
async function check(file) {
  if (!file) return
  output.textContent = output.dataset.reading
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  output.textContent = hex === expected ? output.dataset.genuine : output.dataset.altered
}
input.addEventListener('change', () => check(input.files[0]))
for (const name of ['dragover', 'dragleave', 'drop']) zone.addEventListener(name, (event) => {
  event.preventDefault()
  zone.classList.toggle('over', name === 'dragover')
  if (name === 'drop') check(event.dataTransfer.files[0])
})
`

const sourceHash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`

/** Only the page's own style and script may run, and nothing may be fetched. */
export const verifyPagePolicy = `default-src 'none'; style-src ${sourceHash(style)}; script-src ${sourceHash(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** How the page is displayed. */
export interface Reading {
  readonly language: string
  /** Whether the address names the language, in which case links to other certificates keep it. */
  readonly isChosen: boolean
}

/** Returns the public page of a certificate; it shows nothing that the certificate does not print. */
export function verifyPage(
  issued: IssuedCertificate,
  status: CertificateStatus,
  ledger: LedgerFacts,
  reading: Reading,
): string {
  const words = wordsOf(reading.language)
  const title = fill(words.certificate, { number: issued.number })
  return page(
    reading.language,
    title,
    `<h1>${escapeHtml(title)}</h1>
${verdict(status, reading)}
${facts(issued, reading.language)}
<h2>${escapeHtml(words.unaltered)}</h2>
<p class="soft">${escapeHtml(words.unalteredHint)}</p>
<label data-sha256="${sha256Of(issued)}"><input type="file" accept="application/pdf">${escapeHtml(words.drop)}</label>
<output role="status" aria-live="polite" data-reading="${escapeHtml(words.reading)}" data-genuine="✓ ${escapeHtml(words.genuine)}" data-altered="✗ ${escapeHtml(words.altered)}"></output>
<h2>${escapeHtml(words.ledger)}</h2>
<p class="soft">${escapeHtml(fill(words.ledgerPlace, { index: String(issued.ledgerIndex), origin: ledger.origin }))}</p>
<pre>${escapeHtml(ledger.checkpoint)}</pre>
<p>${filled(words.offline, {
      proof: link(`/verify/${issued.certificateId}/proof`, words.offlineProof),
      verifier: link('/verify/offline', words.offlineVerifier),
    })}</p>`,
    `<script>${script}</script>`,
  )
}

/** Returns the page for an unknown ID. */
export function unknownCertificatePage({ language }: Reading): string {
  const words = wordsOf(language)
  const title = messagesOf('certificate', language).title
  return page(
    language,
    title,
    `<h1>${escapeHtml(title)}</h1>
<p class="verdict">✗ ${escapeHtml(words.unknown)}</p>
<p class="soft">${escapeHtml(words.unknownHint)}</p>`,
  )
}

function wordsOf(language: string): MessagesOf<'verify'> {
  return messagesOf('verify', language)
}

function verdict(status: CertificateStatus, reading: Reading): string {
  const words = wordsOf(reading.language)
  switch (status.state) {
    case 'valid':
      return verdictOf('✓', words.valid, escapeHtml(words.validHint))
    case 'voided':
      return verdictOf('✗', words.voided, filled(words.voidedHint, { date: escapeHtml(status.on) }))
    default:
      return verdictOf('▲', words.superseded, supersededHint(status.by, reading))
  }
}

function verdictOf(mark: string, word: string, hint: string): string {
  return `<p class="verdict">${mark} ${escapeHtml(word)}</p><p class="soft">${hint}</p>`
}

function supersededHint(
  by: { certificateId: string; number: string } | null,
  { language, isChosen }: Reading,
): string {
  const words = wordsOf(language)
  if (by === null) return escapeHtml(words.supersededHint)
  const address = `/verify/${by.certificateId}${isChosen ? languageQuery(language) : ''}`
  return filled(words.supersededBy, {
    successor: link(address, fill(words.successor, { number: by.number })),
  })
}

/** Dates are shown as printed on the certificate, so that they can be compared. */
function facts(issued: IssuedCertificate, language: string): string {
  const words = wordsOf(language)
  const labels = messagesOf('certificate', language)
  const { printed } = issued
  const result = (labels as Readonly<Record<string, string>>)[printed.result] ?? printed.result
  const shown = [
    [words.laboratory, printed.laboratory],
    [labels.item, printed.item],
    [labels.result, result],
    [labels.performedOn, printed.performedOn],
    [labels.issuedOn, printed.issuedOn],
    [words.sha256, sha256Of(issued)],
  ] as const
  const rows = shown.map(
    ([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  )
  return `<dl>\n${rows.join('\n')}\n</dl>`
}

function sha256Of({ sha256 }: IssuedCertificate): string {
  return sha256.toString('hex')
}

/** Inserts parts of the page into the placeholders of a sentence. */
function filled(sentence: string, parts: Readonly<Record<string, string>>): string {
  return fill(escapeHtml(sentence), parts)
}

function link(address: string, text: string): string {
  return `<a href="${address}">${escapeHtml(text)}</a>`
}

function languageQuery(language: string): string {
  return `?lang=${language}`
}

/** The other languages, each under its own name. */
function languageSwitch(current: string): string {
  const links = languages.map((language) => {
    const name = escapeHtml(new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language)
    if (language === current) return `<span aria-current="true">${name}</span>`
    return `<a href="${languageQuery(language)}" lang="${language}" hreflang="${language}">${name}</a>`
  })
  return `<nav aria-label="${escapeHtml(wordsOf(current).language)}">${links.join(' ')}</nav>`
}

function page(language: string, title: string, body: string, tail = ''): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${languageSwitch(language)}
<main>
${body}
</main>
${tail}
</body>
</html>
`
}
