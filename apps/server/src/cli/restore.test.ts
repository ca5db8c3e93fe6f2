import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { until } from '@plumbline/testing'
import { programPath } from '../../test/processes/program-path.ts'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory } from '../../test/calibrating.ts'
import { withClient } from '../../test/cluster.ts'
import { makeEmptyDatabase } from '../../test/empty-database.ts'
import { bareEnvironment } from '../../test/processes/bare-environment.ts'
import { startCommandHost } from '../../test/processes/command-host.ts'
import { corruptions } from '../../test/corruptions.ts'
import { replaceLedgerKey } from '../modules/ledger/index.ts'
import { systemActor } from '../platform/actor.ts'

const app = await startTestApp()
const lab = await openLaboratory(app)
const folder = mkdtempSync(join(tmpdir(), 'plumbline-restore-'))
after(() => rmSync(folder, { recursive: true }))
const plumbline = startCommandHost(folder)
const path = (name: string) => join(folder, name)
const SECRET_KEY = 'a secret of the tests that nothing else uses'
const source = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.parts.config.DATA_DIR, SECRET_KEY }
const passphrase = ['--passphrase-file', path('passphrase')]
writeFileSync(path('passphrase'), 'correct horse battery staple\n')

let roots = 0
/** A data folder that is not there yet. */
const freshFolder = () => path(`data-${(roots += 1)}`)

async function json(words: readonly string[], environment: Record<string, string>): Promise<any> {
  const { exitCode, stdout, stderr } = await plumbline([...words, '--json'], environment)
  assert.equal(exitCode, 0, stderr)
  return JSON.parse(stdout)
}

/** What a backup holds, but for when it was made. */
async function contentsOf(file: string) {
  const { tables, rows, files, ledgers } = await json(['backup', 'verify', file], {})
  return { tables, rows, files, ledgers }
}

const checkpoint = async () =>
  (await app.call('GET', '/ledger/checkpoint', { key: lab.key })).body.checkpoint as string

/** States of the mails of a database, by kind. */
const mailsIn = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query('select kind, state, due_at from mails order by kind')
    return rows.map((row) => [row.kind, row.state, row.due_at])
  })

before(async () => {
  const { id } = await lab.instrument()
  await withClient(app.databaseUrl, (client) =>
    client.query(
      `insert into mails (workspace_id, mail_id, person_id, kind, state, due_at, run_id, created_at)
       select m.workspace_id, gen_random_uuid(), m.person_id, kind, state, now(), run_id, now()
       from memberships m, (values
         ('approval_requested', 'waiting', null), ('record_rejected', 'sending', gen_random_uuid()),
         ('standard_failed', 'handed_over', gen_random_uuid())) as mail (kind, state, run_id)
       where m.workspace_id = $1`,
      [lab.id],
    ),
  )
  const record = await lab.calibrate(id as string)
  await app.call('GET', `/calibrations/${record.id}/certificate`, { key: lab.key })
  await checkpoint()
  await plumbline(['backup', '--to', path('plain')], source)
  await plumbline(['backup', '--to', path('encrypted'), ...passphrase], source)
})

