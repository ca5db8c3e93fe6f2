import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { createSite, createWorkspace, type Workspace } from '../apps/server/src/modules/workspaces/index.ts'
import { addMember, createKey } from '../apps/server/src/modules/access/index.ts'
import { systemActor } from '../apps/server/src/platform/actor.ts'
import { openRuntime, type Runtime } from '../apps/server/src/runtime.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'

/** A durable embedded database for one benchmark, configured as in the product. */
export interface BenchDatabase {
  runtime: Runtime
  /** Connected as the owner. */
  owner: Client
  /** Stops and deletes the database. */
  drop(): Promise<void>
}

/** Settings of benchmarks: no effective limits, no log. */
const ENVIRONMENT = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
  COMPUTED_FILTER_MAX_CANDIDATES: '100000000',
}

/**
 * Opens a new durable database in its own folder.
 * @param storedIn the folder of a database that is kept for later runs; it is created if it does not exist
 */
export async function openBenchDatabase(
  environment: Record<string, string> = {},
  storedIn?: string,
): Promise<BenchDatabase> {
  const folder = storedIn ?? (await mkdtemp(join(tmpdir(), 'plumbline-bench-')))
  const runtime = await openRuntime(readConfig({ ...ENVIRONMENT, DATA_DIR: folder, ...environment }))
  const owner = new Client(runtime.owner)
  await owner.connect()
  const drop = async () => {
    await owner.end()
    await runtime.close()
    if (storedIn !== undefined) return
    // If root starts it, the cluster is elsewhere and linked from here.
    await rm(await realpath(join(folder, 'postgres')), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
  return { runtime, owner, drop }
}

/** Creates a workspace with three sites, and a write key of an admin. */
export async function makeWorkspace(
  runtime: Runtime,
  name: string,
): Promise<{ workspace: Workspace; key: string; sites: string[] }> {
  const input = { name, plan: 'scale', timeZone: 'Europe/Berlin', standards: [] as string[] } as const
  const workspace = await createWorkspace(runtime, 'http://bench', { ...input, standards: [] }, systemActor)
  const actor = systemActor(workspace.workspaceId)
  const more = await Promise.all(
    ['North', 'South'].map((site) => createSite(runtime, actor, { name: site, timeZone: null })),
  )
  const email = `${workspace.workspaceId}@example.com`
  await addMember(runtime, actor, { email, name: 'Bench', role: 'admin', siteIds: null, accessEndsAt: null })
  const { key } = await createKey(runtime, actor, {
    name: 'bench',
    owner: email,
    scope: 'write',
    siteIds: null,
    expiresAt: null,
  })
  return { workspace, key, sites: [workspace.defaultSiteId, ...more.map((site) => site.siteId)] }
}
