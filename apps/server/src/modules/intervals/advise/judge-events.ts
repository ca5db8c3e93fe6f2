import type { ExclusionReason } from '@plumbline/contract'
import { outOfTolerance } from '@plumbline/contract/tolerance'
import type { EventRow, ListedRow } from '../advice-store.ts'
import { intervalEvent, type IntervalEvent } from '../rules/interval-event.ts'

/** Number of comparisons before other requests get a turn; one takes tens of microseconds. */
const COMPARED_AT_ONCE = 200

/** A record that shows nothing about its interval. */
export interface Excluded {
  readonly calibrationId: string
  readonly why: ExclusionReason
  readonly performedAt: string
}

/** Records with their event: whether the instrument was in tolerance, or why that is unknown. */
export interface Judged {
  readonly row: EventRow
  readonly event: IntervalEvent
}

/** Judges rows in order, yielding to other requests in between. */
export async function judgeAll(rows: readonly EventRow[]): Promise<Judged[]> {
  const judged: Judged[] = []
  // Texts repeat: instruments of a model share nominal values and tolerances, and readings have few digits.
  const known = new Map<string, boolean | null>()
  let compared = 0
  for (const row of rows) {
    const key = row.verdict === 'compare' ? keyOf(row) : undefined
    const found = key === undefined ? undefined : known.get(key)
    const isOut = found === undefined ? asFoundOut(row) : found
    judged.push({ row, event: intervalEvent({ result: row.result, asFoundOut: isOut }) })
    if (key === undefined || found !== undefined) continue
    known.set(key, isOut)
    compared += 1
    if (compared % COMPARED_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return judged
}

function keyOf({ nominalValue, tolerance, unit, asFound }: EventRow): string {
  return JSON.stringify([nominalValue, tolerance, unit, asFound])
}

/** Returns what a record shows about its interval. Only the as-found state counts, regardless of the as-left state. */
export function eventOf(row: EventRow | ListedRow): IntervalEvent {
  return intervalEvent({ result: row.result, asFoundOut: asFoundOut(row) })
}

function asFoundOut(row: EventRow | ListedRow): boolean | null {
  if (row.verdict !== 'compare') return { in: false, out: true, excluded: null }[row.verdict]
  const { verdict } = outOfTolerance({
    nominalValue: row.nominalValue,
    tolerance: row.tolerance,
    unitOfMeasure: row.unit,
    asFoundReading: row.asFound,
    asLeftReading: null,
  })
  return verdict === 'not_comparable' ? null : verdict === 'outside'
}
