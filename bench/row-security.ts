// Measures the cost of row-level security: a page of the register by the same code, with the application's role in a
// workspace and as the owner, to whom the policies do not apply.
import type { Caller } from '../apps/server/src/modules/access/index.ts'
import { listInstruments } from '../apps/server/src/modules/instruments/index.ts'
import { systemActor } from '../apps/server/src/platform/actor.ts'
import { openDatabase, type Database } from '../apps/server/src/platform/db/index.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillRegister } from './fill/fill-register.ts'
import { alternate, callers, report } from './measure.ts'

const INSTRUMENTS = 100_000
const CALLERS = 8

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const { workspace, sites } = await makeWorkspace(runtime, 'Register')
await fillRegister(owner, workspace.workspaceId, sites, INSTRUMENTS)

const owners = openDatabase({
  connection: runtime.owner,
  poolSize: runtime.config.DATABASE_POOL_SIZE,
  role: undefined,
  onIdleError: (error) => {
    throw error
  },
})
/** Queries of the owner, which set no workspace first. */
const unopened: Database = { ...owners, in: (workspaceId) => ({ workspaceId, ...owners.global }) }
const caller: Caller = { ...systemActor(workspace.workspaceId), workspace }

const page = (db: Database, query: object = {}) =>
  callers(CALLERS, () =>
    listInstruments(
      { ...runtime, db, computedFilterMaxCandidates: INSTRUMENTS },
      db.in(workspace.workspaceId),
      caller,
      { limit: 50, offset: 0, ...query },
    ),
  )

try {
  for (const [title, query] of [
    ['Page of 50 instruments, unfiltered', {}],
    ['Page of 50 instruments by compliance status', { compliance_status: 'WARNING' }],
  ] as const) {
    report(
      title,
      await alternate({
        'off: the owner, nothing opened': page(unopened, query),
        'off: the owner, workspace opened': page(owners, query),
        'on: the role of the application': page(runtime.db, query),
      }),
    )
  }
} finally {
  await owners.close()
  await bench.drop()
}
