import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A PostgreSQL server that runs on our data directory, as its own pid file describes it. */
export interface Postmaster {
  pid: number
  /** Folder of its socket, or its address when it has none. */
  host: string
  port: number
  /** False while it starts, recovers or stops. */
  ready: boolean
}

/** Lines of postmaster.pid, counted from 0 (PostgreSQL: miscadmin.h, LOCK_FILE_LINE_*). */
const LINES = { pid: 0, port: 3, socketFolder: 4, address: 5, status: 7 }

/** Between two looks at a server that starts or stops; either takes 20 ms at best. */
const LOOK_MS = 5

/** After this long a stop no longer waits for the last checkpoint; nothing committed is lost by that. */
const STOP_PATIENCE_MS = 30_000

/** What the pid file of a data directory says, whether or not that server still lives. */
export async function readPidFile(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const line = (index: number) => lines[index]?.trim() ?? ''
  const [pid, port] = [Number(line(LINES.pid)), Number(line(LINES.port))]
  if (!(pid > 0)) return undefined
  const host = line(LINES.socketFolder) || line(LINES.address)
  return { pid, port, host, ready: line(LINES.status) === 'ready' }
}

/** The server that runs on a data directory, ready or not; undefined when there is none. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const postmaster = await readPidFile(data)
  return postmaster !== undefined && (await isPostmasterOf(postmaster.pid, data)) ? postmaster : undefined
}

/** Process ids are used again by strangers, so the command line decides: it names the data directory. */
async function isPostmasterOf(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    // Empty for a process that has ended and that nobody has reaped yet.
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return words.split('\0').includes(data)
  }
  const listed = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return listed.status === 0 && listed.stdout.includes(data)
}

/** Waits until a running server is ready; undefined when it ended instead. */
export async function becomesReady(data: string): Promise<Postmaster | undefined> {
  for (;;) {
    const postmaster = await findPostmaster(data)
    if (postmaster === undefined || postmaster.ready) return postmaster
    await delay(LOOK_MS)
  }
}

/** Ends the server of a data directory after its last checkpoint; does nothing when there is none. */
export async function stopPostmaster(data: string): Promise<void> {
  const postmaster = await findPostmaster(data)
  if (postmaster === undefined) return
  signal(postmaster.pid, 'SIGINT')
  const patience = Date.now() + STOP_PATIENCE_MS
  let urged = false
  while (await isPostmasterOf(postmaster.pid, data)) {
    await delay(LOOK_MS)
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
