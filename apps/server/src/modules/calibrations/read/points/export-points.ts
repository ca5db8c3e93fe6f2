import {
  decisionFields,
  phaseFields,
  pointFields,
  type Measurement,
  type PointField,
} from '@plumbline/contract'
import { flatFieldsOf } from '@plumbline/contract/measurement'
import type { Snapshot } from '../../../../platform/db/index.ts'
import { sheetOf, type Cell, type ColumnsOf, type Sheet } from '../../../../platform/tables/index.ts'
import { wholeList, type WholeList } from '../list-store.ts'
import { findMeasurementsOf } from '../../read-store.ts'
import type { RecordRow } from '../../record.ts'

/** What a row is made from. */
interface PointSource {
  readonly row: RecordRow
  /** Place among the points of the record, from 1. */
  readonly position: number
  readonly point: Measurement
}

type Members = Readonly<Record<string, unknown>>

/** Tables of the members that stand in columns of their own. */
const nestedTables: Readonly<Partial<Record<PointField['kind'], Readonly<Record<string, PointField>>>>> = {
  phase: phaseFields,
  decision: decisionFields,
}

/** Columns of the members of a table, `as_found_mean` for the mean of `as_found`; of the rest, JSON. */
function columnsOf(
  table: Readonly<Record<string, PointField>>,
  prefix: string,
  read: (point: Measurement) => Members | null,
): [string, (source: PointSource) => Cell][] {
  return Object.entries(table).flatMap(([name, { kind }]): [string, (source: PointSource) => Cell][] => {
    const valueOf = (point: Measurement) => (read(point)?.[name] ?? null) as Cell
    const nested = nestedTables[kind]
    if (nested) return columnsOf(nested, `${prefix}${name}_`, (point) => valueOf(point) as Members | null)
    if (kind === 'nominal') {
      const member = (of: string) => [
        `${prefix}${name}_${of}`,
        ({ point }: PointSource) => ((valueOf(point) as Members | null)?.[of] ?? null) as Cell,
      ]
      return [member('value'), member('unit')] as [string, (source: PointSource) => Cell][]
    }
    return [[`${prefix}${name}`, ({ point }) => valueOf(point)]]
  })
}

const columns: ColumnsOf<PointSource> = {
  calibration_id: ({ row }) => row.calibrationId,
  instrument_id: ({ row }) => row.instrumentId,
  performed_at: ({ row }) => row.performedAt,
  position: ({ position }) => position,
  tolerance_text: ({ point }) => flatFieldsOf(point).tolerance,
  uncertainty_text: ({ point }) => flatFieldsOf(point).measurement_uncertainty,
  ...Object.fromEntries(columnsOf(pointFields, '', (point) => point)),
}

/** Records whose points are read at once: some have hundreds. */
const PART = 20

/** The measured points of records, in the order of the records. */
export function pointSheet(list: (snapshot: Snapshot) => WholeList): Sheet {
  return sheetOf('Points', columns, async function* partsOf(snapshot) {
    for await (const rows of snapshot.walk<RecordRow>(wholeList(list(snapshot))).pages()) {
      const withPoints = rows.filter((row) => row.recordType !== 'void' && (row.measurementCount ?? 0) > 0)
      for (let at = 0; at < withPoints.length; at += PART) {
        yield pointsOf(snapshot, withPoints.slice(at, at + PART))
      }
    }
  })
}

async function pointsOf(snapshot: Snapshot, rows: readonly RecordRow[]): Promise<PointSource[]> {
  const measured = await findMeasurementsOf(
    snapshot,
    rows.map(({ calibrationId }) => calibrationId),
  )
  return rows.flatMap((row) =>
    (measured.get(row.calibrationId)?.points ?? []).map((point, at) => ({ row, position: at + 1, point })),
  )
}
