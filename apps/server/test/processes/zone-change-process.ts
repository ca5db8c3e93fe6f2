// Executes changes of time zones in a separate process, which kills itself when a step of a workspace's job is done but
// not committed. Arguments: the database, the workspace, the number of the step, the number of instruments per batch.
import { HANG_MS } from '@plumbline/testing'
import { zoneChangeJob } from '../../src/modules/instruments/index.ts'
import { jobTask } from '../../src/modules/jobs/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { APPLICATION_ROLE, openDatabase, type Database } from '../../src/platform/db/index.ts'
import { startJobQueue } from '../../src/platform/job-queue/index.ts'
import { createLog } from '../../src/platform/log.ts'

const [url = '', killedIn = '', killedAt = '', batchSize = ''] = process.argv.slice(2)
const connection = { connectionString: url }
const log = createLog('silent')
const db = openDatabase({
  connection,
  poolSize: 2,
  role: APPLICATION_ROLE,
  requestDeadlineMs: HANG_MS,
  onIdleError: () => undefined,
})

let steps = 0
const killing: Database = {
  ...db,
  transaction: (workspaceId, work) =>
    db.transaction(workspaceId, async (tx) => {
      const done = await work(tx)
      if (workspaceId === killedIn) steps += 1
      if (workspaceId === killedIn && steps === Number(killedAt)) process.kill(process.pid, 'SIGKILL')
      return done
    }),
}
const kinds = { time_zone: zoneChangeJob({ db, clock: systemClock, batchSize: Number(batchSize) }) }
const task = jobTask({ db: killing, clock: systemClock, log, kinds })
await startJobQueue({ db, connection, log, tasks: { job: task }, leaseMs: 1000 })
