import { because, type Operation } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { ApiError, notFound, validationError } from '../../../platform/errors.ts'
import type {
  Gate,
  GateRequest,
  GateResult,
  Handler,
  Handlers,
  Permitted,
} from '../../../platform/http/index.ts'
import { isUuid } from '../../../platform/ids.ts'
import { rateLimited, rateLimitHeaders, type RateCount } from '../../../platform/rate-limit/index.ts'
import type { Caller } from '../caller.ts'
import { foreignOrigin } from './own-origin.ts'
import { listAdminNames } from '../people-store.ts'
import { sessionSeal, type SealParts } from '../sealed-rows.ts'
import { readSessionToken, renewedCookie, sessionExpiry, type SessionCookie } from './session-cookie.ts'
import type { SessionEnds } from './session-ends.ts'
import {
  countMemberSession,
  countSession,
  findSession,
  noteUse,
  replaceExpiry,
  type MemberRights,
  type Session,
} from './session-store.ts'

/** Dependencies of the app's gates. */
export interface SessionGateParts extends SealParts {
  readonly db: Database
  readonly clock: Clock
  readonly cookie: SessionCookie
  readonly publicUrl: string
  readonly sessionEnds: SessionEnds
  /** Requests of one session, including those without a workspace. */
  readonly requestsPerMinute: number
}

/** A signed-in person, outside any workspace. */
export interface SignedInCaller extends Permitted {
  readonly role: null
  readonly session: Session
}

/** A session is renewed at most once a day, so that most reads write nothing. */
const RENEWAL_MS = 24 * 60 * 60 * 1000

/** Precision of the last use of a session in a person's list of sessions. */
const USE_NOTED_MS = 5 * 60 * 1000

/** The gate of operations on a person's own account: origin, then session. */
export function personGate(parts: SessionGateParts): Gate<SignedInCaller> {
  return async (request) => {
    const token = admittedToken(parts, request)
    if (token instanceof ApiError) return refused(token)
    const found = await countSession(parts.db.global, parts, token, parts.clock.sqlNow())
    if (!found) return refused(notSignedIn())
    const { session } = found
    const party = { personId: session.personId }
    const headers = await headersOf(parts, found, token, request.ip)
    if (isTooMany(parts, found)) return { headers, outcome: { refusal: rateLimited(found.counted) }, party }
    return { headers, outcome: { caller: { scope: 'write', role: null, session } }, party }
  }
}

/**
 * The gate of a workspace in the app, whose ID is in the path as `workspace_id`: origin, session, membership, end of
 * an auditor's access, second factor if the workspace requires one. Session and membership are read on every request,
 * so signing out and deactivation apply from the next one on.
 */
export function memberGate(parts: SessionGateParts): Gate<Caller> {
  return async (request) => {
    const token = admittedToken(parts, request)
    if (token instanceof ApiError) return refused(token)
    const workspaceId = request.params['workspace_id']?.toLowerCase() ?? ''
    if (!isUuid(workspaceId)) return refuseId(parts, token)
    const found = await countMemberSession(parts.db.in(workspaceId), parts, token, parts.clock.sqlNow())
    if (!found) return refused(notSignedIn())
    const { rights, counted } = found
    const session = await endWhereSigned(parts, found.session, rights)
    if (!session) return refused(notSignedIn())
    // Naming a workspace in the path does not make anyone a member of it.
    const party = { ...(rights && { workspaceId }), personId: session.personId }
    const headers = await headersOf(parts, { session, counted }, token, request.ip)
    const outcome = isTooMany(parts, found)
      ? { refusal: rateLimited(counted) }
      : await admissionOf(parts, session, rights)
    return { headers, outcome, party }
  }
}

/** Whether a signed-in person may do anything in the workspace. */
async function admissionOf(
  parts: SessionGateParts,
  session: Session,
  rights: MemberRights | null,
): Promise<GateResult<Caller>['outcome']> {
  if (session.mustChangePassword) return { refusal: passwordToBeChanged() }
  if (rights?.accessEndedAt) return { refusal: await accessEnded(parts, rights, rights.accessEndedAt) }
  if (rights?.workspace.requiresSecondFactor && !session.hasSecondFactor) {
    return { refusal: secondFactorRequired() }
  }
  return outcomeOf(session, rights)
}

/**
 * Returns the session as it continues in a workspace: if electronic signatures are required it ends earlier, for
 * everything that its person does, because it could sign. Undefined if it has ended for that reason.
 */
async function endWhereSigned(
  { db, clock, secrets, sessionEnds }: SessionGateParts,
  session: Session,
  rights: MemberRights | null,
): Promise<Session | undefined> {
  if (!rights?.workspace.requiresElectronicSignature) return session
  const end = Date.parse(session.createdAt) + sessionEnds.whereSignedAfterMs
  if (end >= Date.parse(session.endsAt)) return session
  const endsAt = new Date(end).toISOString()
  const expiresAt = Date.parse(session.expiresAt) < end ? session.expiresAt : endsAt
  const ending = sessionSeal.seal(secrets, { ...session, expiresAt, endsAt })
  // Of two requests at once, the other writes the same.
  await replaceExpiry(db.global, session, ending)
  return end <= clock.now().getTime() ? undefined : ending
}

