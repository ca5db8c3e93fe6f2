// Executes jobs in a separate process that kills itself in the middle of a step of one of them.
// Arguments: the database, the job, the number of the step.
import { HANG_MS } from '@plumbline/testing'
import { jobTask } from '../../src/modules/jobs/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { APPLICATION_ROLE, openDatabase } from '../../src/platform/db/index.ts'
import { startJobQueue } from '../../src/platform/job-queue/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { countingJob } from './counting-job.ts'

const [url = '', killedIn = '', killedAt = ''] = process.argv.slice(2)
const connection = { connectionString: url }
const log = createLog('silent')
const db = openDatabase({
  connection,
  poolSize: 2,
  role: APPLICATION_ROLE,
  requestDeadlineMs: HANG_MS,
  onIdleError: () => undefined,
})
const kind = countingJob(async (step, jobId) => {
  if (jobId === killedIn && step === Number(killedAt)) process.kill(process.pid, 'SIGKILL')
})
const kinds = { bulk_change: kind }
await startJobQueue({
  db,
  connection,
  log,
  tasks: { job: jobTask({ db, clock: systemClock, log, kinds }) },
  leaseMs: 1000,
})
