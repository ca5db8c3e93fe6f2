import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { startTestApp } from '../../test/app.ts'
import { startCommandHost } from '../../test/processes/command-host.ts'
import { createTestDatabase } from '../../test/database.ts'

const app = await startTestApp()
const folder = mkdtempSync(join(tmpdir(), 'plumbline-doctor-'))
after(() => rmSync(folder, { recursive: true }))

const environment = { DATABASE_URL: app.databaseUrl, DATA_DIR: join(folder, 'data') }
const SECRET_KEY = 'a secret of the tests that nothing else uses'
const plumbline = startCommandHost(folder)
const doctor = (more: Record<string, string> = {}, words: string[] = ['--json']) =>
  plumbline(['doctor', ...words], { ...environment, ...more })

const statesOf = (stdout: string) =>
  (JSON.parse(stdout) as { findings: { check: string; state: string }[] }).findings.map(
    ({ check, state }) => `${check} ${state}`,
  )

/** The address of the database for a login that may only become the application's role. */
async function limitedLogin(t: TestContext): Promise<string> {
  const login = `doctor_${process.pid}`
  await app.asOwner((owner) =>
    owner.query(`create role ${login} login noinherit password 'limited'; grant plumbline_app to ${login}`),
  )
  t.after(() => app.asOwner((owner) => owner.query(`drop role ${login}`)))
  const url = new URL(app.databaseUrl)
  return Object.assign(url, { username: login, password: 'limited' }).href
}

test('a healthy deployment is reported as such, as text and as JSON', async (t) => {
  await app.workspace()
  const DATABASE_URL = await limitedLogin(t)
  const { exitCode, stdout, stderr } = await doctor({ SECRET_KEY, DATABASE_URL })
  assert.deepEqual([exitCode, stderr], [0, ''])
  assert.equal(JSON.parse(stdout).well, true)
  const checks =
    'proxy,database,schema,clock,key files,protections,secret,storage,stored files,contents of files,backups'.split(
      ',',
    )
  assert.deepEqual(
    statesOf(stdout),
    checks.map((check) => `${check} ok`),
  )
  const text = await doctor({ SECRET_KEY, DATABASE_URL }, [])
  assert.equal(text.exitCode, 0)
  assert.match(text.stdout, /^ok {6}database: PostgreSQL .*\n/m)
  assert.match(text.stdout, /All is well\.\n$/)
})

test('a problem is printed with its fix, and gives status 1', async () => {
  await app.workspace()
  const dataDir = join(folder, 'spoiled')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'secret.key'), 'another secret')
  await chmod(join(dataDir, 'secret.key'), 0o644)
  // A file where the folder of the storage should be.
  await writeFile(join(dataDir, 'objects'), '')
  const { exitCode, stdout } = await doctor({ DATA_DIR: dataDir, TRUSTED_PROXIES: 'somewhere' }, [])
  assert.equal(exitCode, 1)
  for (const line of [
    /^ERROR {3}proxy: TRUSTED_PROXIES holds somewhere/m,
    /^look {4}settings: the secret lies in the data folder/m,
    /^ERROR {3}key files: \S+secret\.key can be read by others \(mode 644\)\n {8}→ run: chmod 600 /m,
    /^ERROR {3}secret: does not open what is sealed/m,
    /^ERROR {3}storage: files under \S+ cannot be written and read/m,
    /^4 errors\.$/m,
  ]) {
    assert.match(stdout, line)
  }
})

test('a replica that cannot serve is named', async () => {
  const outcomes: [url: string, line: RegExp][] = [
    [app.databaseUrl, /^ERROR {3}replica: is no replica, and is not used$/m],
    ['postgres://nobody@127.0.0.1:9/nothing', /^look {4}replica: cannot be reached, .*ECONNREFUSED/m],
  ]
  for (const [DATABASE_REPLICA_URL, line] of outcomes) {
    assert.match((await doctor({ SECRET_KEY, DATABASE_REPLICA_URL }, [])).stdout, line)
  }
})

test('protections that are disabled in the database are named, and give status 1; the file of the first start is mentioned', async () => {
  const dataDir = join(folder, 'first')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'first-sign-in.txt'), 'password', { mode: 0o600 })
  await app.asOwner((owner) => owner.query('alter table ledger_entries disable trigger written_once'))
  const off = await doctor({ SECRET_KEY, DATA_DIR: dataDir }, [])
  await app.asOwner((owner) => owner.query('alter table ledger_entries enable always trigger written_once'))
  assert.equal(off.exitCode, 1)
  assert.match(
    off.stdout,
    /^ERROR {3}protections: the trigger written_once on the table ledger_entries is disabled\n {8}→ run as the owner: alter table ledger_entries enable always trigger written_once$/m,
  )
  assert.match(
    off.stdout,
    /^look {4}key files: \S+first-sign-in\.txt still holds the first password and key$/m,
  )
  assert.match(off.stdout, /^1 error\.$/m)
  assert.equal((await doctor({ SECRET_KEY, DATA_DIR: dataDir }, [])).exitCode, 0)
})

test('a database that is away, new or misnamed hides nothing else', async () => {
  const database = await createTestDatabase({ hash: '0000000000000000', fill: async () => undefined })
  const cases: [string, string, RegExp][] = [
    ['postgres://nobody@127.0.0.1:1/none', 'database error', /cannot be reached/],
    [database.url, 'schema error', /nothing was migrated yet/],
    [`${database.url}_none`, 'database error', /does not exist/],
  ]
  for (const [url, state, says] of cases) {
    const { exitCode, stdout } = await doctor({ DATABASE_URL: url, SECRET_KEY })
    assert.equal(exitCode, 1)
    assert.deepEqual(statesOf(stdout), ['proxy ok', state, 'key files ok'])
    assert.match(stdout, says)
  }
  await database.drop()
})

test('invalid settings are reported before anything else is checked', async () => {
  const { exitCode, stdout, stderr } = await doctor({ PORT: 'x', DATABASE_POOL_SIZE: 'y' })
  assert.deepEqual([exitCode, stderr], [1, ''])
  assert.deepEqual(statesOf(stdout), ['settings error', 'settings error'])
})
