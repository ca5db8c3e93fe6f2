import type { CalibrationResult, CalibrationType } from '@plumbline/contract'
import type { StandardUncertainty } from '@plumbline/contract/procedure'
import { sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import type { Caller } from '../../access/index.ts'
import {
  findInstruments,
  instrumentAtKey,
  recordedStates,
  type InstrumentAt,
  type InstrumentRow,
  type RecordedState,
} from '../../instruments/index.ts'
import { certificateColumns, uncertaintiesOf, type CertificateRow } from '../../measurements/index.ts'
import { counts, lastFirst } from '../counting-store.ts'

/** An instrument that serves as a standard, and its state at the time of use. */
export interface StandardAtUse {
  readonly row: InstrumentRow
  readonly usedAt: string
  readonly state: RecordedState
  readonly records: Omit<RecordsAtUse, 'instrumentId' | 'at'>
}

/**
 * Reads standards as they were when used, in the order in which they are named; undefined for those outside the
 * caller's reach. The current register row does not describe the past: a record entered late is judged by the
 * calibration, extensions, status and quarantine at its time of performance (decisions, section 7).
 */
export async function standardsAtUse(
  tx: WorkspaceQueries,
  caller: Caller,
  uses: readonly InstrumentAt[],
): Promise<(StandardAtUse | undefined)[]> {
  if (uses.length === 0) return []
  const ids = [...new Set(uses.map(({ instrumentId }) => instrumentId))]
  const [rows, records, states] = await Promise.all([
    findInstruments(tx, ids, caller.siteIds),
    findRecordsAtUse(tx, uses),
    recordedStates(tx, uses),
  ])
  const rowOf = new Map(rows.map((row) => [row.instrumentId, row]))
  const recordsOf = new Map(records.map((own) => [instrumentAtKey(own), own]))
  return uses.map((use, index) => {
    const { instrumentId, at } = use
    const row = rowOf.get(instrumentId)
    const own = recordsOf.get(instrumentAtKey(use))
    const state = states[index]
    return row && own && state && { row, usedAt: at, state, records: own }
  })
}

/** The records of an instrument that counted at an instant: approved, and not superseded or voided to date. */
export interface RecordsAtUse {
  readonly instrumentId: string
  /** The requested instant. */
  readonly at: string
  /** The last record performed by then; null if there is none. */
  readonly basis: {
    readonly result: CalibrationResult
    readonly performedAt: string
    readonly nextDueDate: string | null
    readonly certificateNumber: string | null
    readonly calibrationType: CalibrationType
    readonly serviceProvider: string | null
    readonly uncertainties: readonly StandardUncertainty[]
    /** IDs of the record and of those that it corrects. */
    readonly chainIds: readonly string[]
  } | null
  /** The last record by then that states whether the instrument is fit for use; null if there is none. */
  readonly conclusive: { readonly result: CalibrationResult; readonly performedAt: string } | null
}

/** Reads the records of instruments that counted at the given instants. */
export async function findRecordsAtUse(
  queries: WorkspaceQueries,
  wanted: readonly InstrumentAt[],
): Promise<RecordsAtUse[]> {
  const { workspaceId } = queries
  const rows = await queries.rows<FoundRecords>(sql`
    select wanted."instrumentId", wanted.at, basis.basis, conclusive.conclusive
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted ("instrumentId" text, at text)
    left join lateral (
      select json_build_object(
        'result', c.result, 'performedAt', c.performed_at, 'nextDueDate', c.next_due_date,
        'certificateNumber', c.certificate_number,
        'calibrationType', c.calibration_type, 'serviceProvider', c.service_provider,
        'stated', (select to_json(stated) from (select ${certificateColumns}) stated),
        'chainIds', (
          select json_agg(chain.calibration_id)
          from calibrations chain
          where chain.workspace_id = ${workspaceId} and chain.instrument_id = c.instrument_id
            and chain.chain_first_ledger_index = c.chain_first_ledger_index)
      ) as basis
      ${countingBy(workspaceId)}
      ${lastFirst}
      limit 1) basis on true
    left join lateral (
      select json_build_object('result', c.result, 'performedAt', c.performed_at) as conclusive
      ${countingBy(workspaceId)} and c.result <> 'LIMITED_CALIBRATION'
      ${lastFirst}
      limit 1) conclusive on true`)
  return rows.map(({ basis, conclusive, ...asked }) => ({
    ...asked,
    basis: basis && basisOf(basis),
    conclusive: conclusive && inApiForm(conclusive),
  }))
}

/** The basis as returned in the database's JSON. */
type FoundBasis = Omit<NonNullable<RecordsAtUse['basis']>, 'uncertainties'> & {
  readonly stated: CertificateRow
}
type FoundRecords = Omit<RecordsAtUse, 'basis'> & { readonly basis: FoundBasis | null }

function basisOf({ stated, ...basis }: FoundBasis): RecordsAtUse['basis'] {
  return { ...inApiForm(basis), uncertainties: uncertaintiesOf(stated) }
}

/** The database's JSON writes instants with an offset, so they cannot be compared with others as text. */
function inApiForm<Row extends { readonly performedAt: string }>(row: Row): Row {
  return { ...row, performedAt: new Date(row.performedAt).toISOString() }
}

/** Counting records `c` of a requested instrument, performed by its instant. */
const countingBy = (workspaceId: string) => sql`
      from calibrations c
      where c.workspace_id = ${workspaceId} and c.instrument_id = wanted."instrumentId"::uuid
        and c.performed_at <= wanted.at::timestamptz and ${counts(workspaceId)}`
