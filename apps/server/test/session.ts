import { APP_API_PREFIX, SIGN_IN_PREFIX, type Role } from '@plumbline/contract'
import { addMember, savePasswordHash, setAddressProof } from '../src/modules/access/index.ts'
import { systemActor } from '../src/platform/actor.ts'
import { sql } from '../src/platform/db/index.ts'
import { newId } from '../src/platform/ids.ts'
import { TEST_PASSWORD, TEST_PASSWORD_HASH } from './test-password.ts'
import { call, type TestResponse, type TestApp, type TestPersonOptions, type TestWorkspace } from './app.ts'

/** A signed-in person of a workspace. */
export interface TestSession {
  workspaceId: string
  personId: string
  email: string
  /** The Cookie header that a browser would send. */
  cookie: string
  /**
   * Sends a request to the app API of the workspace.
   * @param path path below the workspace
   */
  call(method: string, path: string, request?: AppRequest): Promise<TestResponse>
}

/** A request of a test to the app. */
export interface AppRequest {
  headers?: Record<string, string>
  body?: unknown
  /** A workspace other than the session's own. */
  workspaceId?: string
}

export { TEST_PASSWORD }

/** Creates a person with a role and signs them in. */
export async function signInAs(
  app: TestApp,
  workspace: TestWorkspace,
  role: Role,
  options: TestPersonOptions = {},
): Promise<TestSession> {
  const member = await workspace.member({ role, ...options, hasPassword: true })
  return openSession(app, workspace.id, member)
}

/** Sets the test password for a person of a workspace and signs them in. */
export async function signInPerson(
  app: TestApp,
  workspaceId: string,
  personId: string,
): Promise<TestSession> {
  await savePasswordHash(app.db.global, newId(), personId, TEST_PASSWORD_HASH, app.clock.now().toISOString())
  const [person] = await app.db.global.rows<{ email: string }>(
    sql`select email from people where id = ${personId}`,
  )
  return openSession(app, workspaceId, { personId, email: person!.email })
}

/** Signs in a person who has the test password, with a confirmed address. */
async function openSession(
  app: TestApp,
  workspaceId: string,
  { personId, email }: { personId: string; email: string },
): Promise<TestSession> {
  await setAddressProof(app.db.global, personId, 'link')
  const response = await signIn(app, email, TEST_PASSWORD)
  if (response.status !== 200) throw new Error(`not signed in: ${JSON.stringify(response.body)}`)
  const cookie = cookieOf(response)
  return {
    workspaceId,
    personId,
    email,
    cookie,
    call: (method, path, { workspaceId: other = workspaceId, headers = {}, body } = {}) =>
      call(`${app.origin}${APP_API_PREFIX}/workspaces/${other}${path}`, method, {
        headers: { cookie, ...headers },
        ...(body !== undefined && { body }),
      }),
  }
}

/** Makes a person a member of another workspace, too. */
export async function joinToo(
  app: TestApp,
  workspaceId: string,
  { email }: Pick<TestSession, 'email'>,
  role: Role = 'auditor',
): Promise<void> {
  const member = { email, name: 'X', role, siteIds: null, accessEndsAt: null }
  await addMember(app, systemActor(workspaceId), member)
}

/** Returns the token in a one-time link. */
export function tokenIn(link: string): string {
  return new URL(link).searchParams.get('token')!
}

/** Signs in with e-mail address and password. */
export function signIn(
  app: TestApp,
  email: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  return call(`${app.origin}${SIGN_IN_PREFIX}/sign-in/email`, 'POST', { headers, body: { email, password } })
}

/**
 * Returns the cookies that a response sets, as a browser sends them back, without the one that identifies the browser.
 */
export function cookieOf(response: TestResponse): string {
  return cookiesOf(response)
    .filter((cookie) => !isDeviceCookie(cookie))
    .join('; ')
}

/** Returns the cookie by which the browser is recognized; undefined if the response sets none. */
export function deviceCookieOf(response: TestResponse): string | undefined {
  return cookiesOf(response).find(isDeviceCookie)
}

function cookiesOf(response: TestResponse): string[] {
  return response.headers.getSetCookie().map((line) => line.split(';', 1)[0]!)
}

function isDeviceCookie(cookie: string): boolean {
  return cookie.includes('plumbline.device=')
}
