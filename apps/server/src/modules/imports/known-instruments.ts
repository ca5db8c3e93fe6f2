import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { reachesSite, type Caller } from '../access/index.ts'
import { findByIdentifiers, type InstrumentRow } from '../instruments/index.ts'
import type { HistoryBody, HistoryRecord } from './rules/history-record.ts'

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
  const tags = records.flatMap(({ assetTag, rows }) => [assetTag, rows[0]!.texts.reference_standard])
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

/** Returns the standard of in-house work that is named by its asset tag. */
export function standardOf(
  { byTag }: KnownInstruments,
  { body }: HistoryBody,
  { instrumentId }: InstrumentRow,
) {
  const text = body.reference_standard?.normalize('NFC')
  const standard = text === undefined || body.calibration_type !== 'in_house' ? undefined : byTag.get(text)
  return standard && standard.instrumentId !== instrumentId
    ? { reference_standard_asset_id: standard.instrumentId }
    : {}
}
