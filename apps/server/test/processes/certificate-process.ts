// Requests a certificate once, in a separate process that kills itself at one of these moments: before the file is
// stored, when it is stored, or when everything is written and nothing committed.
// Arguments: the database, the settings as JSON, the key of the caller, the path of the request, the moment.
import { HANG_MS } from '@plumbline/testing'
import { buildApp } from '../../src/app.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config.ts'
import { APPLICATION_ROLE, openDatabase, type Database } from '../../src/platform/db/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import { createStorage, type Storage } from '../../src/platform/storage/index.ts'

const [url = '', settings = '', key = '', path = '', moment = ''] = process.argv.slice(2)
const config = readConfig(JSON.parse(settings) as Record<string, string>)
const connection = { connectionString: url }
const log = createLog('silent')
const secretKeys = { present: config.SECRET_KEY ?? '' }
const secrets = createSecrets(secretKeys)
const storage = createStorage({
  storageUrl: undefined,
  dataDir: config.DATA_DIR,
  publicUrl: config.PUBLIC_URL,
  signingKeys: secrets.deriveEach('storage'),
  clock: systemClock,
})
const db = openDatabase({
  connection,
  poolSize: 2,
  role: APPLICATION_ROLE,
  requestDeadlineMs: HANG_MS,
  onIdleError: () => undefined,
})

const die = () => process.kill(process.pid, 'SIGKILL')
let isStored = false
const killingStorage: Storage = {
  ...storage,
  put: async (...given) => {
    if (moment === 'before storing') die()
    await storage.put(...given)
    isStored = true
    if (moment === 'before issuing') die()
  },
}
const killingDatabase: Database = {
  ...db,
  transaction: (workspaceId, work) =>
    db.transaction(workspaceId, async (tx) => {
      const done = await work(tx)
      await tx.batch([])
      if (isStored) die()
      return done
    }),
}

const app = buildApp({
  config,
  db: killingDatabase,
  connection,
  clock: systemClock,
  secretKeys,
  secrets,
  storage: killingStorage,
  log,
})
await app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${key}` } })
