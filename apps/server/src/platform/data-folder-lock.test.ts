import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { isRoot, ordinaryUser, runNode, scratchFolder } from '../../test/processes/embedded-process.ts'
import { DataFolderError } from './data-folder.ts'
import {
  addressOfRunningServer,
  DataFolderInUseError,
  keepServerAddress,
  lockDataFolder,
} from './data-folder-lock.ts'
import { takeFileLock, tryFileLock } from './file-lock.ts'

/** A child that locks a folder, says how that went, and lives until it is killed or its input ends. */
function lockInChild(dataDir: string, user: object = {}) {
  const child = runNode(
    (platform) => `import { lockDataFolder } from '${platform}data-folder-lock.ts'
     try {
       await lockDataFolder(${JSON.stringify(dataDir)})
       console.log('locked')
     } catch (error) {
       console.log(error.name + ': ' + error.message)
     }
     await new Promise((resolve) => process.stdin.on('data', () => undefined).on('end', resolve))`,
    user,
  )
  const ended = once(child, 'close')
  const response = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line))
  return { response, end: () => (child.stdin.end(), ended), kill: () => (child.kill('SIGKILL'), ended) }
}

test('a second server on a data folder is refused, in the same process and in another', async (t) => {
  const dataDir = join(await scratchFolder(t), 'data')
  const lock = await lockDataFolder(dataDir)
  await assert.rejects(lockDataFolder(dataDir), DataFolderInUseError)
  const second = lockInChild(dataDir)
  assert.equal(
    await second.response,
    `DataFolderInUseError: another Plumbline server already runs on the data folder ${dataDir}`,
  )
  lock.release()
  lock.release()
  await second.end()
  ;(await lockDataFolder(dataDir)).release()
})

test('of servers that start simultaneously, exactly one gets the data folder', async (t) => {
  const dataDir = join(await scratchFolder(t), 'data')
  const servers = Array.from({ length: 4 }, () => lockInChild(dataDir))
  const responses = await Promise.all(servers.map((server) => server.response))
  assert.equal(responses.filter((response) => response === 'locked').length, 1)
  await Promise.all(servers.map((server) => server.end()))
})

test('the address of the server on a data folder is available while it runs, and not after kill -9', async (t) => {
  const dataDir = join(await scratchFolder(t), 'data')
  assert.equal(await addressOfRunningServer(dataDir), undefined)
  const running = lockInChild(dataDir)
  assert.equal(await running.response, 'locked')
  assert.equal(await addressOfRunningServer(dataDir), undefined, 'it does not listen yet')
  await keepServerAddress(dataDir, 'http://127.0.0.1:8123')
  assert.equal(await addressOfRunningServer(dataDir), 'http://127.0.0.1:8123')
  await running.kill()
  assert.equal(await addressOfRunningServer(dataDir), undefined)
})

test('a server killed with kill -9 leaves no lock behind', async (t) => {
  const dataDir = join(await scratchFolder(t), 'data')
  const killed = lockInChild(dataDir)
  assert.equal(await killed.response, 'locked')
  await killed.kill()
  ;(await lockDataFolder(dataDir)).release()
})

test('the data folder is accessible to this user only; others may traverse it if the user is root', async (t) => {
  const dataDir = join(await scratchFolder(t), 'deep', 'data')
  const lock = await lockDataFolder(dataDir)
  assert.equal((await stat(dataDir)).mode & 0o777, isRoot ? 0o711 : 0o700)
  lock.release()
})

test('a folder that is not writable is refused, even if the lock can be read', async (t) => {
  const dataDir = await scratchFolder(t)
  ;(await lockDataFolder(dataDir)).release()
  if (isRoot) {
    const response = await refusedChild(dataDir)
    assert.match(response, /^DataFolderError: no rights on .+$/)
    await chmod(dataDir, 0o777)
    assert.match(await refusedChild(dataDir), /^DataFolderError: no rights on .+$/)
  } else {
    await chmod(dataDir, 0o555)
    await assert.rejects(lockDataFolder(dataDir), DataFolderError)
    await chmod(dataDir, 0o755)
  }
})

async function refusedChild(dataDir: string): Promise<string> {
  const child = lockInChild(dataDir, ordinaryUser)
  const response = await child.response
  await child.end()
  return response
}

test('shared locks coexist, and prevent an exclusive one until all are released', async (t) => {
  const path = join(await scratchFolder(t), 'some.lock')
  const one = tryFileLock(path, 'shared')
  const other = tryFileLock(path, 'shared')
  assert.ok(one && other)
  one.release()
  assert.equal(tryFileLock(path, 'exclusive'), undefined)
  const waiting = takeFileLock(path, 'exclusive', 5000)
  other.release()
  const alone = await waiting
  assert.ok(alone)
  assert.equal(tryFileLock(path, 'shared'), undefined)
  alone.release()
})
