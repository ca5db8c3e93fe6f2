import { decisionFields, phaseFields, pointFields } from './point.ts'
import type { PointField } from './point-field.ts'

/** A column of a file of measured points. */
export interface PointColumn {
  readonly column: string
  /** Where a point has the value of the column: `['as_found', 'mean']` for `as_found_mean`. */
  readonly path: readonly string[]
  readonly kind: PointField['kind']
  readonly statedBy: PointField['statedBy']
}

/** Tables of the members that have columns of their own; members of other kinds are JSON in one column. */
const nestedTables: Readonly<Partial<Record<PointField['kind'], Readonly<Record<string, PointField>>>>> = {
  phase: phaseFields,
  decision: decisionFields,
}

/** Column with the decision rule that the point states; `decision_rule` is the one that its decision follows. */
const OWN_RULE_COLUMN = 'own_decision_rule'

function columnsOf(
  table: Readonly<Record<string, PointField>>,
  before: readonly string[] = [],
): readonly PointColumn[] {
  return Object.entries(table).flatMap(([name, { kind, statedBy }]) => {
    const path = [...before, name]
    const nested = nestedTables[kind]
    if (nested) return columnsOf(nested, path)
    const column = before.length === 0 && name === 'decision_rule' ? OWN_RULE_COLUMN : path.join('_')
    if (kind !== 'nominal') return [{ column, path, kind, statedBy }]
    return [
      { column: `${column}_value`, path: [...path, 'value'], kind: 'decimal', statedBy },
      { column: `${column}_unit`, path: [...path, 'unit'], kind: 'text', statedBy },
    ] as const
  })
}

/** The columns of a point in files, in the order of the public API: exports write them, and imports read them. */
export const pointColumns: readonly PointColumn[] = columnsOf(pointFields)

/**
 * Columns by which exports say to which record a row of a file of points belongs, and which of its points it is,
 * counted from 1.
 */
export const POINT_RECORD_COLUMN = 'calibration_id'
export const POINT_POSITION_COLUMN = 'position'

/** Column with the asset tag of the standard that a point names, because its ID means nothing elsewhere. */
export const POINT_STANDARD_COLUMN = 'standard_asset_tag'
