import type { OidcProblem } from '@plumbline/contract'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/db/index.ts'
import { newId } from '../../../../platform/ids.ts'
import { countAddress } from '../../../../platform/rate-limit/index.ts'
import { enterPersonalChange } from '../../enter-personal-change.ts'
import {
  addressProofOf,
  belongsSomewhere,
  findPerson,
  findPersonByEmail,
  type Person,
} from '../../people-store.ts'
import { isEmailAddress } from '../../people/email-address.ts'
import { proveAddress } from '../../prove-address.ts'
import { knownBrowserCookie } from '../../sessions/known-browser.ts'
import { startSession } from '../../sessions/start-session.ts'
import { beginPendingSignIn } from '../pending-second-factor.ts'
import { needsSecondFactor, type SignInParts } from '../sign-in.ts'
import { endedRequestCookie, requestCookie, readRequest } from './oidc-cookie.ts'
import {
  requestAuthorization,
  discoverProvider,
  isProvidersRefusal,
  isStrongEnough,
  type OidcChecks,
  type OidcPerson,
  oidcRedirectUri,
  type OidcSettings,
  readResponse,
} from './oidc-provider.ts'
import { bindAccount, findBoundPerson } from './oidc-store.ts'

/** Dependencies of signing in through a provider. */
export interface OidcParts extends SignInParts {
  readonly oidc: OidcSettings
}

/** The browser that signs in. */
export interface OidcVisitor {
  readonly cookieHeader: string | undefined
  readonly address: string
  readonly userAgent: string
}

/** Where to redirect the browser, with the Set-Cookie lines. */
export interface SentOn {
  readonly location: string
  readonly cookies: readonly string[]
}

/** The provider's response, as its parameters. */
export type OidcResponse = Readonly<Record<string, string | undefined>>

/**
 * Maximum number of authorization requests of one address per minute, each of which causes a request to the provider:
 * enough for a plant's Monday morning.
 */
const REQUESTS_PER_MINUTE_MAX = 120

/** Redirects the browser to the provider; its cookie ties the response to it. */
export async function startOidc(
  parts: OidcParts,
  visitor: OidcVisitor,
  wanted: string | undefined,
): Promise<SentOn> {
  const { publicUrl } = parts
  const next = ownAddress(publicUrl, wanted)
  if (isTooMany(parts, visitor)) return backWith(parts, 'too_many', next)
  try {
    const discovered = await discoverProvider(parts.oidc, parts.clock)
    const { address, checks } = await requestAuthorization(discovered, publicUrl, parts.oidc.acrValues)
    return { location: address, cookies: [requestCookie(parts, { ...checks, next })] }
  } catch (error) {
    return backWith(parts, 'unreachable', next, error)
  }
}

/**
 * Processes the provider's response: starts a session or the wait for the second factor, or redirects back with the
 * error.
 */
export async function finishOidc(
  parts: OidcParts,
  visitor: OidcVisitor,
  response: OidcResponse,
): Promise<SentOn> {
  const request = readRequest(parts, visitor.cookieHeader)
  const next = request?.next ?? ownAddress(parts.publicUrl, undefined)
  // Checked before any request to the provider: a response to another browser's request is invalid.
  if (request === undefined || request.state !== response['state'])
    return backWith(parts, 'begin_again', next)
  if (isTooMany(parts, visitor)) return backWith(parts, 'too_many', next)
  const identity = await identifyPerson(parts, response, request)
  if ('problem' in identity) return backWith(parts, identity.problem, next, identity.cause)
  if (!isStrongEnough(parts.oidc, identity)) return backWith(parts, 'not_strong', next)
  const found = await personOfProvider(parts, identity)
  if ('problem' in found) return backWith(parts, found.problem, next)
  const person = await findPerson(parts.db.global, found.personId)
  if (!(await belongsSomewhere(parts.db.global, person, parts.clock.sqlNow()))) {
    return backWith(parts, 'person_unknown', next)
  }
  return letIn(parts, visitor, person, next)
}

function isTooMany({ db, clock }: OidcParts, { address }: OidcVisitor): boolean {
  const { count } = countAddress(db, 'oidc', address, clock.now())
  return count > REQUESTS_PER_MINUTE_MAX
}

