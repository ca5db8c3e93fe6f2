import { because, TOUCHED_MAX } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import { findPasses, findUses, type Since, type StandardUse } from './reach-store.ts'

/** A standard and the period of its uses to follow: both bounds are inclusive, null means unbounded. */
export interface Reach {
  readonly standardId: string
  readonly from: string | null
  readonly to: string | null
}

/** A calibration affected by a standard, directly or through instruments that were calibrated with it. */
export interface TouchedCalibration {
  readonly calibrationId: string
  readonly instrumentId: string
  readonly performedAt: string
  /**
   * 1: made with the standard itself; 2: made with an instrument of level 1; and so on. The lowest level if there are
   * several paths.
   */
  readonly level: number
  /** The standard through which it is reached on that level. */
  readonly viaId: string
}

/** Earlier than anything was measured. */
const EVER = '0001-01-01T00:00:00.000Z'

/**
 * Finds the calibrations that a standard affects: every calibration in effect (approved, not superseded, not voided)
 * that was made with it in the period, and, level by level, those made with each affected instrument from then until
 * its next calibration in effect that passed. Both instants are inclusive. Each calibration is returned once, ordered
 * by level, time and ID. A level takes two statements, which find the rows of its instruments by index.
 * @throws 422 FILTER_TOO_BROAD for more than `max`
 */
export async function findTouched(
  queries: WorkspaceQueries,
  reach: Reach,
  max = TOUCHED_MAX,
): Promise<TouchedCalibration[]> {
  const [touched] = await findTouchedByEach(queries, [reach], max)
  return touched!
}

/**
 * Like `findTouched`, for several standards or periods, in order; takes only as many statements as the one with the
 * most levels.
 * @throws 422 FILTER_TOO_BROAD for more than `max` in total
 */
export async function findTouchedByEach(
  queries: WorkspaceQueries,
  reaches: readonly Reach[],
  max = TOUCHED_MAX,
): Promise<TouchedCalibration[][]> {
  const walks = reaches.map((reach) => ({ reach, touched: new Map<string, TouchedCalibration>() }))
  let steps: Step[] = walks.map((walk) => ({
    walk,
    begins: beginOf(walk.reach),
    last: walk.reach.to === null ? NEVER : new Date(walk.reach.to).toISOString(),
  }))
  for (let level = 1; steps.length > 0; level += 1) {
    const found = await stepOn(queries, steps, level)
    requireFew(
      walks.reduce((sum, { touched }) => sum + touched.size, 0),
      max,
    )
    steps = found.flatMap(({ walk, found: calibrations }) =>
      calibrations.length === 0 ? [] : [{ walk, begins: beginsOf(calibrations), last: NEVER }],
    )
  }
  return walks.map(({ touched }) => [...touched.values()])
}

/** One of several searches that are executed together. */
interface Walk {
  readonly reach: Reach
  readonly touched: Map<string, TouchedCalibration>
}

/** The standards of one level of a walk, with the instants from which their uses count, in order of time. */
interface Step {
  readonly walk: Walk
  readonly begins: ReadonlyMap<string, readonly string[]>
  /** The last instant at which a use counts. */
  readonly last: string
}

function beginOf({ standardId, from }: Reach): Step['begins'] {
  return new Map([[standardId.toLowerCase(), [from === null ? EVER : new Date(from).toISOString()]]])
}

function beginsOf(calibrations: readonly TouchedCalibration[]): Step['begins'] {
  const begins = new Map<string, string[]>()
  // The calibrations are in order of time.
  for (const { instrumentId, performedAt } of calibrations) {
    const known = begins.get(instrumentId)
    if (known) known.push(performedAt)
    else begins.set(instrumentId, [performedAt])
  }
  return begins
}

function requireFew(candidates: number, maximum: number): void {
  if (candidates <= maximum) return
  throw new ApiError('FILTER_TOO_BROAD', {
    reason: because('report.too_long', { count: maximum }),
    details: { candidates, maximum, narrow_with: ['from', 'to'] },
  })
}

/** Adds the calibrations of the next level to each walk, and returns them. */
async function stepOn(
  queries: WorkspaceQueries,
  steps: readonly Step[],
  level: number,
): Promise<{ walk: Walk; found: TouchedCalibration[] }[]> {
  const since = earliestOf(steps)
  const uses = await findUses(queries, since, level === 1 ? latestOf(steps) : null)
  // The first standard has no ends: it is known to be faulty, and a later pass shows nothing about its earlier uses.
  const ends = level === 1 || uses.length === 0 ? NO_PASSES : await passesOf(queries, since, uses)
  return steps.map((step) => {
    const found = onLevel(
      uses.filter((use) => isWithin(step, use, ends)),
      level,
      step.walk.touched,
    )
    for (const one of found) step.walk.touched.set(one.calibrationId, one)
    return { walk: step.walk, found }
  })
}

/** Returns the standards of several walks, each with its earliest instant. */
function earliestOf(steps: readonly Step[]): Since {
  const since = new Map<string, string>()
  for (const { begins } of steps) {
    for (const [id, [first]] of begins) {
      const known = since.get(id)
      if (known === undefined || first! < known) since.set(id, first!)
    }
  }
  return since
}

/** Returns the last instant that counts for any of the steps; null if unbounded. */
function latestOf(steps: readonly Step[]): string | null {
  const last = steps
    .map((step) => step.last)
    .toSorted(compare)
    .at(-1)!
  return last === NEVER ? null : last
}

function isWithin(
  { begins, last }: Step,
  { standardId, performedAt }: StandardUse,
  passes: ReadonlyMap<string, string[]>,
): boolean {
  if (performedAt > last) return false
  const ends = passes.get(standardId)
  return (begins.get(standardId) ?? []).some(
    (begin) => begin <= performedAt && performedAt <= nextAfter(ends, begin),
  )
}

/** Returns the uses that are not on a lower level, each calibration once, ordered by time and ID. */
function onLevel(
  uses: readonly StandardUse[],
  level: number,
  touched: ReadonlyMap<string, unknown>,
): TouchedCalibration[] {
  const found = new Map<string, TouchedCalibration>()
  for (const { standardId: viaId, ...use } of uses) {
    const before = found.get(use.calibrationId)
    if (touched.has(use.calibrationId) || (before && before.viaId <= viaId)) continue
    found.set(use.calibrationId, { ...use, level, viaId })
  }
  return [...found.values()].toSorted(
    (a, b) => compare(a.performedAt, b.performedAt) || compare(a.calibrationId, b.calibrationId),
  )
}

const NO_PASSES: ReadonlyMap<string, string[]> = new Map()

/** Later than anything is measured. */
const NEVER = '9999-12-31T23:59:59.999Z'

function nextAfter(passes: readonly string[] | undefined, instant: string): string {
  return passes?.find((pass) => pass > instant) ?? NEVER
}

/** Returns when the instruments that were used passed, in order of time. */
async function passesOf(
  queries: WorkspaceQueries,
  since: Since,
  uses: readonly StandardUse[],
): Promise<ReadonlyMap<string, string[]>> {
  const used = new Map(uses.map(({ standardId }) => [standardId, since.get(standardId)!]))
  const passes = Map.groupBy(await findPasses(queries, used), ({ instrumentId }) => instrumentId)
  return new Map([...passes].map(([id, rows]) => [id, rows.map(({ performedAt }) => performedAt)]))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
