import { Secret, TOTP } from 'otpauth'
import { APP_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import { call, type TestResponse, type TestApp } from './app.ts'
import { TEST_PASSWORD, type TestSession } from './session.ts'

/** A person's authenticator and recovery codes. */
export interface Authenticator {
  secret: string
  recoveryCodes: string[]
  /** Returns the code that it shows, offset from the current one by this many steps of 30 seconds. */
  code: (steps?: number) => string
}

/** Returns the code that an authenticator shows for a secret at the time of the test. */
export function codeOf(app: TestApp, secret: string, steps = 0): string {
  const timestamp = app.clock.now().getTime() + steps * 30_000
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}

/**
 * Sends a request about the second factor of a signed-in person.
 * @param path path below /me/two-factor
 */
export function twoFactor(
  app: TestApp,
  cookie: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  return call(`${app.origin}${APP_API_PREFIX}/me/two-factor${path}`, method, {
    headers: { cookie, ...headers },
    ...(body && { body }),
  })
}

/**
 * Turns on two-factor authentication for a signed-in person, and advances the clock so that the next code is unused.
 */
export async function enrol(app: TestApp, { cookie }: Pick<TestSession, 'cookie'>): Promise<Authenticator> {
  const begun = await twoFactor(app, cookie, 'POST', '/enrol', { password: TEST_PASSWORD })
  const secret = begun.body.secret as string
  const confirmed = await twoFactor(app, cookie, 'POST', '/confirm', { code: codeOf(app, secret) })
  if (confirmed.status !== 200) throw new Error(`not enrolled: ${JSON.stringify(confirmed.body)}`)
  app.clock.advance(60_000)
  return {
    secret,
    recoveryCodes: confirmed.body.recovery_codes,
    code: (steps = 0) => codeOf(app, secret, steps),
  }
}

/** Performs the second step of a sign-in with the cookie of the first. */
export function secondStep(
  app: TestApp,
  cookie: string,
  code: string,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const sent = { ...headers, cookie }
  return call(`${app.origin}${SIGN_IN_PREFIX}/sign-in/two-factor`, 'POST', { headers: sent, body: { code } })
}
