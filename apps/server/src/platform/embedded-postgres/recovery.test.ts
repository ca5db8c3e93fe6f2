import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  nothingRuns,
  openInChild,
  query,
  scratchFolder,
  serverPid,
  usedDataDir,
} from '../../../test/processes/embedded-process.ts'
import { createLog } from '../log.ts'
import { startEmbeddedPostgres, type EmbeddedConnection } from './index.ts'

const log = createLog('silent')

/** Inserts one row after the other from a child, and prints each number once it was acknowledged. */
const insertWithoutEnd = `
  const client = new Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  await client.query('create table acknowledged (number int primary key)')
  for (let number = 1; ; number += 1) {
    await client.query('insert into acknowledged values ($1)', [number])
    console.log(number)
  }`

/** Enough to be in the midst of writing. */
const ROWS_BEFORE_KILL = 100

test('after kill -9 of the server the next start takes over the running database', async (t) => {
  const dataDir = await usedDataDir(await scratchFolder(t))
  const killed = await openInChild(dataDir)
  const pid = await serverPid(killed.opened.connection)
  await killed.kill()
  const next = await startEmbeddedPostgres({ dataDir, log, durable: false })
  assert.equal(next.startedByUs, false)
  assert.equal(await serverPid(next.connection), pid)
  await next.stop()
  assert.equal(await nothingRuns(dataDir), true)
})

test('after kill -9 of the database it is started again at the same address while it is in use', async (t) => {
  const dataDir = await usedDataDir(await scratchFolder(t))
  const database = await startEmbeddedPostgres({ dataDir, log })
  await query(database.connection, 'create table stored as select 1 as number')
  const pid = await serverPid(database.connection)
  process.kill(pid, 'SIGKILL')
  assert.notEqual(await pidOnceReachable(database.connection, pid), pid)
  assert.deepEqual(await query(database.connection, 'select number from stored'), [{ number: 1 }])
  await database.stop()
  assert.equal(await nothingRuns(dataDir), true)
})

test('after kill -9 of the database alone the next start recovers every row', async (t) => {
  const dataDir = await usedDataDir(await scratchFolder(t))
  const writer = await openInChild(dataDir, { durable: true, work: insertWithoutEnd })
  const acknowledged = await killWhileWriting(writer.lines, () =>
    serverPid(writer.opened.connection).then((pid) => process.kill(pid, 'SIGKILL')),
  )
  const next = await startEmbeddedPostgres({ dataDir, log })
  await assertStored(next.connection, acknowledged)
  await writer.kill()
  await next.stop()
})

test('after kill -9 of both the next start recovers and no acknowledged row is lost', async (t) => {
  const dataDir = await usedDataDir(await scratchFolder(t))
  const writer = await openInChild(dataDir, { durable: true, work: insertWithoutEnd })
  const acknowledged = await killWhileWriting(writer.lines, async () => {
    const pid = await serverPid(writer.opened.connection)
    process.kill(pid, 'SIGKILL')
    await writer.kill()
  })
  const next = await startEmbeddedPostgres({ dataDir, log })
  assert.equal(next.startedByUs, true)
  await assertStored(next.connection, acknowledged)
  await next.stop()
  assert.equal(await nothingRuns(dataDir), true)
})

/** Kills once enough was written; returns the last number that was acknowledged. */
async function killWhileWriting(lines: AsyncIterator<string>, kill: () => Promise<unknown>): Promise<number> {
  let last = 0
  let killing: Promise<unknown> | undefined
  for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
    last = Number(line.value)
    if (last >= ROWS_BEFORE_KILL) killing ??= kill()
  }
  await killing
  return last
}

async function assertStored(connection: EmbeddedConnection, acknowledged: number): Promise<void> {
  assert.ok(acknowledged >= ROWS_BEFORE_KILL)
  const [row] = await query<{ stored: number }>(
    connection,
    'select count(*)::int as stored from acknowledged where number <= $1',
    [acknowledged],
  )
  assert.equal(row?.stored, acknowledged)
}

/** Asks until a server other than the killed one responds. */
async function pidOnceReachable(connection: EmbeddedConnection, killed: number): Promise<number> {
  for (;;) {
    const pid = await serverPid(connection).catch(() => killed)
    if (pid !== killed) return pid
    await delay(50)
  }
}
