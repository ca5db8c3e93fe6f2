import type { AppInstrument, InstrumentFileColumn } from '@plumbline/contract'
import type { Column } from '../../components/data-table/column.ts'

/** What the file holds for a column of the table; a column that is not here has its own name there. */
const fileColumns: Readonly<Record<string, readonly InstrumentFileColumn[]>> = {
  compliance: ['compliance_status', 'is_quarantined'],
  due: ['due_date'],
  location: ['location', 'place'],
  register: ['status'],
  last_calibration: ['last_calibration_date'],
  interval: ['calibration_interval_value', 'calibration_interval_unit'],
}

/** The columns of the file for those that the table shows, in their order. */
export function fileColumnsOf(shown: readonly Column<AppInstrument>[]): string {
  return shown.flatMap(({ key }): readonly string[] => fileColumns[key] ?? [key]).join(',')
}
