import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  leftOut,
  nothingRuns,
  openInChild,
  ordinaryUser,
  query,
  scratchFolder,
  serverPid,
  usedDataDir,
} from '../../../test/processes/embedded-process.ts'
import { createLog } from '../log.ts'
import { startEmbeddedPostgres } from './index.ts'

const log = createLog('silent')

test('a first start creates a durable database without a TCP port, which sorts by bytes, and a later one finds its rows', async (t) => {
  const dataDir = join(await scratchFolder(t), 'data')
  const first = await startEmbeddedPostgres({ dataDir, log })
  assert.equal(first.startedByUs, true)
  const [row] = await query(
    first.connection,
    `select current_user, current_database(), current_setting('server_encoding') as encoding,
       current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
       current_setting('listen_addresses') as addresses, lower('ÄΩ') as folded, 'Z' < 'a' as by_bytes`,
  )
  assert.deepEqual(row, {
    current_user: 'plumbline',
    current_database: 'plumbline',
    encoding: 'UTF8',
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    checksums: 'on',
    addresses: '',
    folded: 'äω',
    by_bytes: true,
  })
  await query(first.connection, `create table stored as select 'Ä' as letter`)
  await first.stop()
  assert.equal(await nothingRuns(dataDir), true)

  const second = await startEmbeddedPostgres({ dataDir, log })
  assert.equal(second.startedByUs, true)
  assert.deepEqual(await query(second.connection, 'select letter from stored'), [{ letter: 'Ä' }])
  assert.deepEqual(second.connection, first.connection)
  await second.stop()
})

test('the login of the application has no privileges, and cannot assume a role that has', async (t) => {
  const dataDir = await usedDataDir(await scratchFolder(t))
  const database = await startEmbeddedPostgres({ dataDir, log, durable: false })
  await query(database.connection, 'create table owned ()')
  await query(database.connection, 'alter role plumbline_login superuser')
  await database.stop()

  const again = await startEmbeddedPostgres({ dataDir, log, durable: false })
  assert.deepEqual(again.login, database.login)
  for (const text of [
    'select from owned',
    'set role plumbline',
    'set session authorization plumbline',
    'create table mine ()',
  ])
    await assert.rejects(query(again.login, text), /permission denied/, text)
  await again.stop()
})

test('processes share one server, and the last one to end stops it, in any order', async (t) => {
  const dataDir = await usedDataDir(await scratchFolder(t))
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false })
  const command = await openInChild(dataDir)
  assert.equal(command.opened.startedByUs, false)
  assert.deepEqual(command.opened.connection, server.connection)
  await server.stop()
  assert.equal(await nothingRuns(dataDir), false)
  await command.close()
  assert.equal(await nothingRuns(dataDir), true)
})

test('two processes that open an empty folder simultaneously share one server', async (t) => {
  const dataDir = join(await scratchFolder(t), 'data')
  const [one, other] = await Promise.all([openInChild(dataDir), openInChild(dataDir)])
  assert.deepEqual(one.opened.connection, other.opened.connection)
  assert.equal(Number(one.opened.startedByUs) + Number(other.opened.startedByUs), 1)
  await Promise.all([one.close(), other.close()])
  assert.equal(await nothingRuns(dataDir), true)
})

test('a first start that was killed halfway is repeated', async (t) => {
  const dataDir = join(await scratchFolder(t), 'data')
  await mkdir(join(dataDir, 'postgres', 'data.new', 'base'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'password.new'), 'of no use any more', { mode: 0o400 })
  const database = await startEmbeddedPostgres({ dataDir, log, durable: false })
  assert.ok((await serverPid(database.connection)) > 0)
  await database.stop()
  // PostgreSQL's user brings the binaries along where he may not enter the checkout.
  const left = (await readdir(join(dataDir, 'postgres'))).filter((name) => !name.startsWith('binaries-'))
  assert.deepEqual(left.toSorted(), ['data', 'postgres.log', 'run'])
})

test('a dropped database is created again', async (t) => {
  const dataDir = await usedDataDir(await scratchFolder(t))
  const first = await startEmbeddedPostgres({ dataDir, log, durable: false })
  await query({ ...first.connection, database: 'postgres' }, 'drop database plumbline')
  const second = await startEmbeddedPostgres({ dataDir, log, durable: false })
  assert.equal((await query(second.connection, 'select 1')).length, 1)
  await Promise.all([first.stop(), second.stop()])
})

test(
  'a user other than root starts, finds and stops it, and root runs it as that user',
  { skip: leftOut },
  async (t) => {
    const dataDir = join(await scratchFolder(t, ordinaryUser), 'data')
    const first = await openInChild(dataDir, { spawn: ordinaryUser })
    const second = await openInChild(dataDir, { spawn: ordinaryUser })
    assert.deepEqual([first.opened.startedByUs, second.opened.startedByUs], [true, false])
    await Promise.all([first.close(), second.close()])
    assert.equal(await nothingRuns(dataDir), true)
    const database = await startEmbeddedPostgres({ dataDir, log, durable: false })
    assert.equal(database.startedByUs, true)
    await database.stop()
    await (await openInChild(dataDir, { spawn: ordinaryUser })).close()
  },
)
