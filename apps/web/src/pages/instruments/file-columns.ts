import type { AppInstrument, InstrumentFileColumn } from '@plumbline/contract'
import type { Column } from '../../components/data-table/column.ts'

/** The columns of the exported file for each column of the table; others have the same name in the file. */
const fileColumns: Readonly<Record<string, readonly InstrumentFileColumn[]>> = {
  compliance: ['compliance_status', 'is_quarantined'],
  due: ['due_date'],
  location: ['location', 'place'],
  register: ['status'],
  last_calibration: ['last_calibration_date'],
  // The file has no column of it.
  warning_days: [],
  interval: ['calibration_interval_value', 'calibration_interval_unit'],
}

/** Keys of columns of custom fields begin with it. */
export const CUSTOM_COLUMN = 'custom:'

/** The columns of the file for those that the table shows, in their order. */
export function fileColumnsOf(shown: readonly Column<AppInstrument>[]): string {
  const names = shown.flatMap(({ key }) => namesOf(key))
  return [...new Set(names)].join(',')
}

function namesOf(key: string): readonly string[] {
  // A file has either all custom fields or none.
  if (key.startsWith(CUSTOM_COLUMN)) return ['customFields']
  return fileColumns[key] ?? [key]
}
