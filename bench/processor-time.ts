import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { Load, Measured } from './measure.ts'

/** Clock ticks per millisecond: Linux reports processor time in 100 ticks per second. */
const TICKS_PER_MS = 0.1

/** Processor time of a process, in milliseconds. */
type Meter = () => Promise<number>

/** Reads the processor time of a process with all of its threads. */
export function ofProcess(pid: number): Meter {
  return async () => (await statOf(pid)).own
}

/** Reads the processor time of a PostgreSQL cluster on this machine: all of its processes, including ended ones. */
export async function ofCluster(owner: Client): Promise<Meter> {
  const { rows } = await owner.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  const [line = ''] = (await readFile(join(rows[0]!.folder, 'postmaster.pid'), 'utf8')).split('\n')
  const postmaster = Number(line)
  return async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
    const stats = await Promise.all(pids.map((pid) => statOf(pid).catch(() => undefined)))
    const living = stats.filter((stat) => stat?.parent === postmaster)
    const { own, ofEnded } = await statOf(postmaster)
    return living.reduce((sum, stat) => sum + stat!.own, own + ofEnded)
  }
}

interface Stat {
  parent: number
  own: number
  /** Processor time of child processes that have ended. */
  ofEnded: number
}

/** Returns the fields of /proc/PID/stat after the name, which may contain spaces. */
async function statOf(pid: number): Promise<Stat> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent, utime, stime, cutime, cstime] = [0, 1, 11, 12, 13, 14].map((place) => fields[place]!)
  const ms = (ticks: number) => ticks / TICKS_PER_MS
  return { parent: parent!, own: ms(utime! + stime!), ofEnded: ms(cutime! + cstime!) }
}

/** Wraps a load to record the processor time per unit of each process. */
export function timing<Name extends string>(
  meters: Record<Name, Meter>,
  load: Load,
): { load: Load; perUnit: () => Record<Name, number> } {
  const names = Object.keys(meters) as Name[]
  const used = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  let units = 0
  const read = () => Promise.all(names.map((name) => meters[name]()))
  return {
    load: async (durationMs): Promise<Measured> => {
      const [before, begun] = [await read(), performance.now()]
      const measured = await load(durationMs)
      const after = await read()
      units += (measured.perSecond * (performance.now() - begun)) / 1000
      for (const [place, name] of names.entries()) used[name] += after[place]! - before[place]!
      return measured
    },
    perUnit: () =>
      Object.fromEntries(names.map((name) => [name, used[name] / units])) as Record<Name, number>,
  }
}
