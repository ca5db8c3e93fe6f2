import {
  because,
  isFailing,
  standardCondition,
  standardOverdue,
  type Measurement,
  type StandardInUse,
} from '@plumbline/contract'
import { notedUncertainties, statedNominal } from '@plumbline/contract/procedure'
import { isBlank } from '@plumbline/contract/tolerance'
import { unusableValue, validationError } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { localDate } from '../../compliance/index.ts'
import { scheduleOf, type InstrumentRow } from '../../instruments/index.ts'
import type { FrozenStandard } from '../snapshot.ts'
import type { StandardAtUse } from './standards-store.ts'
import type { CalibrationBody } from './stated-fields.ts'

/**
 * An instrument cannot be traceable to itself.
 * @param named the IDs that a record of the instrument names as standards, with the field that names each
 * @throws 422 INVALID_REQUEST if one is the instrument's own
 */
export function requireOtherStandards(
  instrumentId: string,
  named: Iterable<readonly [id: string | null | undefined, field: string]>,
): void {
  for (const [id, field] of named) {
    if (id?.toLowerCase() === instrumentId) throw unusableValue(field, because('calibration.own_standard'))
  }
}

/**
 * Returns what a record freezes of a standard.
 * @param field the member of the body that names it
 * @throws 422 INVALID_REQUEST for anything except an instrument within the caller's sites
 */
export function frozenStandard(
  caller: Caller,
  standard: StandardAtUse | undefined,
  field = 'reference_standard_asset_id',
): FrozenStandard {
  if (!standard) {
    throw unusableValue(field, because('calibration.standard_unreachable'))
  }
  const { row, records, usedAt } = standard
  const { timeZone } = caller.workspace
  const inUse = inUseAt(standard, timeZone)
  const usedOn = localDate(usedAt, timeZone)
  return {
    id: row.instrumentId,
    asset_tag: row.assetTag,
    name: row.name,
    manufacturer: row.manufacturer,
    model: row.model,
    serial_number: row.serialNumber,
    last_calibration_at: inUse.lastCalibrationAt,
    due_date: inUse.dueDate,
    certificate_number: records.basis?.certificateNumber ?? null,
    overdue: standardOverdue(inUse, usedAt, usedOn),
    condition: standardCondition(inUse, usedAt, usedOn),
    calibration_type: records.basis?.calibrationType ?? null,
    service_provider: records.basis?.serviceProvider ?? null,
    uncertainties: [...(records.basis?.uncertainties ?? [])],
  }
}

/** What a standard is used for in a record. */
export interface MeasuredWork {
  readonly body: CalibrationBody
  /** Undefined for a record with a single reading. */
  readonly points: readonly Measurement[] | undefined
  /** Unit of measure in the instrument's register entry. */
  readonly unitOfMeasure: string | null
}

/**
 * Returns the standard with only those uncertainties that are stated at the nominal values of the record, because a
 * certificate may have hundreds of points.
 */
export function withNoted(
  standard: FrozenStandard,
  { body, points, unitOfMeasure }: MeasuredWork,
): FrozenStandard {
  const { uncertainties } = standard
  if (uncertainties === undefined) return standard
  const ofRecord = body.reference_standard_asset_id?.toLowerCase()
  const measured = points?.filter(
    ({ standard_asset_id: id }) => (id?.toLowerCase() ?? ofRecord) === standard.id,
  )
  const nominals = measured?.map(({ nominal }) => nominal) ?? [
    statedNominal(body.nominal_value, unitOfMeasure),
  ]
  return { ...standard, uncertainties: notedUncertainties(uncertainties, nominals) }
}

