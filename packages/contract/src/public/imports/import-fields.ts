/** Fields of an instrument that a column of an imported register can state, under their names in the API if any. */
export const importFields = [
  'asset_tag',
  'asset_tag_alternative',
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
  'calibration_interval_value',
  'calibration_interval_unit',
  'interval_years',
  'interval_months',
  'interval_days',
  'last_calibration_date',
  'due_date',
  'grace_days',
  'is_reference_standard',
  'unit_of_measure',
  'tolerance_spec',
  'method',
  'notes',
  'responsible',
] as const
export type ImportField = (typeof importFields)[number]

/** Fields of a calibration or point that a column of an imported history can state, under their names in the API. */
export const historyFields = [
  'asset_tag',
  'serial_number',
  'performed_at',
  'result',
  'calibration_type',
  'performed_by',
  'service_provider',
  'certificate_number',
  'next_due_date',
  'function',
  'range',
  'nominal_value',
  'unit_of_measure',
  'tolerance',
  'as_found_reading',
  'as_left_reading',
  'measurement_uncertainty',
  'coverage_factor',
  'confidence_level',
  'decision_rule',
  'reference_standard',
  'reference_standard_asset_tag',
  'reference_standard_certificate_number',
  'reference_standard_reason',
  'traceability_reference',
  'temperature',
  'humidity',
  'method',
  'place_of_work',
  'customer',
  'item_condition',
  'conformity_statement',
  'restriction_notes',
  'out_of_tolerance_impact',
  'opinions',
  'opinions_basis',
  'deviation_from_procedure',
  'notes',
] as const
export type HistoryField = (typeof historyFields)[number]

/** The content of a file: the instruments of a register, or calibrations of instruments in it. */
export const importKinds = ['instruments', 'calibrations'] as const
export type ImportKind = (typeof importKinds)[number]

/**
 * Target of the columns of a point in our own exports, each of which is the member of the point that it is named after.
 */
export const POINT_TARGET = 'measurement'

/** Targets of a column in each kind of file: a field, a custom field with the name of the column, or none. */
export const importTargetsOf = {
  instruments: [...importFields, 'custom_field', 'ignore'],
  calibrations: [...historyFields, POINT_TARGET, 'ignore'],
} as const satisfies Record<ImportKind, readonly string[]>
export type ImportTarget = (typeof importTargetsOf)[ImportKind][number]

/** Where columns go in files of any kind. */
export const importTargets: readonly ImportTarget[] = [
  ...new Set([...importTargetsOf.instruments, ...importTargetsOf.calibrations]),
]

/** Products whose exports are known by the names of their columns. */
export const importPresets = ['generic', 'gagelist', 'logical', 'senaite', 'qualer', 'snipe-it'] as const
export type ImportPreset = (typeof importPresets)[number]

/** Outcomes of a row. */
export const importOutcomes = ['create', 'update', 'unchanged', 'skip', 'error'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** File formats of the rows that failed. */
export const failedRowsFormats = ['csv', 'xlsx'] as const
export type FailedRowsFormat = (typeof failedRowsFormats)[number]
