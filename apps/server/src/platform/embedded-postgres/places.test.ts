import assert from 'node:assert/strict'
import { chmod, cp, lstat, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  leftOut,
  nothingRuns,
  openInChild,
  ordinaryUser,
  query,
  scratchFolder,
  scratchRoot,
  usedDataDir,
} from '../../../test/processes/embedded-process.ts'
import { createLog } from '../log.ts'
import { findBinaryPackage, usableBinaries } from './binaries.ts'
import { startEmbeddedPostgres } from './index.ts'

const log = createLog('silent')
const needsRoot = { skip: leftOut }

test('if the path is too long for a socket, a short temporary folder is used, which is deleted with the server', async (t) => {
  const dataDir = await usedDataDir(join(await scratchFolder(t), 'x'.repeat(100)))
  const env = { ...process.env, TMPDIR: scratchRoot }
  const opener = await openInChild(dataDir, { spawn: { env } })
  const { connection } = opener.opened
  const { host } = connection
  assert.ok(host.startsWith(join(scratchRoot, 'plumbline-')))
  assert.equal((await stat(host)).mode & 0o777, 0o700)
  assert.equal((await query(connection, 'select 1')).length, 1)
  await opener.close()
  await assert.rejects(stat(host), { code: 'ENOENT' })
})

test('if the path of the temporary folder is too long as well, the loopback address is used', async (t) => {
  const long = join(await scratchFolder(t), 'x'.repeat(100))
  await mkdir(long)
  const env = { ...process.env, TMPDIR: long }
  const opener = await openInChild(await usedDataDir(long), { spawn: { env } })
  assert.equal(opener.opened.connection.host, '127.0.0.1')
  assert.equal((await query(opener.opened.connection, 'select 1')).length, 1)
  await assert.rejects(query({ ...opener.opened.connection, password: 'guessed' }, 'select 1'), {
    code: '28P01',
  })
  await opener.close()
  assert.deepEqual(await readdir(long), ['data'])
})

test(
  'below a folder that only root may enter, the database lives in the state folder',
  needsRoot,
  async (t) => {
    const closed = await scratchFolder(t)
    await chmod(closed, 0o700)
    const dataDir = join(closed, 'data')
    const first = await startEmbeddedPostgres({ dataDir, log, durable: false })
    const home = await realpath(join(dataDir, 'postgres'))
    t.after(() => rm(home, { recursive: true, force: true }))
    await query(first.connection, 'create table stored as select 1 as number')
    await first.stop()
    assert.ok((await lstat(join(dataDir, 'postgres'))).isSymbolicLink())
    assert.ok(home.startsWith('/var/lib/plumbline/postgres-'))

    await chmod(closed, 0o755)
    const second = await startEmbeddedPostgres({ dataDir, log, durable: false })
    assert.deepEqual(await query(second.connection, 'select number from stored'), [{ number: 1 }])
    await second.stop()
    assert.equal(await nothingRuns(dataDir), true)
  },
)

test('a database that its user can no longer access is reported, not replaced', needsRoot, async (t) => {
  const folder = await scratchFolder(t)
  const dataDir = await usedDataDir(folder)
  await chmod(folder, 0o700)
  await assert.rejects(startEmbeddedPostgres({ dataDir, log }), /cannot reach .+: let others pass/)
})

test('binaries that only root can access, or that lack their links, are copied', needsRoot, async (t) => {
  const closed = await scratchFolder(t)
  const copy = await bareCopy(closed)
  await chmod(closed, 0o700)
  const home = await scratchFolder(t)
  const bin = await usableBinaries({ folder: copy, version: '1' }, home, ordinaryUser)
  assert.equal(bin, join(home, 'binaries-1', 'native', 'bin'))
  assert.deepEqual(await readdir(home), ['binaries-1'])
  const native = join(home, 'binaries-1', 'native')
  assert.equal((await stat(join(native, 'bin', 'postgres'))).mode & 0o777, 0o755)
  assert.ok((await lstat(join(native, 'lib', 'libicuuc.so.60'))).isSymbolicLink())

  const newer = await usableBinaries({ folder: copy, version: '2' }, home, ordinaryUser)
  assert.equal(newer, join(home, 'binaries-2', 'native', 'bin'))
  assert.deepEqual(await readdir(home), ['binaries-2'])
})

test('an installation without install scripts gets its library links at the first start', async (t) => {
  const copy = await bareCopy(await scratchFolder(t))
  const bin = await usableBinaries({ folder: copy, version: '1' }, await scratchFolder(t), undefined)
  assert.equal(bin, join(copy, 'native', 'bin'))
  if (process.platform === 'linux') {
    assert.ok((await stat(join(copy, 'native', 'lib', 'libicuuc.so.60'))).isFile())
  }
})

/** The package of the binaries as npm unpacks it where install scripts are off. */
async function bareCopy(folder: string): Promise<string> {
  const { folder: installed } = await findBinaryPackage()
  const copy = join(folder, 'package')
  await mkdir(join(copy, 'native'), { recursive: true })
  for (const name of ['bin', 'share', 'pg-symlinks.json']) {
    await cp(join(installed, 'native', name), join(copy, 'native', name), { recursive: true })
  }
  await cp(join(installed, 'native', 'lib'), join(copy, 'native', 'lib'), {
    recursive: true,
    filter: async (path) => !(await lstat(path)).isSymbolicLink(),
  })
  return copy
}