/** The due date is the last day on which its calibration is valid, in the workspace's time zone. */
function inUseAt(standard: StandardAtUse, timeZone: string): StandardInUse {
  const { row, state, records } = standard
  const { basis } = records
  const status = statusAt(standard, timeZone)
  const { dueDate0 } = scheduleOf(
    {
      ...state,
      status,
      basisPerformedAt: basis?.performedAt ?? null,
      basisResult: basis?.result ?? null,
      basisNextDueDate: basis?.nextDueDate ?? null,
      extensionHolds: state.extensionBasisId !== null && !!basis?.chainIds.includes(state.extensionBasisId),
    },
    { timeZone, dueSlot: 0, pendingTimeZone: null, siteTimeZone: null },
  )
  return {
    inPlan: status !== 'REFERENCE_ONLY' && status !== 'retired',
    lastCalibrationAt: basis?.performedAt ?? null,
    isUnfit: basis !== null && isFailing(basis.result),
    dueDate: dueDate0,
    isQuarantined: isQuarantinedAt(standard),
    isOutOfService: status === 'out_of_service',
    retiredAt: row.retiredAt,
  }
}

/** A calibration on or after the day of sending out restores the previous status (decisions, section 5). */
function statusAt({ state, records }: StandardAtUse, timeZone: string): InstrumentRow['status'] {
  const { status, sentOutOn, statusBeforeSendingOut } = state
  if (status !== 'OUT_FOR_CALIBRATION' || sentOutOn === null || records.basis === null) return status
  const isBack = localDate(records.basis.performedAt, timeZone) >= sentOutOn
  return isBack ? (statusBeforeSendingOut ?? status) : status
}

/**
 * Quarantined by a person, until a person lifts it; or by a failing calibration, until a person lifts it or a
 * calibration passes (decisions, section 5).
 */
function isQuarantinedAt({ state: { quarantine }, records: { conclusive } }: StandardAtUse): boolean {
  if (quarantine?.isQuarantined) return true
  if (conclusive === null || !isFailing(conclusive.result)) return false
  return quarantine === null || conclusive.performedAt > quarantine.at
}

/** The standards that a record names as instruments: one for the whole record, and those of individual points. */
export interface NamedStandards {
  readonly standard: FrozenStandard | null
  readonly ofPoints: readonly FrozenStandard[]
}

/**
 * If the workspace requires it, a person who enters a record must justify using a standard that was unfit or has no
 * known certificate. Never required over the public API (decisions, section 7), for imported records, or for a
 * provider's standards.
 * @throws 422 VALIDATION_ERROR naming `reference_standard_reason`
 */
export function requireStandardJustification(
  { type, importId, workspace }: Caller,
  body: CalibrationBody,
  standards: NamedStandards,
): void {
  if (type !== 'user' || importId !== undefined || !workspace.requiresStandardJustification) return
  if (body.calibration_type === 'external_certificate' || !isBlank(body.reference_standard_reason)) return
  const unfit = unfitStandards(body, standards)
  if (unfit.length === 0) return
  throw validationError([
    {
      loc: ['body', 'reference_standard_reason'],
      type: 'missing',
      reason: because('field.standard_reason_missing', { standards: unfit.join(', ') }),
    },
  ])
}

/** Returns the names of standards that were not valid when used, or have no known certificate; each once. */
function unfitStandards(body: CalibrationBody, { standard, ofPoints }: NamedStandards): string[] {
  const stated = body.reference_standard_certificate_number
  const { reference_standard: text } = body
  const isTextAlone = body.reference_standard_asset_id == null && text != null && !isBlank(text)
  return [
    ...new Set([
      ...(standard && isUnfit(standard, stated) ? [nameOf(standard)] : []),
      ...(isTextAlone && isBlank(stated) ? [text] : []),
      ...ofPoints.filter((one) => isUnfit(one, null)).map(nameOf),
    ]),
  ]
}

function isUnfit(
  { condition, certificate_number: known }: FrozenStandard,
  stated: string | null | undefined,
) {
  return condition !== 'valid' || (isBlank(stated) && isBlank(known))
}

function nameOf({ asset_tag, name, id }: FrozenStandard): string {
  return asset_tag ?? name ?? id
}
