import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A PostgreSQL server that runs on our data directory, as described by its pid file. */
export interface Postmaster {
  pid: number
  /** Folder of its socket, or its address if it has none. */
  host: string
  port: number
  /** False while it starts, recovers or stops. */
  ready: boolean
}

/** Zero-based lines of postmaster.pid (PostgreSQL: miscadmin.h, LOCK_FILE_LINE_*). */
const LINES = { pid: 0, port: 3, socketFolder: 4, address: 5, status: 7 }

/** Pause between two checks of a server that starts or stops; either takes at least 20 ms. */
const POLL_MS = 5

/** After this time a stop no longer waits for the last checkpoint; nothing committed is lost. */
const STOP_PATIENCE_MS = 30_000

/** Returns the contents of the pid file of a data directory, whether or not that server is still running. */
export async function readPidFile(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const line = (index: number) => lines[index]?.trim() ?? ''
  const [pid, port] = [Number(line(LINES.pid)), Number(line(LINES.port))]
  if (!(pid > 0)) return undefined
  const host = line(LINES.socketFolder) || line(LINES.address)
  return { pid, port, host, ready: line(LINES.status) === 'ready' }
}

/** Returns the server that runs on a data directory, ready or not; undefined if there is none. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const postmaster = await readPidFile(data)
  return postmaster !== undefined && (await isPostmasterOf(postmaster.pid, data)) ? postmaster : undefined
}

/** Process IDs are reused by other programs, so the command line decides: it names the data directory. */
async function isPostmasterOf(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    // Empty for a process that has ended but has not been reaped yet.
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return words.split('\0').includes(data)
  }
  const listed = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return listed.status === 0 && listed.stdout.includes(data)
}

/** Waits until a running server is ready; undefined if it ended instead. */
export async function becomesReady(data: string): Promise<Postmaster | undefined> {
  for (;;) {
    const postmaster = await findPostmaster(data)
    if (postmaster === undefined || postmaster.ready) return postmaster
    await delay(POLL_MS)
  }
}

/** Stops the server of a data directory after its last checkpoint; does nothing if there is none. */
export async function stopPostmaster(data: string): Promise<void> {
  const postmaster = await findPostmaster(data)
  if (postmaster === undefined) return
  signal(postmaster.pid, 'SIGINT')
  const patience = Date.now() + STOP_PATIENCE_MS
  let urged = false
  while (await isPostmasterOf(postmaster.pid, data)) {
    await delay(POLL_MS)
    if (urged || Date.now() < patience) continue
    signal(postmaster.pid, 'SIGQUIT')
    urged = true
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