async function identifyPerson(
  { oidc, clock, publicUrl }: OidcParts,
  response: OidcResponse,
  checks: OidcChecks,
): Promise<OidcPerson | { problem: OidcProblem; cause: unknown }> {
  let discovered: Awaited<ReturnType<typeof discoverProvider>>
  try {
    discovered = await discoverProvider(oidc, clock)
  } catch (cause) {
    return { problem: 'unreachable', cause }
  }
  try {
    const sent = Object.entries(response).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const address = new URL(`${oidcRedirectUri(publicUrl)}?${new URLSearchParams(sent).toString()}`)
    return await readResponse(discovered, address, checks)
  } catch (cause) {
    return { problem: isProvidersRefusal(discovered, cause) ? 'refused' : 'failed', cause }
  }
}

/** The second factor is required regardless of how the first step was done. */
async function letIn(
  parts: OidcParts,
  visitor: OidcVisitor,
  { personId, email }: Person,
  next: string,
): Promise<SentOn> {
  const ended = endedRequestCookie(parts.cookie)
  if (await needsSecondFactor(parts, personId)) {
    const { cookie } = await beginPendingSignIn(parts, personId)
    return { location: signInPage(parts, { step: 'code' }, next), cookies: [cookie, ended] }
  }
  const session = await startSession(parts.db.global, parts, { ...visitor, personId })
  return { location: next, cookies: [session, knownBrowserCookie(parts, visitor.cookieHeader, email), ended] }
}

function backWith(parts: OidcParts, problem: OidcProblem, next: string, cause?: unknown): SentOn {
  const reason = cause instanceof Error ? { name: cause.name, says: cause.message } : {}
  parts.log.warn({ from: 'oidc', problem, ...reason }, 'a sign-in by the identity provider came to nothing')
  return { location: signInPage(parts, { problem }, next), cookies: [endedRequestCookie(parts.cookie)] }
}

function signInPage({ publicUrl }: OidcParts, say: Record<string, string>, next: string): string {
  const path = next.slice(new URL(publicUrl).origin.length)
  const query = new URLSearchParams({ ...say, ...(path !== '/' && { next: path }) })
  return `${publicUrl}/sign-in?${query.toString()}`
}

/**
 * Returns the existing person whom the provider identifies; never creates one. A bound subject decides, because
 * addresses move from one person to another; the first time the address does, if the provider vouches for it. If the
 * address had not been verified before, all credentials set for the account until then are removed.
 * @returns the person's ID, or why nobody may be signed in
 */
async function personOfProvider(
  { db, clock }: { db: Database; clock: Clock },
  { issuer, subject, email, emailVerified }: OidcPerson,
): Promise<{ personId: string } | { problem: OidcProblem }> {
  const account = { issuer, subject }
  const bound = await findBoundPerson(db.global, account)
  if (bound !== undefined) return { personId: bound }
  if (email === undefined || !emailVerified) return { problem: 'email_unverified' }
  const person = isEmailAddress(email) ? await findPersonByEmail(db.global, email) : undefined
  if (!person) return { problem: 'person_unknown' }
  if ((await addressProofOf(db.global, person.personId)) === null) {
    await enterPersonalChange({ db, clock }, person, 'user.address_proven', (queries) =>
      proveAddress(queries, person.personId, 'provider'),
    )
  }
  const isBound = await enterPersonalChange({ db, clock }, person, 'user.provider_bound', (queries, at) =>
    bindAccount(queries, newId(), person.personId, account, at),
  )
  if (isBound) return person
  // A second tab of the same person may have bound it just now.
  const boundMeanwhile = await findBoundPerson(db.global, account)
  return boundMeanwhile === person.personId ? person : { problem: 'other_account' }
}

/**
 * Returns the URL to continue at after signing in, as a full URL of this site; another site's would be an open
 * redirect.
 * @param next the path sent by the browser; anything that leads elsewhere is replaced with the start page
 */
export function ownAddress(publicUrl: string, next: string | undefined): string {
  const site = new URL(publicUrl).origin
  const home = `${site}/`
  if (next === undefined || !next.startsWith('/') || !URL.canParse(next, home)) return home
  const { origin, pathname, search, hash } = new URL(next, home)
  // What parses as this site's path here must not parse as another host in the page.
  if (origin !== site || pathname.startsWith('//')) return home
  return `${origin}${pathname}${search}${hash}`
}
