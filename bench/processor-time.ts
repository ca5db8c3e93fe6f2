import type { Client } from 'pg'
import type { Load, Measured } from './measure.ts'
import { clusterStats, postmasterOf, statOf } from './process-stat.ts'

/** Processor time of a process, in milliseconds. */
type Meter = () => Promise<number>

/** Reads the processor time of a process with all of its threads. */
export function ofProcess(pid: number): Meter {
  return async () => (await statOf(pid)).own
}

/** Reads the processor time of a PostgreSQL cluster on this machine: all of its processes, including ended ones. */
export async function ofCluster(owner: Client): Promise<Meter> {
  const postmaster = await postmasterOf(owner)
  return async () => {
    const running = await clusterStats(postmaster)
    return running.reduce((sum, { own }) => sum + own, running[0]!.ofEnded)
  }
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
      const [before, startedAt] = [await read(), performance.now()]
      const measured = await load(durationMs)
      const after = await read()
      units += (measured.perSecond * (performance.now() - startedAt)) / 1000
      for (const [index, name] of names.entries()) used[name] += after[index]! - before[index]!
      return measured
    },
    perUnit: () =>
      Object.fromEntries(names.map((name) => [name, used[name] / units])) as Record<Name, number>,
  }
}
