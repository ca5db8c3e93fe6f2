import { optionalTexts, type OptionalText } from '../../fields/instrument.ts'

/** Columns with a fixed position, for programs that read the file by position. */
const firstColumns = [
  'id',
  'asset_tag',
  'name',
  'manufacturer',
  'model',
  'serial_number',
  'category',
  'department',
  'site',
  'location',
  'place',
  'status',
  'compliance_status',
  'is_quarantined',
  'due_date',
  'last_calibration_date',
  'calibration_interval_value',
  'calibration_interval_unit',
  'grace_days',
  'is_reference_standard',
  'unit_of_measure',
  'tolerance_spec',
  'method',
  'notes',
  'sent_out_on',
  'created_at',
  'updated_at',
  'retired_at',
] as const

/** Placeholder for one column per label of the custom fields of the exported instruments. */
export const CUSTOM_FIELDS = 'customFields'

/** A column of the exported register. */
export type InstrumentFileColumn =
  | (typeof firstColumns)[number]
  | OptionalText
  | 'responsible'
  | typeof CUSTOM_FIELDS

/**
 * Columns of the exported register, with the names used in the API; sites and locations are given by name.
 * `location` is the registered location, and `place` the additional free text; `responsible` is the name of the person.
 */
export const instrumentFileColumns: readonly InstrumentFileColumn[] = [
  ...new Set<InstrumentFileColumn>([...firstColumns, ...optionalTexts, 'responsible', CUSTOM_FIELDS]),
]
