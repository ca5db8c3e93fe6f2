import { createHash } from 'node:crypto'
import {
  POINT_CHOICES_MAX,
  POINT_HISTORY_POINTS_MAX,
  POINT_HISTORY_RECORDS_MAX,
  type PointHistory,
  type PointVerdict,
  type WorstPoint,
} from '@plumbline/contract'
import { seriesOfPoints, worstPhase, type NamedPoint } from '@plumbline/contract/measurement'
import type { Database, WorkspaceQueries } from '../../../../platform/db/index.ts'
import { notFound } from '../../../../platform/errors.ts'
import type { Caller } from '../../../access/index.ts'
import { findInstrument } from '../../../instruments/index.ts'
import {
  readMeasuredRecords,
  readPointsAt,
  type MeasuredRecord,
  type PointPosition,
} from './point-history-store.ts'

type Name = Omit<PointHistory['points'][number], 'records'>

/** Share of its tolerance that a phase of a point uses. */
interface Use {
  readonly verdict: PointVerdict
  readonly percent_of_tolerance: string | null
}

/** A point of one of the examined records. */
interface PointOfRecord extends PointPosition {
  readonly name: Name
  readonly found: Use | null
  readonly left: Use | null
}

interface RecordWithPoints {
  readonly record: MeasuredRecord
  readonly points: readonly PointOfRecord[]
}

/**
 * Returns the most recent records in effect of an instrument that have points, with the deviation of the worst point
 * of each, and the history of one point across them, all from one snapshot.
 * @param wanted key of that point; defaults to the worst as-found point of the most recent record if omitted or not
 * in the records
 * @throws 404 NOT_FOUND for an instrument outside the caller's reach
 */
export async function readPointHistory(
  db: Database,
  caller: Pick<Caller, 'workspaceId' | 'siteIds'>,
  instrumentId: string,
  wanted: string | undefined,
): Promise<PointHistory> {
  return db.snapshot(caller.workspaceId, async (queries) => {
    const instrument = await findInstrument(queries, instrumentId, caller.siteIds)
    if (!instrument) throw notFound()
    const records = await readMeasuredRecords(queries, instrument.instrumentId, {
      records: POINT_HISTORY_RECORDS_MAX,
      points: POINT_HISTORY_POINTS_MAX,
    })
    const history = withPoints(records)
    const all = Map.groupBy(
      history.flatMap(({ points }) => points),
      ({ name }) => name.key,
    )
    return {
      records: history.map(serializeRecord),
      records_total: records[0]?.total ?? 0,
      points: [...all.values()]
        .slice(0, POINT_CHOICES_MAX)
        .map((same) => ({ ...same[0]!.name, records: same.length })),
      points_total: all.size,
      chosen: await chosenOf(queries, all, all.has(wanted ?? '') ? wanted : worstKey(history[0])),
    }
  })
}

/** Names every point so that the same point has the same name in all records. */
function withPoints(records: readonly MeasuredRecord[]): RecordWithPoints[] {
  const named = records.map(({ points }) => points.map(nameOf))
  const keys = new Map<string, string>()
  const keyOf = (series: string) => {
    const key = keys.get(series) ?? shortKey(series)
    keys.set(series, key)
    return key
  }
  const series = seriesOfPoints(named)
  return records.map((record, index) => ({
    record,
    points: record.points.map((parts, position) => {
      const { point_id: _id, conditions: _conditions, ...name } = named[index]![position]!
      const [, , , , , foundVerdict, foundPercent, leftVerdict, leftPercent] = parts
      return {
        calibrationId: record.calibrationId,
        position,
        name: { key: keyOf(series[index]![position]!), ...name },
        found: useOf(foundVerdict, foundPercent),
        left: useOf(leftVerdict, leftPercent),
      }
    }),
  }))
}

function nameOf(parts: MeasuredRecord['points'][number]): NamedPoint {
  const [pointId, measured, channel, range, nominal] = parts
  const conditions = parts[9]
  return { point_id: pointId, function: measured, channel, range, nominal, conditions }
}

/** Returns a short key for URLs, regardless of the length of function and range. */
function shortKey(series: string): string {
  return createHash('sha256').update(series).digest('base64url').slice(0, 22)
}

function useOf(verdict: PointVerdict | null, percent: string | null): Use | null {
  return verdict === null ? null : { verdict, percent_of_tolerance: percent }
}

function serializeRecord({ record, points }: RecordWithPoints): PointHistory['records'][number] {
  const isLeft = points.some(({ left }) => left !== null)
  return {
    calibration_id: record.calibrationId,
    performed_at: record.performedAt,
    performed_by: record.performedBy,
    result: record.result,
    measurement_count: record.measurementCount,
    points_out: record.pointsOut,
    worst_found: worstOf(points, ({ found }) => found),
    worst_left: isLeft ? worstOf(points, ({ left, found }) => left ?? found) : null,
  }
}

function worstOf(
  points: readonly PointOfRecord[],
  phaseOf: (point: PointOfRecord) => Use | null,
): WorstPoint | null {
  const worst = worstPhase(points.map(phaseOf))
  if (worst === null) return null
  const use = phaseOf(points[worst]!)!
  return use.verdict === 'not_comparable' ? null : { ...points[worst]!.name, ...use }
}

/** Returns the key of the point that most needs attention. */
function worstKey(newest: RecordWithPoints | undefined): string | undefined {
  if (newest === undefined) return undefined
  const { points } = newest
  const index = worstPhase(points.map(({ found, left }) => found ?? left)) ?? 0
  return points[index]?.name.key
}

async function chosenOf(
  queries: WorkspaceQueries,
  all: ReadonlyMap<string, readonly PointOfRecord[]>,
  key: string | undefined,
): Promise<PointHistory['chosen']> {
  const positions = key === undefined ? undefined : all.get(key)
  if (positions === undefined) return null
  const points = await readPointsAt(queries, positions)
  return {
    ...positions[0]!.name,
    measurements: points.map((point, index) => ({
      calibration_id: positions[index]!.calibrationId,
      point,
    })),
  }
}