/** Headers of every response to a live session: its rate window, and the cookie if it was renewed. */
async function headersOf(
  parts: SessionGateParts,
  { session, counted }: { session: Session; counted: RateCount },
  token: string,
  address: string,
): Promise<Record<string, string>> {
  const renewed = await keepAlive(parts, session, token, address)
  return { ...rateLimitHeaders(parts.requestsPerMinute, counted), ...renewed }
}

function isTooMany({ requestsPerMinute }: SessionGateParts, { counted }: { counted: RateCount }): boolean {
  return counted.count > requestsPerMinute
}

function admittedToken({ publicUrl, cookie }: SessionGateParts, request: GateRequest): string | ApiError {
  const sent = request.headers['cookie']
  const token = readSessionToken(cookie, Array.isArray(sent) ? sent.join('; ') : sent)
  return foreignOrigin(publicUrl, request) ?? token ?? notSignedIn()
}

function outcomeOf(session: Session, rights: MemberRights | null): GateResult<Caller>['outcome'] {
  if (!rights) return { refusal: notFound() }
  const { role, siteIds, workspace } = rights
  return {
    caller: {
      type: 'user',
      id: session.personId,
      userId: session.personId,
      name: session.name,
      workspaceId: workspace.workspaceId,
      role,
      // Each operation states what a role may write.
      scope: 'write',
      siteIds,
      workspace,
      sessionId: session.sessionId,
    },
  }
}

/** States when the access ended, in which time zone, and who can extend it. */
async function accessEnded(
  { db }: SessionGateParts,
  { workspace }: MemberRights,
  endedAt: string,
): Promise<ApiError> {
  return new ApiError('ACCESS_ENDED', {
    reason: because('access.auditor_ended'),
    details: {
      ended_at: endedAt,
      timezone: workspace.timeZone,
      workspace: workspace.name,
      admins: await listAdminNames(db.in(workspace.workspaceId)),
    },
  })
}

/** Only a signed-in person is told that an ID is malformed. */
async function refuseId(parts: SessionGateParts, token: string): Promise<GateResult<Caller>> {
  const session = await findSession(parts.db.global, parts, token, parts.clock.sqlNow())
  if (!session) return refused(notSignedIn())
  const problem = {
    loc: ['path', 'workspace_id'] as string[],
    type: 'wrong_format',
    reason: because('field.format_uuid'),
  } as const
  return refused(validationError([problem]))
}

function refused(refusal: ApiError): { headers: Record<string, string>; outcome: { refusal: ApiError } } {
  return { headers: {}, outcome: { refusal } }
}

function notSignedIn(): ApiError {
  return new ApiError('UNAUTHORIZED', { reason: because('account.not_signed_in') })
}

/**
 * Returns the handlers of operations on a person's own account, restricted for a person whose password somebody else
 * has seen: until a new one is chosen, all but the named operations refuse.
 */
export function withOwnPassword<Ops extends Record<string, Operation>>(
  handlers: Handlers<Ops, SignedInCaller>,
  admitted: readonly (keyof Ops)[],
): Handlers<Ops, SignedInCaller> {
  const guarded = Object.entries<Handler<Operation, SignedInCaller>>(handlers).map(([name, handler]) => {
    if (admitted.includes(name)) return [name, handler]
    const guard: Handler<Operation, SignedInCaller> = async (call) => {
      if (call.caller.session.mustChangePassword) throw passwordToBeChanged()
      return handler(call)
    }
    return [name, guard]
  })
  // Each name has the handler of its own operation.
  return Object.fromEntries(guarded) as Handlers<Ops, SignedInCaller>
}

function secondFactorRequired(): ApiError {
  return new ApiError('FORBIDDEN', { reason: because('access.second_factor_required') })
}

function passwordToBeChanged(): ApiError {
  return new ApiError('FORBIDDEN', { reason: because('account.must_change_password') })
}

/** Records the use of a session and renews it, each when due. */
async function keepAlive(
  { db, clock, secrets, cookie }: SessionGateParts,
  session: Session,
  token: string,
  address: string,
): Promise<Record<string, string>> {
  const now = clock.now().getTime()
  if (now - Date.parse(session.lastUsedAt) >= USE_NOTED_MS) {
    await noteUse(db.global, session.sessionId, { at: new Date(now).toISOString(), address })
  }
  if (now - Date.parse(session.renewedAt) < RENEWAL_MS) return {}
  const { expiresAt, seconds } = sessionExpiry(new Date(now), session.endsAt)
  const renewed = sessionSeal.seal(secrets, { ...session, expiresAt })
  await replaceExpiry(db.global, session, renewed, new Date(now).toISOString())
  return { 'set-cookie': renewedCookie(cookie, token, seconds) }
}
