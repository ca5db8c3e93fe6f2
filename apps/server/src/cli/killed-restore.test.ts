import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Client } from 'pg'
import { until } from '@plumbline/testing'
import { programPath } from '../../test/processes/program-path.ts'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory } from '../../test/calibrating.ts'
import { withClient } from '../../test/cluster.ts'
import { makeEmptyDatabase } from '../../test/empty-database.ts'
import { bareEnvironment } from '../../test/processes/bare-environment.ts'
import { s3TestsSkipped, startS3Server, type TestS3Server } from '../platform/storage/test/s3-server.ts'
import { startCommandHost } from '../../test/processes/command-host.ts'
import { runCommand, type RunCommand } from '../../test/processes/run-command.ts'

const app = await startTestApp()
const lab = await openLaboratory(app)
const folder = mkdtempSync(join(tmpdir(), 'plumbline-killed-'))
after(() => rmSync(folder, { recursive: true }))
const plumbline = startCommandHost(folder)
const path = (name: string) => join(folder, name)
const SECRET_KEY = 'a secret of the tests that nothing else uses'
const source = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.parts.config.DATA_DIR, SECRET_KEY }

/** The last file of the backup: too large for one block of its compression, which random bytes do not shrink. */
const LAST_FILE = 'uploads/large/file'
const LAST_FILE_BYTES = 2_000_000

before(async () => {
  const { id } = await lab.instrument()
  const record = await lab.calibrate(id as string)
  await app.call('GET', `/calibrations/${record.id}/certificate`, { key: lab.key })
  await app.storage.put(LAST_FILE, randomBytes(LAST_FILE_BYTES), 'application/pdf')
  await plumbline(['backup', '--to', path('backup')], source)
  await lab.instrument()
  writeFileSync(path('kept'), (await app.call('GET', '/ledger/checkpoint', { key: lab.key })).body.checkpoint)
})

/** Keys of the files that are stored in a data folder. */
const filesIn = (dataDir: string) => keysIn(join(dataDir, 'objects'))

