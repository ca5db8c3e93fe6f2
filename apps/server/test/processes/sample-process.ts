// Executes a job that creates sample data in a separate process, which kills itself right before or after the commit.
// The work needs one connection to the database. Arguments: the database, the workspace, the job, `before` or `after`.
import { HANG_MS } from '@plumbline/testing'
import { sampleJob } from '../../src/demo/sample-job.ts'
import { jobTask } from '../../src/modules/jobs/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config.ts'
import { APPLICATION_ROLE, openDatabase, type Database } from '../../src/platform/db/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { createSecrets } from '../../src/platform/secrets.ts'

const [url = '', workspaceId = '', jobId = '', moment = ''] = process.argv.slice(2)
const opened = openDatabase({
  connection: { connectionString: url },
  poolSize: 1,
  role: APPLICATION_ROLE,
  requestDeadlineMs: HANG_MS,
  onIdleError: () => undefined,
})
const kill = () => process.kill(process.pid, 'SIGKILL')
const db: Database = {
  ...opened,
  transaction: async (within, work) => {
    if (within === workspaceId) return opened.transaction(within, work)
    const response = await opened.transaction(within, async (tx) => {
      const result = await work(tx)
      if (moment === 'before') kill()
      return result
    })
    kill()
    return response
  },
}
const parts = { db, clock: systemClock, log: createLog('silent') }
const secrets = createSecrets({ present: 'a secret of the tests that nothing else uses' })
const kinds = { sample_data: sampleJob({ ...parts, config: readConfig({}), secrets }) }
const signal = new AbortController().signal
await jobTask({ ...parts, kinds }).work({ payload: { workspaceId, jobId }, isLast: false, signal })
