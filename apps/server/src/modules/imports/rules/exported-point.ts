import {
  POINT_POSITION_COLUMN,
  POINT_RECORD_COLUMN,
  POINT_STANDARD_COLUMN,
  POINT_TARGET,
  pointColumns,
  type ImportTarget,
  type MeasurementCreate,
  type PointColumn,
} from '@plumbline/contract'
import { readYesNo } from './cell-text.ts'

/** The texts of a point in a file that we exported, by column. */
export type ExportedPoint = Readonly<Record<string, string>>

/** The point of a row, or the column that cannot be read. */
type ExportedPointRead = { readonly point: MeasurementCreate } | { readonly unread: string }

/**
 * Members that mean nothing elsewhere: IDs of another workspace, and what the accreditation of a laboratory covered,
 * which no import states.
 */
const OF_THAT_WORKSPACE: ReadonlySet<string> = new Set(['point_id', 'standard_asset_id', 'accredited'])

/** The columns whose values a request states; the others are computed from them. */
const stated: ReadonlyMap<string, PointColumn> = new Map(
  pointColumns
    .filter(({ column, statedBy }) => statedBy === 'request' && !OF_THAT_WORKSPACE.has(column))
    .map((one) => [one.column, one]),
)

const read: ReadonlySet<string> = new Set([
  POINT_RECORD_COLUMN,
  POINT_POSITION_COLUMN,
  POINT_STANDARD_COLUMN,
  ...stated.keys(),
])

const exported: ReadonlySet<string> = new Set([
  ...pointColumns.map(({ column }) => column),
  ...read,
  'instrument_id',
  'tolerance_text',
  'uncertainty_text',
])

/** Columns that together only our own exports of points have. */
const telling = [POINT_RECORD_COLUMN, POINT_POSITION_COLUMN, 'as_found_readings']

/** Whether columns are those of our own exports of points. */
export function namesExportedPoints(columns: readonly string[]): boolean {
  return telling.every((name) => columns.includes(name))
}

/** Returns the target of a column of our exports of points; undefined for one that is named like its field. */
export function exportedPointTarget(column: string): ImportTarget | undefined {
  if (read.has(column)) return POINT_TARGET
  if (column === 'record_decision_rule') return 'decision_rule'
  return exported.has(column) ? 'ignore' : undefined
}

/** Returns the order of rows by their position among the points of their record. */
export function byPosition(a: ExportedPoint | undefined, b: ExportedPoint | undefined): number {
  const [first, second] = [a, b].map((point) => Number(point?.[POINT_POSITION_COLUMN])) as [number, number]
  return first - second || 0
}

type Members = Record<string, unknown>

/** Reads a point that was exported: every member that a request states, as it was stated. */
export function readExportedPoint(texts: ExportedPoint): ExportedPointRead {
  const point: Members = {}
  for (const [column, text] of Object.entries(texts)) {
    const about = stated.get(column)
    if (!about) continue
    const value = valueOf(about.kind, text)
    if (value === undefined) return { unread: column }
    place(point, about.path, value)
  }
  return { point: asStated(point) }
}

/** Returns undefined for a text that is not of the kind. */
function valueOf(kind: PointColumn['kind'], text: string): unknown {
  if (kind === 'flag') return readYesNo(text)
  if (kind !== 'tolerance' && kind !== 'conditions' && kind !== 'uncertainty' && kind !== 'readings')
    return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function place(point: Members, path: readonly string[], value: unknown): void {
  const [name, ...further] = path as [string, ...string[]]
  if (further.length === 0) point[name] = value
  else place((point[name] ??= {}) as Members, further, value)
}

/** Returns a point without what a response adds to the stated members. */
function asStated(point: Members): Members {
  const { nominal, reads } = point as MeasurementCreate
  const withPhases = ['as_found', 'as_left'].flatMap((name) => {
    const phase = point[name] as Members | undefined
    if (!phase) return []
    const { readings, reference, uncertainty, ...others } = phase
    const isMeasured = !Array.isArray(readings) || readings.length > 0
    // A response states the value with which the readings were compared, also if no other than the nominal value.
    const isOwn = reference !== undefined && reads !== 'standard' && reference !== nominal?.value
    const members = {
      ...others,
      ...(readings !== undefined && isMeasured && { readings }),
      ...(isOwn && { reference }),
      ...(uncertainty !== undefined && { uncertainty: withoutBudget(uncertainty) }),
    }
    return Object.keys(members).length === 0 ? [] : [[name, members] as const]
  })
  const { as_found: _found, as_left: _left, uncertainty, ...others } = point
  return {
    ...others,
    ...(uncertainty !== undefined && { uncertainty: withoutBudget(uncertainty) }),
    ...Object.fromEntries(withPhases),
  }
}

/** Returns an uncertainty without the budget of another workspace; its values were computed from it. */
function withoutBudget(uncertainty: unknown): unknown {
  if (typeof uncertainty !== 'object' || uncertainty === null || !('expanded' in uncertainty))
    return uncertainty
  const { budget_id: _budget, ...values } = uncertainty as Members
  return values
}
