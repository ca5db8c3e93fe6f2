/** What a column of an imported register can state of an instrument, by the names of the API where it has one. */
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
] as const
export type ImportField = (typeof importFields)[number]

/** Where a column goes: to a field, to a custom field named like the column, or nowhere. */
export const importTargets = [...importFields, 'custom_field', 'ignore'] as const
export type ImportTarget = (typeof importTargets)[number]

/** Products whose exports are known by the names of their columns. */
export const importPresets = ['generic', 'gagelist', 'logical', 'senaite', 'qualer', 'snipe-it'] as const
export type ImportPreset = (typeof importPresets)[number]

/** What becomes of a row. */
export const importOutcomes = ['create', 'update', 'unchanged', 'skip', 'error'] as const
export type ImportOutcome = (typeof importOutcomes)[number]
