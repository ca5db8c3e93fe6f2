// Checks due dates once, in a separate process that kills itself before the given step.
// Arguments: the database, the current time, the number of the step.
import { HANG_MS } from '@plumbline/testing'
import { emitDueDates } from '../../src/modules/webhooks/index.ts'
import { APPLICATION_ROLE, openDatabase, type Database, type Queries } from '../../src/platform/db/index.ts'
import { testClock } from '../clock.ts'

const [url = '', instant = '', killedAt = ''] = process.argv.slice(2)

let steps = 0
function step(): void {
  steps += 1
  if (steps === Number(killedAt)) process.kill(process.pid, 'SIGKILL')
}

function stepping<Wrapped extends Queries>(queries: Wrapped): Wrapped {
  return {
    ...queries,
    rows: (statement) => {
      step()
      return queries.rows(statement)
    },
    batch: (statements) => {
      step()
      return queries.batch(statements)
    },
  }
}

/** Every statement and every commit is a step. */
function steppingDatabase(db: Database): Database {
  return {
    ...db,
    global: stepping(db.global),
    in: (workspaceId) => stepping(db.in(workspaceId)),
    transaction: (workspaceId, work) =>
      db.transaction(workspaceId, async (tx) => {
        const done = await work(stepping(tx))
        step()
        return done
      }),
  }
}

const db = openDatabase({
  connection: { connectionString: url },
  poolSize: 2,
  role: APPLICATION_ROLE,
  requestDeadlineMs: HANG_MS,
  onIdleError: () => undefined,
})
await emitDueDates({ db: steppingDatabase(db), clock: testClock(instant) })
await db.close()
