import { columnsOf, type RecordedField } from '../ledger/index.ts'
import type { InstrumentRow, StandingFields, StatedFields } from './instrument.ts'

/** What is stated of an instrument: all of it is recorded. */
export const statedFields = {
  assetTag: 'asset_tag',
  name: 'name',
  manufacturer: 'manufacturer',
  model: 'model',
  serialNumber: 'serial_number',
  category: 'category',
  department: 'department',
  location: 'location',
  toleranceSpec: 'tolerance_spec',
  notes: 'notes',
  unitOfMeasure: 'unit_of_measure',
  method: 'method',
  isReferenceStandard: 'is_reference_standard',
  requiresElectronicSignatureOverride: 'requires_electronic_signature_override',
  calibrationIntervalValue: 'calibration_interval_value',
  calibrationIntervalUnit: 'calibration_interval_unit',
  graceDays: 'grace_days',
  warningDays: 'warning_days',
  customFields: 'custom_fields',
  siteId: 'site_id',
  locationId: 'location_id',
} as const satisfies Record<keyof StatedFields, string | RecordedField>

/** Columns of what is stated of an instrument. */
export const statedColumns = columnsOf(statedFields)

/** Status, quarantine and extension. */
export const standingFields = {
  status: 'status',
  statusBeforeSendingOut: 'status_before_sending_out',
  sentOutOn: 'sent_out_on',
  isQuarantined: 'is_quarantined',
  quarantineCalibrationId: 'quarantine_calibration_id',
  retiredAt: 'retired_at',
  extensionUntil: 'extension_until',
  extensionReason: 'extension_reason',
  extensionGrantedAt: 'extension_granted_at',
  extensionGrantedBy: 'extension_granted_by',
  extensionBasisId: 'extension_basis_id',
} as const satisfies Record<keyof StandingFields, string | RecordedField>

/** Columns of status, quarantine and extension. */
export const standingColumns = columnsOf(standingFields)

/** Everything that changes of an instrument beside what is stated of it. */
export const movingColumns = {
  ...standingColumns,
  basisCalibrationId: 'basis_calibration_id',
  basisPerformedAt: 'basis_performed_at',
  basisResult: 'basis_result',
  extensionHolds: 'extension_holds',
  complianceGroup: 'compliance_group',
  dueDate0: 'due_date_0',
  dueDate1: 'due_date_1',
  siteDueDate0: 'site_due_date_0',
  siteDueDate1: 'site_due_date_1',
  updatedAt: 'updated_at',
  ledgerIndex: 'ledger_index',
} as const

/** All columns, by the members of the row. */
export const instrumentColumns = {
  instrumentId: 'instrument_id',
  ...statedColumns,
  ...movingColumns,
  createdAt: 'created_at',
} as const satisfies Record<Exclude<keyof InstrumentRow, 'siteTimeZone'>, string>
