import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { firstAdmin, PUBLIC_API_PREFIX } from '@plumbline/contract'
import {
  addMember,
  anyPerson,
  createKey,
  hashPassword,
  makePassword,
  makeSetupLink,
  savePasswordHash,
} from './modules/access/index.ts'
import { createWorkspace } from './modules/workspaces/index.ts'
import { systemActor } from './platform/actor.ts'
import { makeDataFolder } from './platform/data-folder.ts'
import { newId } from './platform/ids.ts'
import type { Runtime } from './runtime.ts'

/** The dependencies of a first start. */
type FirstStartParts = Pick<Runtime, 'config' | 'db' | 'clock' | 'secrets'>

/** Name of the file in the data folder that contains the first password and key if they are not printed. */
export const FIRST_SIGN_IN_FILE = 'first-sign-in.txt'

/**
 * Sets up a deployment that has no people yet, and returns the text to print. With the embedded database it creates a
 * workspace, its admin and a write key, so that a new user can start immediately; otherwise, or if FIRST_START says so,
 * the text is a link to the page that creates the workspace and its admin. Returns undefined if people exist.
 * @param isTerminal whether a person reads the output. Otherwise it goes to logs, which are retained and read by
 * others, so the password and the key are written to a file instead
 * @throws DataFolderError if that file cannot be written; nothing was created then
 */
export async function firstStart(runtime: FirstStartParts, isTerminal: boolean): Promise<string | undefined> {
  const { config, db } = runtime
  if (await anyPerson(db.global)) return undefined
  const way = config.FIRST_START ?? (config.DATABASE_URL === undefined ? 'workspace' : 'setup')
  if (way === 'workspace') {
    // With an external database the folder may not exist, and a password that cannot be stored is lost.
    if (!isTerminal) await makeDataFolder(config.DATA_DIR)
    return makeFirstWorkspace(runtime, isTerminal)
  }
  return invitation(await makeSetupLink(runtime, config.PUBLIC_URL))
}

function invitation(link: string): string {
  return `
Nobody has an account here yet. This page makes the workspace and its admin:
  ${link}
The link is good until they exist. It is shown only now; a later start prints another one.
`
}

async function makeFirstWorkspace(runtime: FirstStartParts, isTerminal: boolean): Promise<string> {
  const { config } = runtime
  const input = { name: 'My workspace', plan: 'scale', timeZone: 'UTC', standards: [] } as const
  const workspace = await createWorkspace(
    runtime,
    config.PUBLIC_URL,
    { ...input, standards: [] },
    systemActor,
  )
  const actor = systemActor(workspace.workspaceId)
  const password = makePassword()
  const hash = await hashPassword(password)
  const admin = {
    ...firstAdmin,
    role: 'admin',
    siteIds: null,
    accessEndsAt: null,
  } as const
  await addMember(runtime, actor, admin, (tx, { personId }) =>
    savePasswordHash(tx, newId(), personId, hash, runtime.clock.now().toISOString()),
  )
  const wanted = {
    name: 'First key',
    owner: firstAdmin.email,
    scope: 'write',
    siteIds: null,
    expiresAt: null,
  } as const
  const { key } = await createKey(runtime, actor, wanted)
  const made = { workspaceId: workspace.workspaceId, password, key }
  if (isTerminal) return welcome(config.PUBLIC_URL, made, 'Password and key are shown only now; keep them.')
  const text = welcome(config.PUBLIC_URL, made, 'Keep password and key elsewhere, then delete this file.')
  return keep(config.DATA_DIR, text.trimStart())
}

/** Writes a text to a file that only the owner of the data folder can read, and returns the text to print instead. */
async function keep(dataDir: string, text: string): Promise<string> {
  const path = join(dataDir, FIRST_SIGN_IN_FILE)
  // Written under another name and renamed: an existing file would keep its mode.
  await rm(`${path}.new`, { force: true })
  await writeFile(`${path}.new`, text, { mode: 0o600, flag: 'wx' })
  await rename(`${path}.new`, path)
  return `
A workspace was created. This file, which only its owner can read, has the password, an API key and a first request:
  ${path}
Delete it after you have stored them elsewhere.
`
}

/** Returns the message to a new user. The advice says where the password and the key can be found later. */
function welcome(
  publicUrl: string,
  { workspaceId, password, key }: { workspaceId: string; password: string; key: string },
  advice: string,
): string {
  const base = `${publicUrl}${PUBLIC_API_PREFIX}`
  return `
A workspace was created: ${workspaceId}
  sign in as  ${firstAdmin.email}
  password    ${password}
  API key     ${key}
${advice}

Create your first instrument:
  curl -s ${base}/instruments -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -d '{"asset_tag":"CAL-0001","name":"Digital caliper","calibration_interval_value":12}'

Guides and API reference: ${publicUrl}/docs
A sample register to explore: npx --no -- plumbline demo
`
}
