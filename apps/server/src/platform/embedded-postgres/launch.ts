import { spawn, type ChildProcess } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { open, rename, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterHome } from './cluster-home.ts'
import { ENVIRONMENT } from './create-cluster.ts'
import { explainPrinted, explainSpawn, isPassing } from './failure.ts'
import { abandonAddress, chooseAddress, listenSettings } from './listen-address.ts'
import { becomesReady, type Postmaster } from './postmaster.ts'

/** What is needed to start the server of a cluster. */
export interface LaunchOptions {
  home: ClusterHome
  /** Folder of the binaries. */
  bin: string
  /** False trades safety against a loss of power for speed; for tests only. */
  durable: boolean
}

/** Between two attempts while the leftovers of a killed server go away. */
const RETRY_MS = 250

/** They took up to 2 s; beyond this they will not go by themselves. */
const RETRY_PATIENCE_MS = 10_000

/** Between two looks for the pid file of a starting server, which is there after some milliseconds. */
const LOOK_MS = 5

/** A log of this size is set aside at the next start, and the one set aside before is dropped. */
const LOG_BYTES_MAX = 5_000_000

/** Below this much shared memory (containers are given 64 MB) parallel queries would run out of it. */
const SHARED_MEMORY_BYTES_MIN = 256 * 1024 * 1024

/**
 * The application logs its own failed statements, and their values must not reach a second log:
 * starts, stops, recoveries and crashes remain.
 */
const LOG_SETTINGS = ['log_min_messages=log', 'log_checkpoints=off']

/** Also many connections, as test processes come and go beside each other. */
const TEST_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=250']

/**
 * Starts the server and waits until it takes connections, recovery after a kill included.
 * Leftovers of a killed server are waited for.
 * @throws EmbeddedPostgresError with the reason that PostgreSQL gave
 */
export async function launch(options: LaunchOptions): Promise<Postmaster> {
  const deadline = Date.now() + RETRY_PATIENCE_MS
  for (;;) {
    const outcome = await attempt(options)
    if (typeof outcome !== 'string') return outcome
    if (!isPassing(outcome) || Date.now() > deadline) throw explainPrinted(outcome, options.home.data)
    await delay(RETRY_MS)
  }
}

/** One attempt: the ready server, or what it printed before it gave up. */
async function attempt({ home, bin, durable }: LaunchOptions): Promise<Postmaster | string> {
  const address = await chooseAddress(home)
  const log = await openLog(home)
  const before = (await log.stat()).size
  try {
    const settings = [...listenSettings(address), ...serverSettings(durable)]
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', home.data, ...settings.flatMap((each) => ['-c', each])],
      {
        ...home.account,
        cwd: home.data,
        env: ENVIRONMENT,
        // A process group of its own: Ctrl-C is meant for us, who then stop it in good order.
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    )
    child.unref()
    const postmaster = await Promise.race([ended(child), readyAs(child, home.data)])
    if (postmaster !== undefined) return postmaster
    await abandonAddress({ host: address.host, run: home.run })
    return await printedSince(log, before)
  } finally {
    await log.close()
  }
}

/** Fails when the program could not be started at all, otherwise returns nothing once it has ended. */
function ended(child: ChildProcess): Promise<undefined> {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(explainSpawn(error)))
    child.on('exit', () => resolve(undefined))
  })
}

/** Looks for the pid file of this very process; one left behind by another means nothing. */
async function readyAs(child: ChildProcess, data: string): Promise<Postmaster | undefined> {
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const postmaster = await becomesReady(data)
    if (postmaster?.pid === child.pid) return postmaster
    await delay(LOOK_MS)
  }
  return new Promise(() => undefined)
}

function serverSettings(durable: boolean): string[] {
  return [
    ...LOG_SETTINGS,
    ...(sharedMemoryIsScarce() ? ['dynamic_shared_memory_type=mmap'] : []),
    ...(durable ? [] : TEST_SETTINGS),
  ]
}

function sharedMemoryIsScarce(): boolean {
  if (process.platform !== 'linux') return false
  try {
    const { blocks, bsize } = statfsSync('/dev/shm')
    return blocks * bsize < SHARED_MEMORY_BYTES_MIN
  } catch {
    return true
  }
}

async function openLog(home: ClusterHome): Promise<FileHandle> {
  const path = join(home.folder, 'postgres.log')
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LOG_BYTES_MAX) await rename(path, `${path}.old`)
  return open(path, 'a+', 0o600)
}

async function printedSince(log: FileHandle, position: number): Promise<string> {
  const { size } = await log.stat()
  const buffer = Buffer.alloc(size - position)
  await log.read(buffer, 0, buffer.length, position)
  return buffer.toString('utf8')
}
