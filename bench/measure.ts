import { Pool } from 'undici'

/** A load to measure: runs for about a second and returns the number of units it completed. */
export type Load = (durationMs: number) => Promise<Measured>

/** The figures of one round. */
export interface Measured {
  perSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
}

/** Number of rounds per load; odd, so that the median is a measured value. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)

/** Length of one round, in milliseconds. */
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 2000)

/**
 * Measures the loads alternately, round after round, so that other activity of the machine affects all alike; returns the
 * figures of the rounds. The first round warms up and is not counted.
 */
export async function inTurn<const Name extends string, Seen>(
  rounds: number,
  measurements: Readonly<Record<Name, (isWarmUp: boolean) => Promise<Seen>>>,
): Promise<Record<Name, Seen[]>> {
  const names = Object.keys(measurements) as Name[]
  const seen = Object.fromEntries(names.map((name) => [name, [] as Seen[]])) as Record<Name, Seen[]>
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const measured = await measurements[name](round === 0)
      if (round > 0) seen[name].push(measured)
    }
  }
  return seen
}

/** Runs the loads alternately; returns the medians. */
export async function alternate<const Name extends string>(
  loads: Record<Name, Load>,
): Promise<Record<Name, Measured>> {
  const rounds = Object.entries<Load>(loads).map(
    ([name, load]) => [name, (isWarmUp: boolean) => load(isWarmUp ? ROUND_MS / 2 : ROUND_MS)] as const,
  )
  const seen = Object.entries(await inTurn(ROUNDS, Object.fromEntries(rounds)))
  return Object.fromEntries(seen.map(([name, each]) => [name, medians(each)])) as Record<Name, Measured>
}

function medians(rounds: Measured[]): Measured {
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p95Ms: median(rounds.map((round) => round.p95Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
  }
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** A load of work items that this many callers process, each one after another. */
export function callers(count: number, work: (caller: number) => Promise<unknown>): Load {
  return async (durationMs) => {
    const latencies: number[] = []
    const startedAt = performance.now()
    const until = startedAt + durationMs
    const one = async (caller: number) => {
      while (performance.now() < until) {
        const start = performance.now()
        await work(caller)
        latencies.push(performance.now() - start)
      }
    }
    await Promise.all(Array.from({ length: count }, (_, caller) => one(caller)))
    const seconds = (performance.now() - startedAt) / 1000
    const sorted = latencies.toSorted((a, b) => a - b)
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
    return { perSecond: latencies.length / seconds, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }
  }
}

/** A load of GET requests on this many connections; any response but 200 ends the measurement. */
export function requests(
  origin: string,
  path: string,
  headers: Record<string, string>,
  connections = 8,
): Load {
  const pool = new Pool(origin, { connections })
  return callers(connections, async () => {
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}: ${text.slice(0, 200)}`)
  })
}

/** Prints a table of the figures, with the ratio of each to the first row. */
export function report(title: string, rows: Record<string, Measured>): void {
  const [first] = Object.values(rows)
  printTable(
    title,
    ['load', 'per second', 'ratio', 'p50 ms', 'p99 ms'],
    Object.entries(rows).map(([name, row]) => [
      name,
      row.perSecond.toFixed(0),
      (row.perSecond / (first?.perSecond ?? Number.NaN)).toFixed(2),
      row.p50Ms.toFixed(2),
      row.p99Ms.toFixed(2),
    ]),
  )
}

/** Prints a Markdown table. */
export function printTable(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const lines = [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)]
  console.log(`\n${title}\n\n${lines.join('\n')}`)
}

/** A target and the measured figure. */
export interface Figure {
  readonly promise: string
  /** The target as text. */
  readonly reach: string
  readonly seen: string
  readonly reached: boolean
}

/** Prints a figure with its target, and reports it if this is part of a run of all benchmarks. */
export function compareFigure(
  promise: string,
  seen: number,
  limit: { atLeast: number } | { below: number },
  unit = '',
): void {
  const isFloor = 'atLeast' in limit
  const bound = isFloor ? limit.atLeast : limit.below
  const figure: Figure = {
    promise,
    reach: `${isFloor ? 'at least' : 'under'} ${bound}${unit}`,
    seen: `${seen.toFixed(seen < 10 ? 2 : 0)}${unit}`,
    reached: isFloor ? seen >= bound : seen < bound,
  }
  console.log(`\n${promise}: ${figure.seen}, to reach ${figure.reach}${figure.reached ? '' : ' (missed)'}`)
  process.send?.(figure)
}
