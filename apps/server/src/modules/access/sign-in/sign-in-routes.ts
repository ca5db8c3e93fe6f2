import { because, type signInOperations, type SignInOutcome } from '@plumbline/contract'
import { ApiError } from '../../../platform/errors.ts'
import type { Gate, GateRequest, Handlers, Permitted } from '../../../platform/http/index.ts'
import { foreignOrigin } from '../sessions/own-origin.ts'
import { takeSecondStep } from './second-step.ts'
import { endedCookie, readSessionToken } from '../sessions/session-cookie.ts'
import { deleteSession } from '../sessions/ended-session-store.ts'
import { findSession } from '../sessions/session-store.ts'
import { signInByPassword, type SignedIn, type SignInParts } from './sign-in.ts'

/** An anonymous caller, with the data of their request. */
export interface Visitor extends Permitted {
  readonly request: GateRequest
}

/** The gate of signing in and out: admits everyone, except requests sent by a page of another origin. */
export function visitorGate(publicUrl: string): Gate<Visitor> {
  return async (request) => {
    const refusal = foreignOrigin(publicUrl, request)
    if (refusal) return { headers: {}, outcome: { refusal } }
    return { headers: {}, outcome: { caller: { scope: 'write', role: null, request } } }
  }
}

/** Handlers of signing in and out. */
export function signInRoutes(parts: SignInParts): Handlers<typeof signInOperations, Visitor> {
  const { db, clock, cookie } = parts
  return {
    signIn: async ({ caller: { request }, body }) => {
      const outcome = await signInByPassword(parts, { ...body, ...browserOf(request) })
      if (!outcome) throw wrongPassword()
      const headers = { 'set-cookie': outcome.cookies }
      if ('user' in outcome) return { body: serializeSignedIn(outcome), headers }
      const awaited = { two_factor: { expires_at: outcome.secondStepUntil } } satisfies SignInOutcome
      return { body: awaited, headers }
    },
    takeSecondStep: async ({ caller: { request }, body }) => {
      const signedIn = await takeSecondStep(parts, { code: body.code, ...browserOf(request) })
      return { body: serializeSignedIn(signedIn), headers: { 'set-cookie': signedIn.cookies } }
    },
    signOut: async ({ caller: { request } }) => {
      const token = readSessionToken(cookie, request.headers['cookie'] as string | undefined)
      if (token !== undefined) await deleteSession(db.global, token)
      return { body: { success: true }, headers: { 'set-cookie': endedCookie(cookie) } }
    },
    getSession: async ({ caller: { request } }) => {
      const token = readSessionToken(cookie, request.headers['cookie'] as string | undefined)
      const session =
        token === undefined ? undefined : await findSession(db.global, parts, token, clock.sqlNow())
      if (!session) return { body: null }
      const { personId: id, email, name, sessionId, createdAt, expiresAt } = session
      return {
        body: {
          user: { id, email, name },
          session: { id: sessionId, created_at: createdAt, expires_at: expiresAt },
        },
      }
    },
  }
}

function serializeSignedIn({ user, mustChangePassword }: SignedIn) {
  return { user, ...(mustChangePassword && { must_change_password: true as const }) }
}

/** The browser of a request: its address, its user agent and its cookies. */
export interface Browser {
  readonly address: string
  readonly userAgent: string
  readonly cookieHeader: string | undefined
}

/** Returns the browser of a request. */
export function browserOf({ ip, headers }: GateRequest): Browser {
  const cookieHeader = headers['cookie'] as string | undefined
  return { address: ip, userAgent: String(headers['user-agent'] ?? ''), cookieHeader }
}

/** The same message for an unknown address and a wrong password, so that it does not reveal who has an account. */
function wrongPassword(): ApiError {
  return new ApiError('UNAUTHORIZED', { reason: because('account.sign_in_wrong') })
}
