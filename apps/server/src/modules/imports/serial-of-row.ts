import {
  because,
  type ImportColumn,
  type ImportIssue,
  type ImportOptions,
  type RefusalReason,
} from '@plumbline/contract'
import { reachesSite, type Caller } from '../access/index.ts'
import type { InstrumentRow } from '../instruments/index.ts'
import type { Claimed } from './rules/claimed.ts'
import type { ReadRow } from './rules/read-row.ts'
import { columnOf, holderOf, say } from './say.ts'

interface SerialPlanning {
  readonly caller: Caller
  readonly options: ImportOptions
  readonly columns: readonly ImportColumn[]
  readonly claimed: Claimed
}

/** Removes from a row a serial number that another instrument or row has, and keeps it as a custom field. */
export function settleSerial(
  planning: SerialPlanning,
  bySerial: ReadonlyMap<string, InstrumentRow>,
  row: ReadRow,
): { row: ReadRow } | { error: ImportIssue } {
  const { serial_number: serial, ...texts } = row.texts
  if (serial === undefined) return { row }
  const claimedBy = planning.claimed.rowOfSerial(row)
  const found = bySerial.get(serial.normalize('NFC'))
  const holder = found?.assetTag === row.assetTag.normalize('NFC') ? undefined : found
  if (claimedBy === undefined && !holder) return { row }
  // An instrument of a site outside the caller's access is not named.
  const named = holder && reachesSite(planning.caller, holder.siteId) ? holder : undefined
  if (planning.options.on_duplicate_serial === 'fail') {
    const reason = named
      ? because('import.serial_refused', holderOf(named))
      : because('instrument.serial_number_taken')
    return { error: say(planning, row, 'serial_number', reason, named) }
  }
  const column = columnOf(planning.columns, 'serial_number') ?? 'Serial number'
  const warning = say(planning, row, 'serial_number', serialReason(claimedBy, named), named)
  const customFields = { ...row.customFields, [column]: serial }
  return { row: { ...row, texts, customFields, warnings: [...row.warnings, warning] } }
}

function serialReason(claimedBy: number | undefined, holder: InstrumentRow | undefined): RefusalReason {
  if (claimedBy !== undefined) return because('import.serial_of_row', { row: claimedBy })
  if (!holder) return because('instrument.serial_number_taken')
  const key = holder.status === 'retired' ? 'import.serial_of_retired' : 'import.serial_taken'
  return because(key, holderOf(holder))
}
