import type { FastifyInstance } from 'fastify'
import { notificationKinds } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { Deadline } from '../../platform/deadline.ts'
import { escapeHtml } from '../../platform/http/index.ts'
import { messagesOf, preferredLanguage } from '../../platform/messages.ts'
import { countVisit, type OpenPageLimit } from '../../platform/rate-limit/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { isSignedWith, signatureOf } from '../../platform/signature.ts'
import { findMember } from '../access/index.ts'
import { findWorkspace } from '../workspaces/index.ts'
import type { MailKind } from './mail-store.ts'
import { isPresent } from './rules/recipients.ts'
import { saveSettings, settingsOf } from './settings-store.ts'

/** What a link in a mail unsubscribes from: mails of one kind to one person of a workspace. */
export interface Subscription {
  readonly workspaceId: string
  readonly personId: string
  readonly kind: MailKind
}

/**
 * Returns the token of a link that unsubscribes from mails of a kind. It is valid as long as the deployment's secret,
 * because people keep mails for years, and permits nothing else.
 */
export function unsubscribeToken(secrets: Secrets, { workspaceId, personId, kind }: Subscription): string {
  const signedText = `${workspaceId}.${personId}.${kind}`
  return `${signedText}.${signatureOf(secrets.derive(PURPOSE), signedText).toString('base64url')}`
}

/** Returns what a token unsubscribes from; undefined for a token that this server has not issued. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Subscription | undefined {
  const [workspaceId = '', personId = '', name, signature = ''] = token.split('.')
  const kind = ([...notificationKinds, 'due_digest'] as const).find((candidate) => candidate === name)
  if (kind === undefined) return undefined
  const given = Buffer.from(signature, 'base64url')
  const isOurs = isSignedWith(secrets.deriveEach(PURPOSE), `${workspaceId}.${personId}.${kind}`, given)
  return isOurs ? { workspaceId, personId, kind } : undefined
}

const PURPOSE = 'unsubscribe'

/** Dependencies of the pages. */
export interface UnsubscribeParts extends OpenPageLimit {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly deadlineMs: number
}

const FORM = 'application/x-www-form-urlencoded'

/** Maximum size of a request body, which is ignored: the URL determines what to unsubscribe from. */
const BODY_BYTES_MAX = 4096

/**
 * Serves the page of the unsubscribe link. Opening it changes nothing, because programs follow links in mails; its button
 * unsubscribes, as does the POST request that mail programs send (RFC 8058).
 */
export function serveUnsubscribePages(app: FastifyInstance, parts: UnsubscribeParts): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      [FORM, 'multipart/form-data'],
      { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
      (_request, _body, done) => done(null, undefined),
    )
    scope.route<{ Params: { token: string } }>({
      method: ['GET', 'POST'],
      url: '/unsubscribe/:token',
      handler: async (request, reply) => {
        const { html, isKnown } = await new Deadline(parts.deadlineMs).run(async () => {
          countVisit(parts, 'unsubscribe', request.ip)
          const subscription = readUnsubscribeToken(parts.secrets, request.params.token)
          const language = preferredLanguage(request.headers['accept-language'])
          if (!subscription) return { isKnown: false, html: pageOf(language, 'unknown') }
          if (request.method === 'POST') await stop(parts, subscription)
          const state = request.method === 'POST' ? 'stopped' : 'asked'
          const workspace = await workspaceOf(parts, subscription)
          return { isKnown: true, html: pageOf(language, state, { ...subscription, workspace }) }
        })
        return reply
          .code(isKnown ? 200 : 404)
          .type('text/html; charset=utf-8')
          .headers({
            'content-security-policy':
              "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            'referrer-policy': 'no-referrer',
            'cache-control': 'no-store',
          })
          .send(html)
      },
    })
  })
}

/** Unsubscribes; a person who has left the workspace gets no mails anyway. */
async function stop(
  { db, clock }: UnsubscribeParts,
  { workspaceId, personId, kind }: Subscription,
): Promise<void> {
  await db.transaction(workspaceId, async (tx) => {
    if (!(await findMember(tx, personId))) return
    const present = (await settingsOf(tx, [personId]))(personId)
    const changed =
      kind === 'due_digest'
        ? { ...present, digest: null }
        : { ...present, notMailed: [...new Set([...present.notMailed, kind])] }
    await saveSettings(tx, personId, changed, clock.now().toISOString())
  })
}

/** Returns the name of the workspace; null if the person has left it, because they may not learn it. */
async function workspaceOf(
  { db, clock }: UnsubscribeParts,
  { workspaceId, personId }: Subscription,
): Promise<string | null> {
  const queries = db.in(workspaceId)
  const member = await findMember(queries, personId)
  if (!member || !isPresent(member, clock.now())) return null
  return (await findWorkspace(queries))?.name ?? null
}

const style = `
:root{color-scheme:light dark;--page:#f7f8fa;--text:#1a1e25;--accent:#364ab4;--on:#fff}
@media (prefers-color-scheme:dark){:root{--page:#14171c;--text:#dfe3e9;--accent:#a3b0ee;--on:#14171c}}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--page)}
main{max-width:520px;margin:0 auto;padding:48px 20px}
h1{font-size:20px;margin:0 0 12px}
a{color:var(--accent)}
button{font:inherit;font-weight:600;padding:10px 20px;border:0;border-radius:6px;background:var(--accent);color:var(--on);cursor:pointer}`

function pageOf(
  language: string,
  state: 'asked' | 'stopped' | 'unknown',
  subscription?: Subscription & { readonly workspace: string | null },
): string {
  const texts = messagesOf('unsubscribe', language)
  const kind = subscription ? texts[`kind_${subscription.kind}`] : ''
  const title = texts[`${state}Title`]
  const of = subscription?.workspace ?? null
  const settings =
    subscription && of !== null
      ? `<p><a href="/w/${subscription.workspaceId}/settings/notifications">${escapeHtml(texts.settings)}</a></p>`
      : ''
  const button =
    state === 'asked' ? `<form method="post"><button>${escapeHtml(texts.button)}</button></form>` : ''
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p><strong>${escapeHtml([kind, of].filter(Boolean).join(' · '))}</strong></p>
<p>${escapeHtml(texts[`${state}Text`])}</p>${button}${settings}</main></body></html>
`
}
