import { isOfCredential } from '../projection/recorded-digests.ts'
import { isForged, type RowFault } from '../projection/projection.ts'
import type { LedgerReport } from './verify-ledger.ts'

/** The first difference: the entry (null for a row that no entry describes), and what is wrong, as a sentence. */
export interface Difference {
  readonly index: number | null
  readonly says: string
}

/** Returns the first difference in a report; null if the ledger is intact. */
export function firstDifference({ fault, rowFaults }: LedgerReport): Difference | null {
  if (fault) return { index: fault.index, says: `Entry ${fault.index}: ${fault.what}` }
  const [row] = rowFaults
  return row ? { index: row.index, says: sentenceOn(row) } : null
}

function sentenceOn(fault: RowFault): string {
  const { table, rowId, column, expected, actual, index } = fault
  const row = `${table} ${rowId}`
  if (isOfCredential(fault))
    return `Entry ${index}: ${row} has another credential than entry ${index} records.`
  if (isForged(fault)) return `The row ${row} was not written by this server: its MAC does not fit.`
  if (index === null && column === null) return `No entry creates the row ${row}.`
  const source = index === null ? 'the rows' : `entry ${index}`
  if (column === null) return `Entry ${index}: The row ${row} that it describes is missing.`
  const says = `${row} has ${column} ${shown(actual)}, and by ${source} it is ${shown(expected)}.`
  return index === null ? says : `Entry ${index}: ${says}`
}

/** Longer values are truncated to this length. */
const SHOWN_LENGTH = 120

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
}
