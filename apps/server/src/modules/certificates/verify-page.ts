import { createHash } from 'node:crypto'
import type { IssuedCertificate } from './store.ts'

/** How a certificate stands today. */
export type CertificateStanding =
  | { readonly state: 'valid' }
  | { readonly state: 'voided'; readonly at: string }
  /** `by` is the later certificate, once it was issued. */
  | { readonly state: 'superseded'; readonly by: { certificateId: string; number: string } | null }

/** What the page shows beside the certificate itself. */
export interface LedgerFacts {
  readonly origin: string
  readonly checkpoint: string
}

const style = `
:root { color-scheme: light dark; --line: #cfd6da; --soft: #5b676d; --page: #fff; --text: #1b2327 }
@media (prefers-color-scheme: dark) { :root { --line: #3a4449; --soft: #a3b0b6; --page: #161c1f; --text: #e4e9eb } }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page) }
main { max-width: 680px; margin: 0 auto; padding: 40px 20px 60px }
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

/** Hashes the dropped file in the browser; the file never leaves it. */
const script = `
const zone = document.querySelector('label'), input = zone.querySelector('input'), told = document.querySelector('output')
const expected = zone.dataset.sha256
async function check(file) {
  if (!file) return
  told.textContent = 'Reading…'
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  told.textContent = hex === expected ? '✓ This file is the issued certificate, byte for byte.' : '✗ This file is not the issued certificate: its contents differ.'
}
input.addEventListener('change', () => check(input.files[0]))
for (const name of ['dragover', 'dragleave', 'drop']) zone.addEventListener(name, (event) => {
  event.preventDefault()
  zone.classList.toggle('over', name === 'dragover')
  if (name === 'drop') check(event.dataTransfer.files[0])
})
`

const sourceHash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`

/** Nothing but the page's own style and script may run, and nothing may be fetched. */
export const verifyPagePolicy = `default-src 'none'; style-src ${sourceHash(style)}; script-src ${sourceHash(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The public page of a certificate; it tells nothing that the certificate does not print. */
export function verifyPage(
  issued: IssuedCertificate,
  standing: CertificateStanding,
  ledger: LedgerFacts,
): string {
  const { printed } = issued
  const sha256 = issued.sha256.toString('hex')
  return page(
    `Certificate ${issued.number}`,
    `<h1>Calibration certificate ${escaped(issued.number)}</h1>
${verdict(standing)}
<dl>
${fact('Laboratory', printed.laboratory)}
${fact('Calibrated item', printed.item)}
${fact('Result', printed.result)}
${fact('Calibrated on', printed.performedOn)}
${fact('Issued on', printed.issuedOn)}
${fact('SHA-256 of the file', sha256)}
</dl>
<h2>Is your copy unaltered?</h2>
<p class="soft">The file is compared in your browser and is not sent anywhere.</p>
<label data-sha256="${sha256}"><input type="file" accept="application/pdf">Drop the PDF here, or choose it</label>
<output role="status" aria-live="polite"></output>
<h2>In the ledger</h2>
<p class="soft">The issue of this certificate is entry ${issued.ledgerIndex} of the ledger ${escaped(ledger.origin)}. The signed state of that ledger:</p>
<pre>${escaped(ledger.checkpoint)}</pre>
<p><a href="/verify/${issued.certificateId}/proof">Download the proof of this entry</a> and check it with
<a href="/verify/offline">the offline verifier</a>, which needs neither this server nor a network.</p>`,
    `<script>${script}</script>`,
  )
}

/** The page for an id that leads nowhere. */
export function unknownCertificatePage(): string {
  return page(
    'Unknown certificate',
    `<h1>Calibration certificate</h1>
<p class="verdict">✗ No certificate was issued under this address.</p>
<p class="soft">Compare the address with the one printed on the certificate, letter by letter.</p>`,
  )
}

function verdict(standing: CertificateStanding): string {
  switch (standing.state) {
    case 'valid':
      return '<p class="verdict">✓ Valid</p><p class="soft">It was issued here and nothing has taken its place.</p>'
    case 'voided':
      return `<p class="verdict">✗ Voided</p><p class="soft">The calibration was declared invalid on ${escaped(standing.at.slice(0, 10))}. Do not rely on this certificate.</p>`
    default:
      return `<p class="verdict">▲ Superseded</p><p class="soft">A corrected record has taken its place${successor(standing.by)}. Do not rely on this certificate.</p>`
  }
}

function successor(by: { certificateId: string; number: string } | null): string {
  return by === null ? '' : `: <a href="/verify/${by.certificateId}">certificate ${escaped(by.number)}</a>`
}

function fact(name: string, value: string): string {
  return `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`
}

function page(title: string, body: string, tail = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
${tail}
</body>
</html>
`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
