// Notifies people once, in a separate process that its parent kills. Arguments: the database, the settings as JSON, the
// instant.
import { HANG_MS } from '@plumbline/testing'
import { notifyPeople } from '../../src/modules/notifications/index.ts'
import { readConfig } from '../../src/platform/config.ts'
import { APPLICATION_ROLE, openDatabase } from '../../src/platform/db/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import { testClock } from '../clock.ts'

const [url = '', settings = '', instant = ''] = process.argv.slice(2)
const config = readConfig(JSON.parse(settings) as Record<string, string>)
const db = openDatabase({
  connection: { connectionString: url },
  poolSize: 2,
  role: APPLICATION_ROLE,
  requestDeadlineMs: HANG_MS,
  onIdleError: () => undefined,
})
const secrets = createSecrets({ present: config.SECRET_KEY ?? '' })
await notifyPeople({ db, config, secrets, clock: testClock(instant), log: createLog('silent') })
await db.close()
