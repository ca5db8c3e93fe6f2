import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory } from '../../test/calibrating.ts'
import { runCommand } from '../../test/processes/run-command.ts'
import { keepOutside } from '../modules/ledger/index.ts'
import { readS3Path } from '../platform/storage/index.ts'
import { s3TestsSkipped, startS3Server } from '../platform/storage/test/s3-server.ts'
import { checkpointLocker } from '../send-checkpoints.ts'

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

describe('checkpoints stored outside the database', () => {
  test('are compared from a file and from standard input, and counted separately from stored ones', async () => {
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

  test('that are invalid or altered end the command with the reason', async () => {
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
      /^plumbline: checkpoints of \S+ vanished: 1 that were kept outside are no longer stored\.\n$/,
    )
  })
})

describe('checkpoints in a bucket with object lock', { skip: s3TestsSkipped() }, () => {
  test('are compared as they were first stored, whatever was added or removed later', async () => {
    const other = await openLaboratory(app)
    const server = await startS3Server()
    after(() => server.stop())
    const { url, client, sdk } = await server.lockedBucket()
    const CHECKPOINT_BUCKET = url.replace('?', '/kept?')
    const where = { ...environment, CHECKPOINT_BUCKET }
    const early = await runCommand(['ledger', 'verify'], where, folder)
    assert.match(early.stderr, /^plumbline: s3:\/\/locked\/kept holds no checkpoints: check the path/)
    const lock = checkpointLocker(app, readS3Path(CHECKPOINT_BUCKET, 'CHECKPOINT_BUCKET'), 30)
    const { signal } = new AbortController()
    const sign = async () => {
      app.clock.advance(60_000)
      await other.instrument()
      await app.call('GET', '/ledger/checkpoint', { key: other.key })
    }
    await sign()
    const first = await lock(signal)
    await sign()
    assert.deepEqual([first, await lock(signal), await lock(signal)], [2, 1, 0])
    const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket: 'locked' }))
    const [{ Key } = {}] = Contents
    assert.match(Key!, /^kept\/checkpoints-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-f]{16}\.txt$/)
    const lying = { Bucket: 'locked', Key, Body: 'nothing was kept here' }
    await client.send(new sdk.PutObjectCommand(lying))
    await client.send(new sdk.DeleteObjectCommand({ Bucket: 'locked', Key: Contents[1]!.Key }))
    const { Versions = [] } = await client.send(
      new sdk.ListObjectVersionsCommand({ Bucket: 'locked', Prefix: Key }),
    )
    const [kept] = Versions.filter(({ IsLatest }) => !IsLatest)
    const removed = client.send(
      new sdk.DeleteObjectCommand({ Bucket: 'locked', Key, VersionId: kept!.VersionId }),
    )
    await assert.rejects(removed, { name: 'AccessDenied' })
    const { exitCode, stdout, stderr } = await runCommand(
      ['ledger', 'verify', '--workspace', other.id],
      where,
      folder,
    )
    assert.deepEqual([exitCode, stderr], [0, ''])
    assert.match(stdout, /compared with 2 stored and 2 outside checkpoints/)
  })
})
