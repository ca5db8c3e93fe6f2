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

/** What a first start works with. */
type FirstStartParts = Pick<Runtime, 'config' | 'db' | 'clock' | 'secrets'>

/** The file below the data folder that holds what is not printed. */
export const FIRST_SIGN_IN_FILE = 'first-sign-in.txt'

/**
 * Where nobody exists yet, what to print: on an embedded database a workspace, its admin and a write key
 * that were made, so that a new user has a working register at once; else, or where the settings say so,
 * the link to the page that makes the workspace and its admin.
 * @param isTerminal whether a person reads what is printed. Elsewhere it goes to logs, which others read and which
 * are kept, so password and key go to a file instead
 * @throws DataFolderError when that file has nowhere to go; then nothing was made
 */
export async function firstStart(runtime: FirstStartParts, isTerminal: boolean): Promise<string | undefined> {
  const { config, db } = runtime
  if (await anyPerson(db.global)) return undefined
  const way = config.FIRST_START ?? (config.DATABASE_URL === undefined ? 'workspace' : 'setup')
  if (way === 'workspace') {
    // A database of one's own needs no data folder otherwise, and a password that was not kept is lost.
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

/** Writes what nobody but the owner of the data folder may read to a file there; returns what to print instead. */
async function keep(dataDir: string, text: string): Promise<string> {
  const path = join(dataDir, FIRST_SIGN_IN_FILE)
  // Under another name first: a file that is there already would keep its mode.
  await rm(`${path}.new`, { force: true })
  await writeFile(`${path}.new`, text, { mode: 0o600, flag: 'wx' })
  await rename(`${path}.new`, path)
  return `
A first workspace was made. How to sign in, an API key and a first call stand in this file, which only its owner may read:
  ${path}
Delete it once you have kept them elsewhere.
`
}

/** What a new user needs; the advice says what becomes of password and key. */
function welcome(
  publicUrl: string,
  { workspaceId, password, key }: { workspaceId: string; password: string; key: string },
  advice: string,
): string {
  const base = `${publicUrl}${PUBLIC_API_PREFIX}`
  return `
A first workspace was made: ${workspaceId}
  sign in as  ${firstAdmin.email}
  password    ${password}
  API key     ${key}
${advice}

Enter a first instrument:
  curl -s ${base}/instruments -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -d '{"asset_tag":"CAL-0001","name":"Digital caliper","calibration_interval_value":12}'

Guides and API reference: ${publicUrl}/docs
A register to look around in: npx --no -- plumbline demo
`
}