/** Keys of the objects whose files are in a folder. */
function keysIn(objects: string): string[] {
  if (!existsSync(objects)) return []
  return readdirSync(objects, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.unfinished') && statSync(join(objects, name)).isFile())
    .toSorted()
}

const rollback = ['--checkpoint', path('kept'), '--accept-rollback', '--reason', 'The disk failed']

const MIGRATION_LOCK = 7_210_413

/**
 * Restores from a pipe in a process of its own, which is killed with SIGKILL. It gets all of the backup once, to check it, and
 * then all but the end of the last file, so that it waits among the files.
 * @param killed brings the restore to where it is to be killed; `finish` gives it the rest of the backup
 */
async function killRestore(
  into: { url: string; dataDir: string; bucket?: TestS3Server },
  killed: (finish: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const pipe = path(`pipe-${randomBytes(4).toString('hex')}`)
  assert.equal(spawnSync('mkfifo', [pipe]).status, 0)
  const cli = programPath(new URL('plumbline.ts', import.meta.url))
  const child = spawn(process.execPath, [cli, 'restore', pipe, '--into', into.url, ...rollback], {
    cwd: folder,
    env: { ...bareEnvironment(), ...storageOf(into), SECRET_KEY },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const openPipe = () =>
    Promise.race([
      open(pipe, 'w'),
      ended.then(() => {
        throw new Error('the restore ended by itself')
      }),
    ])
  const backup = readFileSync(path('backup'))
  const cut = backup.length - LAST_FILE_BYTES / 2
  try {
    const first = await openPipe()
    await first.writeFile(backup)
    await first.close()
    // It has checked the backup, and reads it for the second time.
    await withClient(into.url, (client) => until(() => isMarked(client)))
    const second = await openPipe()
    await second.writeFile(backup.subarray(0, cut))
    const stored = () => (into.bucket ? keysIn(into.bucket.bucketFolder) : filesIn(into.dataDir))
    await until(async () => stored().some((key) => key.startsWith('certificates/')))
    await killed(async () => {
      await second.writeFile(backup.subarray(cut))
      await second.close()
    })
    child.kill('SIGKILL')
    const [, signal] = await ended
    assert.equal(signal, 'SIGKILL', 'it was killed before its end')
    await second.close().catch(() => undefined)
  } finally {
    child.kill('SIGKILL')
    // Nobody waits any longer for the other end.
    await (await open(pipe, 'r+')).close()
  }
}

/** The settings of the storage that is restored into. */
function storageOf({ dataDir, bucket }: { dataDir: string; bucket?: TestS3Server }): Record<string, string> {
  return { DATA_DIR: dataDir, ...(bucket && { STORAGE_URL: bucket.storageUrl }) }
}

const isMarked = async (client: Client) =>
  (await client.query(`select to_regclass('plumbline_restore.unfinished') as mark`)).rows[0].mark !== null

const isLoaded = async (client: Client) =>
  (await client.query('select is_loaded from plumbline_restore.unfinished')).rows[0].is_loaded === true

const ID = '019345b4-11f2-7c55-a0de-5f3b7a9c2e47'

/** A line of each command that opens the database, other than doctor and restore. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  serve: [],
  'secret-key': ['rotate'],
  migrate: ['--dry-run'],
  db: ['distribute', '--dry-run'],
  workspace: ['create', '--name', 'New'],
  site: ['create', '--workspace', ID, '--name', 'New'],
  location: ['create', '--workspace', ID, '--site', ID, '--name', 'New'],
  user: ['list', '--workspace', ID],
  key: ['list', '--workspace', ID],
  import: ['instruments', 'none.csv', '--workspace', ID],
  export: ['instruments', '--workspace', ID, '--out', 'none.csv'],
  webhook: ['send', 'instrument.created', '--workspace', ID],
  ledger: ['verify'],
  backup: ['--to', 'none'],
  demo: [],
}

/** Requires that each command but doctor and restore refuses a database that is partly restored. */
async function assertRefused(restored: Record<string, string>): Promise<void> {
  const { stdout } = await plumbline(['--help'], {})
  const named = [...stdout.matchAll(/^ {2}([a-z]\S*)/gm)].map((found) => found[1]!)
  const missing = named.filter(
    (name) => !Object.hasOwn(LINES, name) && !['doctor', 'restore', 'help'].includes(name),
  )
  assert.deepEqual(missing, [], 'commands without a line')
  for (const [name, words] of Object.entries(LINES)) {
    // A server takes over what ends its process, which the host of the others must not.
    const run: RunCommand =
      name === 'serve' ? (line, environment) => runCommand(line, environment, folder) : plumbline
    const { exitCode, stderr } = await run([name, ...words], restored)
    const refusal =
      'plumbline: a restore into this database is under way or was cut off: run "plumbline restore" again\n'
    assert.deepEqual([name, exitCode, stderr], [name, 1, refusal])
  }
}

describe('a restore into a database that is killed', { skip: process.platform === 'win32' }, () => {
  test('while it writes files leaves none that the next one does not remove, and the next one is complete', async () => {
    const into = { url: await makeEmptyDatabase(app), dataDir: path('files') }
    const restored = { DATABASE_URL: into.url, DATA_DIR: into.dataDir, SECRET_KEY }
    await killRestore(into, async () => undefined)
    const doctor = await plumbline(['doctor'], restored)
    assert.match(doctor.stdout, /ERROR {3}database: a restore into this database is under way or was cut off/)
    await assertRefused(restored)

    // A file of the killed restore that the backup which is restored next does not hold.
    mkdirSync(join(into.dataDir, 'objects', 'documents'))
    writeFileSync(join(into.dataDir, 'objects', 'documents', 'other'), 'of another backup')
    const words = ['restore', path('backup'), '--into', into.url, ...rollback]
    const elsewhere = await plumbline(
      ['restore', path('backup'), '--into', await makeEmptyDatabase(app), ...rollback],
      {
        DATA_DIR: into.dataDir,
        SECRET_KEY,
      },
    )
    assert.match(
      elsewhere.stderr,
      /^plumbline: the storage of files holds \S+ of a restore into another place /,
    )
    const again = await plumbline(words, { DATA_DIR: into.dataDir, SECRET_KEY })
    assert.deepEqual([again.exitCode, again.stderr], [0, ''])
    assert.deepEqual(filesIn(into.dataDir), filesIn(source.DATA_DIR))
    const verified = await plumbline(['ledger', 'verify', '--files'], restored)
    assert.deepEqual(
      [verified.exitCode, /1 stored files read/.test(verified.stdout)],
      [0, true],
      verified.stdout,
    )
    assert.match((await plumbline(['doctor'], restored)).stdout, /^(ok|look) +database: /m)
  })

  test('after everything was loaded is continued by the next one, which enters a rollback once', async () => {
    const into = { url: await makeEmptyDatabase(app), dataDir: path('loaded') }
    await withClient(into.url, async (client) => {
      await killRestore(into, async (finish) => {
        // Later migrations, which follow the loading, wait for it.
        await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
        await finish()
        await until(() => isLoaded(client))
      })
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    })
    const words = ['restore', path('backup'), '--into', into.url, ...rollback]
    const other = await plumbline(words, { DATA_DIR: path('elsewhere'), SECRET_KEY })
    assert.match(other.stderr, /^plumbline: the files of the interrupted restore are in another storage/)
    for (const expected of [0, 1]) {
      const { exitCode, stderr } = await plumbline(words, { DATA_DIR: into.dataDir, SECRET_KEY })
      assert.equal(exitCode, expected, stderr)
    }
    assert.deepEqual(filesIn(into.dataDir), filesIn(source.DATA_DIR))
    await withClient(into.url, async (client) => {
      const { rows } = await client.query(
        `select count(*)::int as entries, to_regnamespace('plumbline_restore') as mark
         from ledger_entries where kind = 'workspace.rolled_back'`,
      )
      assert.deepEqual(rows, [{ entries: 1, mark: null }])
    })
  })
})

const isSkipped = process.platform === 'win32' || s3TestsSkipped()

describe('a restore into a database and a bucket that is killed', { skip: isSkipped }, () => {
  test('leaves objects that the next one replaces, and a mark that another restore refuses', async (t) => {
    const bucket = await startS3Server()
    t.after(() => bucket.stop())
    const into = { url: await makeEmptyDatabase(app), dataDir: path('beside-bucket'), bucket }
    const settings = { ...storageOf(into), SECRET_KEY }
    await killRestore(into, async () => undefined)
    assert.ok(keysIn(bucket.bucketFolder).includes('restore-unfinished'))

    const restore = (url: string) => ['restore', path('backup'), '--into', url, ...rollback]
    const elsewhere = await plumbline(restore(await makeEmptyDatabase(app)), settings)
    assert.match(
      elsewhere.stderr,
      /^plumbline: the storage of files holds \S+ of a restore into another place /,
    )
    const again = await plumbline(restore(into.url), settings)
    assert.deepEqual([again.exitCode, again.stderr], [0, ''])
    assert.deepEqual(keysIn(bucket.bucketFolder), filesIn(source.DATA_DIR))
    const verified = await plumbline(['ledger', 'verify', '--files'], { ...settings, DATABASE_URL: into.url })
    assert.deepEqual(
      [verified.exitCode, /1 stored files read/.test(verified.stdout)],
      [0, true],
      verified.stderr,
    )
  })
})
