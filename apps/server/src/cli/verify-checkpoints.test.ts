import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory } from '../../test/calibrating.ts'
import { runCommand } from '../../test/processes/run-command.ts'
import { keepOutside } from '../modules/ledger/index.ts'

const app = await startTestApp()
const lab = await openLaboratory(app)
const folder = mkdtempSync(join(tmpdir(), 'plumbline-verify-checkpoints-'))
after(() => rmSync(folder, { recursive: true }))
const environment = {
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: folder,
  SECRET_KEY: 'a secret of the tests that nothing else uses',
}
const verify = (words: string[], input = '') =>
  runCommand(['ledger', 'verify', ...words], environment, folder, input)

async function signed(): Promise<string> {
  return (await app.call('GET', '/ledger/checkpoint', { key: lab.key })).body.checkpoint
}

describe('checkpoints that were kept outside the database', () => {
  test('are compared from a file and from standard input, and counted beside the stored ones', async () => {
    await lab.instrument()
    const first = await signed()
    await lab.instrument()
    const second = await signed()
    const file = join(folder, 'kept.txt')
    writeFileSync(file, first)
    const alone = await verify([])
    assert.match(alone.stdout, /compared with 1 stored and 0 outside checkpoints, \d+ rows compared/)
    const { exitCode, stdout, stderr } = await verify(['--checkpoint', file, '--checkpoint', '-'], second)
    assert.deepEqual([exitCode, stderr], [0, ''])
    assert.match(stdout, /compared with 1 stored and 2 outside checkpoints/)
    const json = JSON.parse((await verify(['--json', '--checkpoint', '-'], first + second)).stdout)
    assert.deepEqual(json.workspaces[0].checkpoints_compared, { stored: 1, outside: 2 })
  })

  test('that are none, or were changed, end the command with what is wrong', async () => {
    const none = await verify(['--checkpoint', '-'], 'nothing\n')
    assert.equal(none.exitCode, 1)
    assert.match(none.stderr, /standard input holds no signed checkpoint/)
    const lines = (await signed()).split('\n')
    const size = Number(lines[1])
    const changed = await verify(['--checkpoint', '-'], lines.with(1, String(size + 1)).join('\n'))
    assert.equal(changed.exitCode, 1)
    assert.match(changed.stderr, /The checkpoint that was kept is not signed by this ledger's key/)
  })

  test('that a worker appended to CHECKPOINT_FILE are compared, and one that vanished from the database is found', async () => {
    const CHECKPOINT_FILE = join(folder, 'outside.txt')
    const kept = { ...environment, CHECKPOINT_FILE }
    await signed()
    assert.deepEqual(
      [await keepOutside(app.db, CHECKPOINT_FILE), await keepOutside(app.db, CHECKPOINT_FILE)],
      [1, 0],
    )
    app.clock.advance(60_000)
    await lab.instrument()
    await signed()
    assert.equal(await keepOutside(app.db, CHECKPOINT_FILE), 1)
    const whole = await runCommand(['ledger', 'verify'], kept, folder)
    assert.deepEqual([whole.exitCode, whole.stderr], [0, ''])
    assert.match(whole.stdout, /compared with 2 stored and 2 outside checkpoints/)
    await app.asOwner((owner) =>
      owner.query(`alter table ledger_checkpoints disable trigger user;
        delete from ledger_checkpoints where size = (select max(size) from ledger_checkpoints);
        alter table ledger_checkpoints enable always trigger never_emptied;
        alter table ledger_checkpoints enable always trigger written_once`),
    )
    const { exitCode, stderr } = await runCommand(['ledger', 'verify'], kept, folder)
    assert.equal(exitCode, 1)
    assert.match(
      stderr,
      /^plumbline: checkpoints of \S+ vanished: 1 that CHECKPOINT_FILE holds are no longer stored\.\n$/,
    )
  })
})
