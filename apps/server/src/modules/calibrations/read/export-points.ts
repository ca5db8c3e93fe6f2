import {
  type AppCalibrationRecord,
  type Measurement,
  POINT_POSITION_COLUMN,
  POINT_RECORD_COLUMN,
  POINT_STANDARD_COLUMN,
  pointColumns,
} from '@plumbline/contract'
import { flatFieldsOf } from '@plumbline/contract/measurement'
import type { Snapshot } from '../../../platform/db/index.ts'
import { type Cell, type ColumnsOf, type Sheet, sheetOf } from '../../../platform/tables/index.ts'
import type { Caller } from '../../access/index.ts'
import { summariesOf } from '../../instruments/index.ts'
import { findMeasurementsOf } from '../read-store.ts'
import type { RecordRow } from '../record.ts'
import { serializeRecord } from '../serialize.ts'
import { withInstruments } from './list-query.ts'
import { type WholeList, wholeList } from './list-store.ts'

/** Number of records whose points are read together; some have hundreds. */
const PART = 20

/** The data of a row. */
interface PointSource {
  readonly record: AppCalibrationRecord
  /** Asset tags of the standards of a record and its points, by ID. */
  readonly standards: ReadonlyMap<string, { readonly asset_tag: string | null }>
  /** Position among the points of the record, from 1. */
  readonly position: number
  readonly point: Measurement
}

type RecordMember = Exclude<keyof AppCalibrationRecord, 'instrument'>

/** Columns of the record of a point. Each is named like the member, so that an import recognizes it. */
function recordColumns(...names: readonly RecordMember[]): ColumnsOf<PointSource> {
  return Object.fromEntries(names.map((name) => [name, ({ record }: PointSource) => record[name]]))
}

/**
 * Columns of a file of points: what an import needs of the record, the point, and everything else that a record states
 * in addition to its points. What is computed for the record from all of them is in the file of records.
 */
const columns: ColumnsOf<PointSource> = {
  asset_tag: ({ record }) => record.instrument.asset_tag,
  ...recordColumns(
    'performed_at',
    'result',
    'calibration_type',
    'certificate_number',
    'performed_by',
    'service_provider',
    'reference_standard',
  ),
  [POINT_RECORD_COLUMN]: ({ record }) => record.id,
  instrument_id: ({ record }) => record.instrument_id,
  [POINT_POSITION_COLUMN]: ({ position }) => position,
  tolerance_text: ({ point }) => flatFieldsOf(point).tolerance,
  uncertainty_text: ({ point }) => flatFieldsOf(point).measurement_uncertainty,
  ...Object.fromEntries(
    pointColumns.map(({ column, path }) => [column, ({ point }: PointSource) => valueAt(point, path)]),
  ),
  [POINT_STANDARD_COLUMN]: ({ point, standards }) => tagOf(standards, point.standard_asset_id),
  serial_number: ({ record }) => record.instrument.serial_number,
  reference_standard_asset_tag: ({ record, standards }) =>
    tagOf(standards, record.reference_standard_asset_id),
  ...recordColumns(
    'reference_standard_certificate_number',
    'reference_standard_reason',
    'traceability_reference',
    'next_due_date',
    'coverage_factor',
    'confidence_level',
  ),
  // Points have a decision rule of their own.
  record_decision_rule: ({ record }) => record.decision_rule,
  ...recordColumns(
    'temperature',
    'humidity',
    'method',
    'deviation_from_procedure',
    'item_condition',
    'place_of_work',
    'customer',
    'conformity_statement',
    'restriction_notes',
    'out_of_tolerance_impact',
    'opinions',
    'opinions_basis',
    'notes',
    'approval_status',
    'is_starting_record',
  ),
  record_status: ({ record }) => record.status,
}

function valueAt(point: Measurement, path: readonly string[]): Cell {
  const found = path.reduce<unknown>((value, name) => (value as Members | null)?.[name] ?? null, point)
  return found as Cell // A member of a point has a form that JSON has.
}

type Members = Readonly<Record<string, unknown>>

function tagOf(standards: PointSource['standards'], id: string | null): Cell {
  return id === null ? null : standards.get(id)?.asset_tag
}

/** Returns the measured points of the records of a list, in the order of the records. */
export function pointSheet(caller: Caller, list: (snapshot: Snapshot) => WholeList, now: Date): Sheet {
  return sheetOf('Points', columns, async function* partsOf(snapshot) {
    for await (const rows of snapshot.stream<RecordRow>(wholeList(list(snapshot))).pages()) {
      const withPoints = rows.filter((row) => row.recordType !== 'void' && (row.measurementCount ?? 0) > 0)
      for (let at = 0; at < withPoints.length; at += PART) {
        yield pointsOf(snapshot, caller, withPoints.slice(at, at + PART), now)
      }
    }
  })
}

async function pointsOf(
  snapshot: Snapshot,
  caller: Caller,
  rows: readonly RecordRow[],
  now: Date,
): Promise<PointSource[]> {
  const records = await withInstruments(snapshot, caller, rows.map(serializeRecord), now)
  const measured = await findMeasurementsOf(
    snapshot,
    rows.map(({ calibrationId }) => calibrationId),
  )
  const used = records.flatMap(({ id, reference_standard_asset_id: standard }) => [
    standard,
    ...(measured.get(id)?.points ?? []).map((point) => point.standard_asset_id),
  ])
  const ids = [...new Set(used)].filter((id) => id !== null)
  const standards = await summariesOf(snapshot, caller.workspace, ids, now)
  return records.flatMap((record) =>
    (measured.get(record.id)?.points ?? []).map((point, at) => ({
      record,
      standards,
      position: at + 1,
      point,
    })),
  )
}
