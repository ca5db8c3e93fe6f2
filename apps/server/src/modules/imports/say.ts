import type { ImportColumn, ImportField, ImportIssue, RefusalReason } from '@plumbline/contract'
import type { InstrumentRow } from '../instruments/index.ts'
import { issueOf } from './rules/issue.ts'
import type { ReadRow } from './rules/read-row.ts'

/** Returns how a message refers to an instrument that has a tag or a serial number. */
export function holderOf({ assetTag: tag, name }: InstrumentRow): { tag: string; name: string } {
  return { tag, name }
}

/** Returns the field in which an interval is missing: the first one that has a column. */
export function fieldOfInterval(columns: readonly ImportColumn[]): ImportField {
  const fields = ['calibration_interval_value', 'interval_months', 'interval_days', 'interval_years'] as const
  return fields.find((field) => columnOf(columns, field) !== undefined) ?? fields[0]
}

/** Returns the column that states a field. */
export function columnOf(columns: readonly ImportColumn[], field: ImportField): string | undefined {
  return columns.find(({ target }) => target === field)?.column
}

/** Returns an issue of the cell that states a field; an instrument mentioned in it can be opened by its ID. */
export function say(
  { columns }: { readonly columns: readonly ImportColumn[] },
  { row, cells }: ReadRow,
  field: ImportField,
  reason: RefusalReason,
  holder?: InstrumentRow,
): ImportIssue {
  const column = columnOf(columns, field)
  const issue = issueOf({ row, column, value: column === undefined ? undefined : cells[column] }, reason)
  return holder ? { ...issue, values: { ...issue.values, instrument_id: holder.instrumentId } } : issue
}
