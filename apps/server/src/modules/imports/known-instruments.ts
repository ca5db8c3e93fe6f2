import { POINT_STANDARD_COLUMN, type AppCalibrationCreate } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { reachesSite, type Caller } from '../access/index.ts'
import { findByIdentifiers, type InstrumentRow } from '../instruments/index.ts'
import type { HistoryBody, HistoryRecord } from './rules/history-record.ts'
import type { HistoryRow } from './rules/history-row.ts'

/** Instruments as records name them. */
export interface KnownInstruments {
  readonly byTag: ReadonlyMap<string, InstrumentRow>
  readonly bySerial: ReadonlyMap<string, InstrumentRow>
}

/** Returns the instruments within the caller's sites to which records belong, or that they name as their standard. */
export async function knownInstruments(
  caller: Caller,
  queries: WorkspaceQueries,
  records: readonly HistoryRecord[],
): Promise<KnownInstruments> {
  const tags = records.flatMap(({ assetTag, rows }) => [
    assetTag,
    rows[0]!.texts.reference_standard,
    rows[0]!.texts.reference_standard_asset_tag,
    ...rows.map(({ point }) => point?.[POINT_STANDARD_COLUMN]),
  ])
  const serials = records.flatMap(({ assetTag, serialNumber }) => (assetTag ? [] : [serialNumber]))
  const found = await findByIdentifiers(queries, named(tags), named(serials))
  const reached = found.filter(({ siteId }) => reachesSite(caller, siteId))
  return {
    byTag: new Map(reached.map((row) => [row.assetTag, row])),
    bySerial: new Map(reached.flatMap((row) => (row.serialNumber === null ? [] : [[row.serialNumber, row]]))),
  }
}

/** Returns identifiers as the register compares them, each once. */
function named(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => text?.normalize('NFC') ?? []))]
}

/** A column of a row that names a standard which the register lacks. */
export interface UnknownStandard {
  readonly row: HistoryRow
  readonly unknown: string
}

/** The members of a body that name standards by their IDs, or the standard that is unknown. */
type NamedStandards =
  | Partial<Pick<AppCalibrationCreate, 'reference_standard_asset_id' | 'measurements'>>
  | UnknownStandard

/**
 * Returns the standards that a record names by asset tag: that of in-house work by any text, and those of the record and
 * its points in our own exports.
 */
export function standardsOf(
  { byTag }: KnownInstruments,
  { body }: HistoryBody,
  { instrumentId }: InstrumentRow,
  { rows }: HistoryRecord,
): NamedStandards {
  const [first] = rows as [HistoryRow]
  const tag = first.texts.reference_standard_asset_tag?.normalize('NFC')
  if (tag !== undefined && !byTag.has(tag)) return { row: first, unknown: 'reference_standard_asset_tag' }
  const text = body.calibration_type === 'in_house' ? body.reference_standard?.normalize('NFC') : undefined
  const standard = byTag.get(tag ?? text ?? '')
  const ofPoints = rows.map(({ point }) => point?.[POINT_STANDARD_COLUMN]?.normalize('NFC'))
  const unknown = ofPoints.findIndex((one) => one !== undefined && !byTag.has(one))
  if (unknown >= 0) return { row: rows[unknown]!, unknown: POINT_STANDARD_COLUMN }
  const measurements = body.measurements?.map((point, at) => {
    const of = byTag.get(ofPoints[at] ?? '')
    return of ? { ...point, standard_asset_id: of.instrumentId } : point
  })
  return {
    ...(standard &&
      standard.instrumentId !== instrumentId && { reference_standard_asset_id: standard.instrumentId }),
    ...(measurements && { measurements }),
  }
}
