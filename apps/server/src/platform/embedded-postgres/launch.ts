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

/** Parameters for starting the server of a cluster. */
export interface LaunchOptions {
  home: ClusterHome
  /** Folder of the binaries. */
  bin: string
  /** False trades durability across a power loss for speed; for tests only. */
  durable: boolean
}

/** Pause between two attempts while the leftovers of a killed server disappear. */
const RETRY_MS = 250

/** They took up to 2 s; after this time they will not disappear. */
const RETRY_PATIENCE_MS = 10_000

/** Pause between two checks for the pid file of a starting server, which appears within milliseconds. */
const POLL_MS = 5

/** A log of this size is rotated at the next start; the previously rotated one is deleted. */
const LOG_BYTES_MAX = 5_000_000

/** With less shared memory (containers get 64 MB), parallel queries would run out of it. */
const SHARED_MEMORY_BYTES_MIN = 256 * 1024 * 1024

/**
 * The application logs its own failed statements, and their values must not reach a second log. Starts, stops,
 * recoveries and crashes are still logged.
 */
const LOG_SETTINGS = ['log_min_messages=log', 'log_checkpoints=off']

/**
 * A register of tens of thousands of rows is imported within a minute, the default pause between two runs of autovacuum.
 * Until tables that grew so quickly have statistics, statements on them are planned badly.
 */
const STATISTICS_SETTINGS = ['autovacuum_naptime=15s']

/** Also allows many connections, because several test processes run at the same time. */
const TEST_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=250']

/**
 * Starts the server and waits until it accepts connections, including recovery after a kill and the clean-up of
 * leftovers of a killed server.
 * @throws EmbeddedPostgresError with the reason given by PostgreSQL
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

/** Makes one attempt; returns the ready server, or its output before it gave up. */
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
        // A separate process group: Ctrl-C is meant for this process, which then stops the server cleanly.
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

/** Rejects if the program could not be started at all; otherwise resolves once it has ended. */
function ended(child: ChildProcess): Promise<undefined> {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(explainSpawn(error)))
    child.on('exit', () => resolve(undefined))
  })
}

/** Waits for the pid file of this process; one left by another process is ignored. */
async function readyAs(child: ChildProcess, data: string): Promise<Postmaster | undefined> {
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const postmaster = await becomesReady(data)
    if (postmaster?.pid === child.pid) return postmaster
    await delay(POLL_MS)
  }
  return new Promise(() => undefined)
}

function serverSettings(durable: boolean): string[] {
  return [
    ...LOG_SETTINGS,
    ...STATISTICS_SETTINGS,
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
