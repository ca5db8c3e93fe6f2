import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'

/** Clock ticks per millisecond: Linux reports processor time in 100 ticks per second. */
const TICKS_PER_MS = 0.1

/** A process as Linux reports it; processor times are in milliseconds. */
export interface ProcessStat {
  pid: number
  parent: number
  /** Processor time of the process with all of its threads. */
  own: number
  /** Processor time of child processes that have ended. */
  ofEnded: number
}

/** Returns the figures of a process. */
export async function statOf(pid: number): Promise<ProcessStat> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The fields after the name, which may contain spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent, utime, stime, cutime, cstime] = [0, 1, 11, 12, 13, 14].map((index) => fields[index]!)
  const ms = (ticks: number) => ticks / TICKS_PER_MS
  return { pid, parent: parent!, own: ms(utime! + stime!), ofEnded: ms(cutime! + cstime!) }
}

/** Returns the process ID of the postmaster of a PostgreSQL cluster on this machine. */
export async function postmasterOf(owner: Client): Promise<number> {
  const { rows } = await owner.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  const [line = ''] = (await readFile(join(rows[0]!.folder, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(line)
}

/** Returns the figures of the running processes of a cluster, the postmaster first. */
export async function clusterStats(postmaster: number): Promise<ProcessStat[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  // Other processes may end in the meantime.
  const stats = await Promise.all(pids.map((pid) => statOf(pid).catch(() => undefined)))
  const children = stats.filter((stat) => stat !== undefined && stat.parent === postmaster)
  return [await statOf(postmaster), ...(children as ProcessStat[])]
}