describe('restore', () => {
  test('restores rows, files and protections into an empty database', async () => {
    const url = await makeEmptyDatabase(app)
    const restored = { DATABASE_URL: url, DATA_DIR: freshFolder() }
    const words = ['restore', path('encrypted'), '--into', url, ...passphrase]
    const { holds } = await json(words, { DATA_DIR: restored.DATA_DIR })
    assert.equal(holds, true)
    const { exitCode, stdout } = await plumbline(['ledger', 'verify', '--files'], restored)
    assert.deepEqual([exitCode, /1 stored files read/.test(stdout)], [0, true], stdout)
    assert.match((await plumbline(['doctor'], restored)).stdout, /ok {6}protections: .*\nok {6}secret: /)
    await plumbline(['backup', '--to', path('again')], restored)
    assert.deepEqual(await contentsOf(path('again')), await contentsOf(path('plain')))
    assert.deepEqual(await mailsIn(url), [
      ['approval_requested', 'dropped', null],
      ['record_rejected', 'dropped', null],
      ['standard_failed', 'unknown', null],
    ])
    const twice = await plumbline(words, { DATA_DIR: freshFolder() })
    assert.match(twice.stderr, /^plumbline: the database holds workspaces or people: [^\n]+\n$/)
  })

  test(
    'as root writes files that belong to the owner of the data folder',
    { skip: process.geteuid?.() !== 0 && 'only root can give files away' },
    async () => {
      const dataDir = freshFolder()
      mkdirSync(dataDir)
      const owner = { uid: 65_534, gid: 65_533 }
      chownSync(dataDir, owner.uid, owner.gid)
      const words = ['restore', path('encrypted'), '--into', await makeEmptyDatabase(app), ...passphrase]
      assert.equal((await json(words, { DATA_DIR: dataDir })).holds, true)
      const files = readdirSync(dataDir, { recursive: true }) as string[]
      assert.ok(files.includes('secret.key') && files.length > 1, files.join())
      for (const file of files) {
        const { uid, gid } = statSync(join(dataDir, file))
        assert.deepEqual({ file, uid, gid }, { file, ...owner })
      }
    },
  )

  test('of a corrupted backup fails with one line, and leaves nothing behind', async () => {
    const into = freshFolder()
    for (const { how, bytes } of corruptions(readFileSync(path('plain')))) {
      writeFileSync(path('corrupted'), bytes)
      const { exitCode, stderr } = await plumbline(['restore', path('corrupted'), '--into', into], {
        SECRET_KEY,
      })
      assert.equal(exitCode, 1, how)
      assert.match(stderr, /^plumbline: \S+ cannot be used: [^\n]+\n$/, how)
    }
    writeFileSync(path('another'), 'another horse battery staple')
    const wrong = ['restore', path('encrypted'), '--into', into, '--passphrase-file', path('another')]
    assert.match(
      (await plumbline(wrong, {})).stderr,
      /^plumbline: \S+ cannot be used: its passphrase [^\n]+\n$/,
    )
    assert.equal(existsSync(into), false)
  })

  test('refuses a destination that is not empty, and a wrong or missing SECRET_KEY, and changes nothing there', async () => {
    const taken = freshFolder()
    mkdirSync(taken)
    writeFileSync(join(taken, 'mine'), '')
    const refused = await plumbline(['restore', path('plain'), '--into', taken], { SECRET_KEY })
    assert.match(refused.stderr, /^plumbline: \S+ is not empty: [^\n]+\n$/)
    assert.deepEqual(readdirSync(taken), ['mine'])
    const into = freshFolder()
    const missing = await plumbline(['restore', path('plain'), '--into', into], {})
    assert.match(missing.stderr, /^plumbline: \S+ holds no SECRET_KEY: [^\n]+\n$/)
    const other = { SECRET_KEY: 'another secret, of thirty-two characters' }
    const wrong = await plumbline(['restore', path('plain'), '--into', into], other)
    assert.match(wrong.stderr, /^plumbline: the SECRET_KEY [^\n]+ is not that of the backed-up server\n$/)
    assert.equal(existsSync(into), false)
  })

  test('reports a history older than a checkpoint, accepts it with a reason, and refuses a forked one', async () => {
    await lab.instrument()
    writeFileSync(path('kept'), await checkpoint())
    const url = await makeEmptyDatabase(app)
    const restored = { DATABASE_URL: url, DATA_DIR: freshFolder(), SECRET_KEY }
    const words = ['restore', path('plain'), '--into', url]
    const beside = { ...restored, CHECKPOINT_FILE: path('kept') }
    const [ledger] = (await contentsOf(path('plain'))).ledgers
    const refused = await plumbline(words, beside)
    const sentence = `plumbline: the backup ends at entry ${ledger.entries}; the checkpoint knows ${ledger.entries + 1} `
    assert.ok(refused.stderr.startsWith(sentence), refused.stderr)
    const accepted = [...words, '--accept-rollback', '--reason', 'The disk of the later one is lost']
    assert.equal((await json(accepted, beside)).holds, true)
    await withClient(url, async (client) => {
      const { rows } = await client.query(
        `select payload::json->>'reason' as reason, index::int from ledger_entries where kind = 'workspace.rolled_back'`,
      )
      assert.deepEqual(rows, [{ reason: 'The disk of the later one is lost', index: ledger.entries }])
    })
    await plumbline(['backup', '--to', path('forked')], restored)
    const forked = ['restore', path('forked'), '--into', freshFolder(), '--checkpoint', path('kept')]
    const { exitCode, stderr } = await plumbline([...forked, '--accept-rollback', '--reason', 'No'], restored)
    assert.equal(exitCode, 1)
    assert.match(
      stderr,
      /^plumbline: \S+ cannot be used: the ledger of \S+ is not the one that was signed [^\n]+\n$/,
    )
  })

  test('compares a ledger whose signing key was replaced with checkpoints of both keys', async () => {
    const notes = [await checkpoint()]
    await replaceLedgerKey(app.parts, systemActor(lab.id), 'Lost laptop')
    await lab.instrument()
    notes.push(await checkpoint())
    writeFileSync(path('of-both-keys'), notes.join(''))
    await json(['backup', '--to', path('replaced')], source)
    const kept = ['--checkpoint', path('of-both-keys')]
    const { ledgers } = await json(['backup', 'verify', path('replaced'), ...kept], {})
    assert.equal(ledgers[0].checkpoints_compared.outside, 2)
    const words = ['restore', path('replaced'), '--into', await makeEmptyDatabase(app), ...kept]
    assert.equal((await json(words, { DATA_DIR: freshFolder(), SECRET_KEY })).holds, true)
  })

  test('says what to compare with if the key was replaced after the backup', async () => {
    await json(['backup', '--to', path('before-replacement')], source)
    await replaceLedgerKey(app.parts, systemActor(lab.id), 'Planned')
    writeFileSync(path('of-new-key'), await checkpoint())
    const words = ['backup', 'verify', path('before-replacement'), '--checkpoint', path('of-new-key')]
    const { exitCode, stderr } = await plumbline(words, {})
    assert.equal(exitCode, 1)
    assert.match(
      stderr,
      /If the key was replaced after this copy was made, compare it with a checkpoint from before/,
    )
  })
})

