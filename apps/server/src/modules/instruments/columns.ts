import { instrumentField, instrumentFieldNames, instrumentMember } from '@plumbline/contract'
import { columnsOf, type RecordedField } from '../ledger/index.ts'
import type { InstrumentRow, LifecycleFields, StatedFields } from './instrument.ts'

/** The stated fields of an instrument. All are recorded, each from the version of the payload named in the contract. */
export const statedFields = recordedFields()

function recordedFields(): Readonly<Record<keyof StatedFields, RecordedField>> {
  const declared = instrumentFieldNames.map((name) => {
    const { column = name, since = 1 } = instrumentField(name)
    return [instrumentMember(name), { column, since }] as const
  })
  // Each name of the table has a member among the stated fields.
  return Object.fromEntries(declared) as Record<keyof StatedFields, RecordedField>
}

/** Columns of the stated fields of an instrument. */
export const statedColumns = columnsOf(statedFields)

/** Status, quarantine and extension. */
export const lifecycleFields = {
  status: 'status',
  statusBeforeSendingOut: 'status_before_sending_out',
  sentOutOn: 'sent_out_on',
  shipment: { column: 'shipment', since: 3 },
  isQuarantined: 'is_quarantined',
  quarantineCalibrationId: 'quarantine_calibration_id',
  retiredAt: 'retired_at',
  extensionUntil: 'extension_until',
  extensionReason: 'extension_reason',
  extensionGrantedAt: 'extension_granted_at',
  extensionGrantedBy: 'extension_granted_by',
  extensionBasisId: 'extension_basis_id',
} as const satisfies Record<keyof LifecycleFields, string | RecordedField>

/** Columns of status, quarantine and extension. */
export const lifecycleColumns = columnsOf(lifecycleFields)

/** Columns that may change in addition to the stated fields. */
export const movingColumns = {
  ...lifecycleColumns,
  basisCalibrationId: 'basis_calibration_id',
  basisPerformedAt: 'basis_performed_at',
  basisResult: 'basis_result',
  basisNextDueDate: 'basis_next_due_date',
  extensionHolds: 'extension_holds',
  complianceGroup: 'compliance_group',
  dueDate0: 'due_date_0',
  dueDate1: 'due_date_1',
  siteDueDate0: 'site_due_date_0',
  siteDueDate1: 'site_due_date_1',
  updatedAt: 'updated_at',
  ledgerIndex: 'ledger_index',
} as const

/** All columns, by member of the row. */
export const instrumentColumns = {
  instrumentId: 'instrument_id',
  ...statedColumns,
  ...movingColumns,
  createdAt: 'created_at',
} as const satisfies Record<Exclude<keyof InstrumentRow, 'siteTimeZone'>, string>
