import { SIGN_IN_PREFIX } from '@plumbline/contract'
import { hashPassword, savePasswordHash } from '../apps/server/src/modules/access/index.ts'
import { sql } from '../apps/server/src/platform/db/index.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import type { Runtime } from '../apps/server/src/runtime.ts'

/** Signs in the only person of a workspace and returns the cookie. */
export async function signIn(
  { db }: Pick<Runtime, 'db'>,
  origin: string,
  workspaceId: string,
): Promise<string> {
  const email = `${workspaceId}@example.com`
  const [person] = await db.global.rows<{ id: string }>(sql`select id from people where email = ${email}`)
  const password = 'correct horse battery'
  const at = new Date().toISOString()
  await savePasswordHash(db.global, newId(), person!.id, await hashPassword(password), at)
  const response = await fetch(`${origin}${SIGN_IN_PREFIX}/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}
