import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startTestApp } from '../../test/app.ts'
import { makeEmptyDatabase } from '../../test/empty-database.ts'
import { startCommandHost } from '../../test/processes/command-host.ts'

const app = await startTestApp()
const { id } = await app.workspace()
const folder = mkdtempSync(join(tmpdir(), 'plumbline-secret-'))
after(() => rmSync(folder, { recursive: true }))
const plumbline = startCommandHost(folder)

/** Commands that work with what is stored, as they are typed. */
const WORK_WITH_STORED = [
  'ledger verify',
  'ledger verify --files',
  'ledger rebuild',
  `ledger export ledger.jsonl --workspace ${id}`,
  'backup --to backup.plumbline',
  `export instruments --workspace ${id} --out instruments.csv`,
  `export everything --workspace ${id} --out everything.zip`,
  `import instruments register.csv --workspace ${id} --dry-run`,
  `import calibrations history.csv --workspace ${id} --dry-run`,
  `user list --workspace ${id}`,
  `user create --workspace ${id} --email a@example.com --name A --role auditor`,
  `key list --workspace ${id}`,
  `key usage ${id}`,
  `key revoke ${id}`,
  `site create --workspace ${id} --name North`,
  `workspace update ${id} --plan scale`,
  `webhook send instrument.created --workspace ${id}`,
  'secret-key rotate',
] as const

/** Commands that need no secret. */
const NEED_NONE = ['migrate --dry-run', 'migrate', 'doctor'] as const

const emptyFolder = () => mkdtemp(join(folder, 'data-'))
const words = (line: string) => line.split(' ')
const REFUSED =
  /^plumbline: no SECRET_KEY is set, and \S+ holds no secret\.key: use the SECRET_KEY or the DATA_DIR of the server\n$/

describe('without the secret that sealed the stored values', () => {
  for (const line of WORK_WITH_STORED) {
    test(`${line.replaceAll(id, '…')} refuses in one line, and makes none`, async () => {
      const DATA_DIR = await emptyFolder()
      const { exitCode, stdout, stderr } = await plumbline(words(line), {
        DATABASE_URL: app.databaseUrl,
        DATA_DIR,
      })
      assert.deepEqual([exitCode, stdout], [1, ''], stderr)
      assert.match(stderr, REFUSED)
      assert.deepEqual(await readdir(DATA_DIR), [])
    })
  }

  for (const line of NEED_NONE) {
    test(`${line} works, and makes none`, async () => {
      const DATA_DIR = await emptyFolder()
      const { stderr } = await plumbline(words(line), { DATABASE_URL: app.databaseUrl, DATA_DIR })
      assert.doesNotMatch(stderr, /secret/)
      assert.equal((await readdir(DATA_DIR)).includes('secret.key'), false)
    })
  }

  test('doctor reports that it cannot open stored values', async () => {
    const { exitCode, stdout } = await plumbline(['doctor'], {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: await emptyFolder(),
    })
    assert.equal(exitCode, 1)
    assert.match(stdout, /ERROR {3}secret: does not open what is sealed in the database/)
  })
})

test('a command that only reads makes neither a secret nor a database where nothing was ever started', async () => {
  const DATA_DIR = await emptyFolder()
  const { exitCode, stderr } = await plumbline(['ledger', 'verify'], { DATA_DIR })
  assert.deepEqual([exitCode, await readdir(DATA_DIR)], [1, []])
  assert.match(stderr, REFUSED)
})

test('the first workspace of a database may be made by a command, which then makes the secret', async () => {
  const settings = { DATABASE_URL: await makeEmptyDatabase(app), DATA_DIR: await emptyFolder() }
  assert.equal((await plumbline(['migrate'], settings)).exitCode, 0)
  const made = await plumbline(['workspace', 'create', '--name', 'First'], settings)
  assert.deepEqual([made.exitCode, await readdir(settings.DATA_DIR)], [0, ['secret.key']], made.stderr)
  const verified = await plumbline(['ledger', 'verify'], settings)
  assert.match(verified.stdout, /is intact/)
})