/** Starts a command in a process of its own, and kills it as soon as something is there. */
async function killWhen(
  isThere: () => boolean,
  words: readonly string[],
  environment: Record<string, string>,
) {
  const cli = programPath(new URL('plumbline.ts', import.meta.url))
  const env = { ...bareEnvironment(), ...environment }
  const child = spawn(process.execPath, [cli, ...words], { cwd: folder, env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  await until(async () => isThere())
  child.kill('SIGKILL')
  const [, signal] = await ended
  assert.equal(signal, 'SIGKILL', 'it was killed before its end')
}

describe('a command that is killed', () => {
  test('leaves no backup under its name', async () => {
    const unfinished = () => readdirSync(folder).some((name) => name.startsWith('.killed.unfinished-'))
    await withClient(app.databaseUrl, async (client) => {
      // The backup waits for the table, so that it cannot come to its end first.
      await client.query('begin; lock table calibrations in access exclusive mode')
      await killWhen(unfinished, ['backup', '--to', path('killed'), ...passphrase], source)
      await client.query('rollback')
    })
    assert.equal(existsSync(path('killed')), false)
    await json(['backup', '--to', path('killed'), ...passphrase], source)
  })

  test('leaves a folder that no server starts on, and that the next restore fills', async () => {
    // From whatever PostgreSQL the tests run on into the embedded one.
    const into = freshFolder()
    const words = ['restore', path('encrypted'), '--into', into, ...passphrase]
    await killWhen(() => existsSync(join(into, 'postgres')), words, {})
    const { exitCode, stderr } = await plumbline(['ledger', 'verify'], { DATA_DIR: into })
    assert.equal(exitCode, 1)
    assert.match(stderr, /^plumbline: a restore into \S+ is under way or was cut off: [^\n]+\n$/)
    assert.equal((await json(words, {})).holds, true)
    assert.equal(readFileSync(join(into, 'secret.key'), 'utf8'), SECRET_KEY)
    await plumbline(['backup', '--to', path('moved')], { DATA_DIR: into })
    assert.deepEqual(await contentsOf(path('moved')), await contentsOf(path('plain')))
  })
})
