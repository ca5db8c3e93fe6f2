import { because, type PointOverride } from '@plumbline/contract'
import { ApiError, notFound, unusableValue } from '../../../platform/errors.ts'
import { sharesSite, type Caller, type Member } from '../../access/index.ts'
import { requireActive, type InstrumentRow, type InstrumentAtSite } from '../../instruments/index.ts'
import type { Laboratory } from '../../workspaces/index.ts'
import { refused } from '../lock-record.ts'
import { statusOf } from '../serialize.ts'
import type { CalibrationRow, StatedFields } from '../record.ts'
import { requirementsNow, requirementsAtAppend } from '../requirements-in-force.ts'
import type { FrozenRequirements, FrozenStandard } from '../snapshot.ts'
import { accreditationOf, type Accreditation } from './accreditation.ts'
import { useOf, type CorrectedRecord, type LockedInputs, type RecordItem } from './inputs-store.ts'
import {
  budgetStandards,
  measuredPointsOf,
  namedStandards,
  namesProcedure,
  pointStandards,
  procedureInputs,
  type Measured,
  type ProcedureInputs,
} from './measured-points.ts'
import { withProvider, type FrozenAccreditation } from './provider-of-record.ts'
import {
  frozenStandard,
  requireOtherStandards,
  requireStandardJustification,
  withNoted,
} from './standard-at-use.ts'
import { statedFieldsOf, type CalibrationBody } from './stated-fields.ts'

/** A record that passed every check. The transaction has locked its instrument. */
export interface CheckedRecord {
  readonly instrument: InstrumentAtSite
  readonly stated: StatedFields
  /** Null for a record with a single reading. */
  readonly measured: Measured | null
  /** Null if the record names none. */
  readonly standard: FrozenStandard | null
  readonly performer: Performer
  /** The requirements that it had to meet, and does. */
  readonly requirements: FrozenRequirements
  readonly accreditation: Accreditation
  /** What is frozen of its provider's accreditation. */
  readonly ofProvider: FrozenAccreditation
  /** The record that it corrects; null if it is not a correction. */
  readonly corrected: CorrectedRecord | null
}

/** The performer of a calibration, with the name used at the time. */
export type Performer = Pick<CalibrationRow, 'performedBy' | 'performedByPersonId'>

/** Whether a record passed every check. */
export function isChecked(each: CheckedRecord | ApiError): each is CheckedRecord {
  return !(each instanceof ApiError)
}

/**
 * Checks a record against its inputs under the settings of the caller's workspace.
 * @param laboratory of these settings
 * @returns the record, or why it is refused: 404 NOT_FOUND; 409 ASSET_RETIRED, or CONFLICT for a reference-only
 * instrument and for a corrected record that is not approved and current, or has an open correction; 422 for a
 * reference standard or performer outside the caller's reach, missing fields, or a pass outside tolerance without
 * justification
 */
export function checkRecord(
  caller: Caller,
  inputs: LockedInputs,
  item: RecordItem,
  laboratory: Laboratory,
): CheckedRecord | ApiError {
  try {
    return check(caller, inputs, item, laboratory)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function check(
  caller: Caller,
  inputs: LockedInputs,
  { instrumentId, body: sent, performerName }: RecordItem,
  laboratory: Laboratory,
): CheckedRecord {
  const { corrected } = inputs
  const instrument = inputs.instruments.get(instrumentId.toLowerCase())
  if (!instrument) throw notFound()
  requireOtherStandards(instrument.instrumentId, namedStandards(sent))
  const performedAt = sent.performed_at ?? inputs.now
  const { workspace } = caller
  const provider = { performedAt, timeZone: workspace.timeZone, corrected: corrected?.row ?? null }
  const { body, accreditation: ofProvider } = withProvider(sent, { ...inputs, ...provider })
  const frozen = frozenBy(corrected, performedAt)
  const standardAs = (id: string, field?: string) =>
    frozen.get(id.toLowerCase()) ?? frozenStandard(caller, inputs.standards.get(useOf(body, id)), field)
  const { reference_standard_asset_id: standardId } = body
  const ofRecord = standardId == null ? null : standardAs(standardId)
  const points = measuredPointsOf(caller, body, procedureInputsOf(inputs, instrument, body))
  const measuredWork = { body, points: points?.points, unitOfMeasure: instrument.unitOfMeasure }
  const standard = ofRecord && withNoted(ofRecord, measuredWork)
  const standards = [...pointStandards(body)].map(([id, field]) =>
    withNoted(standardAs(id, field), measuredWork),
  )
  const performer =
    performerName === undefined
      ? performerOf(caller, inputs, body.performed_by)
      : { performedBy: performerName, performedByPersonId: null }
  if (corrected) requireCorrectable(corrected)
  else requireCalibratable(instrument)
  const requirements = corrected
    ? requirementsAtAppend(workspace, corrected.requirements)
    : requirementsNow(workspace)
  const stated = statedFieldsOf(
    caller,
    instrument,
    body,
    performedAt,
    requirements,
    points,
    corrected?.row ?? null,
  )
  const isNew = (each: FrozenStandard) => !frozen.has(each.id)
  requireStandardJustification(caller, corrected ? { ...body, reference_standard: null } : body, {
    standard: standard && isNew(standard) ? standard : null,
    ofPoints: standards.filter(isNew),
  })
  const measured = points && { ...points, standards }
  const work = { ...measuredWork, stated, instrument, timeZone: workspace.timeZone }
  const accreditation = accreditationOf(work, laboratory)
  const checked = { instrument, stated, measured, standard, performer, requirements, accreditation }
  return { ...checked, ofProvider, corrected }
}

/**
 * Returns the standards as frozen by the corrected record, if the correction states the same time. What happened to a
 * standard since then does not affect its use, which was justified in the corrected record or required no
 * justification then.
 */
function frozenBy(corrected: CorrectedRecord | null, performedAt: string): CorrectedRecord['standards'] {
  return corrected?.row.performedAt === performedAt ? corrected.standards : new Map()
}

/**
 * Returns what the points of a record may reference; null if it follows no procedure or references nothing of it. A
 * correction follows the revision of the corrected record, with the nominal values and tolerances frozen there; if
 * that record followed none, it follows the current procedure of the instrument.
 */
function procedureInputsOf(
  { procedures, standards, corrected }: LockedInputs,
  { instrumentId, pointOverrides }: InstrumentRow,
  body: CalibrationBody,
): ProcedureInputs | null {
  if (!namesProcedure(body)) return null
  const followedBefore = corrected !== null && corrected.row.procedureId !== null
  const procedure = followedBefore ? corrected.procedure : procedures.get(instrumentId)
  if (!procedure) return null
  const overrides = followedBefore ? overridesOf(corrected, pointOverrides ?? []) : pointOverrides
  const stated = budgetStandards(body).map(
    (id) => [id, standards.get(useOf(body, id))?.records.basis?.uncertainties ?? []] as const,
  )
  return procedureInputs(procedure, overrides, new Map(stated))
}

/**
 * Returns the points of the corrected record as overrides: what it was compared with then, regardless of later
 * changes of the instrument.
 */
function overridesOf({ points }: CorrectedRecord, now: readonly PointOverride[]): PointOverride[] {
  const frozen = points.flatMap(({ point_id: id, nominal, tolerance }) =>
    id === null ? [] : [{ point_id: id, nominal, tolerance, reason: '' }],
  )
  const overridden = new Set(frozen.map(({ point_id: id }) => id))
  return [...frozen, ...now.filter(({ point_id: id }) => !overridden.has(id))]
}

/**
 * Returns the performer of a record: the person who enters it, unless the body names another member. A correction
 * keeps the performer of the corrected record (decisions, section 7).
 * @param personId as named by the body
 * @throws 422 INVALID_REQUEST for anyone except a member who shares a site with the caller, and for an auditor; a
 * person who has left may be named, because records may be entered later
 */
function performerOf(
  caller: Caller,
  { members, corrected }: LockedInputs,
  personId: string | null | undefined,
): Performer {
  const own: Performer = { performedBy: caller.name, performedByPersonId: caller.userId }
  const recorded = corrected && performerOfRecord(corrected.row)
  if (personId == null) return recorded ?? own
  const id = personId.toLowerCase()
  const known = [recorded, own].find((one) => one?.performedByPersonId === id)
  return known ?? performerAmong(caller, members.get(id))
}

function performerOfRecord({ performedBy, performedByPersonId }: CalibrationRow): Performer {
  return { performedBy, performedByPersonId }
}

function performerAmong(caller: Caller, member: Member | undefined): Performer {
  if (!member || member.role === 'auditor' || !sharesSite(caller, member)) {
    throw unusableValue('performed_by', because('calibration.performer_unknown'))
  }
  return { performedBy: member.name, performedByPersonId: member.personId }
}

/** Instruments used only as references are never due and never calibrated. @throws 409 ASSET_RETIRED; 409 CONFLICT */
function requireCalibratable(instrument: InstrumentRow): void {
  requireActive(instrument)
  if (instrument.status !== 'REFERENCE_ONLY') return
  throw refused(because('calibration.instrument_is_reference'))
}

/** @throws 409 CONFLICT unless the record is approved, current, and has no open correction */
function requireCorrectable({ row, hasOpenCorrection }: CorrectedRecord): void {
  if (row.decision !== 'approved') throw refused(because('calibration.needs_approval'))
  const status = statusOf(row)
  if (status !== 'current') throw refused(because(`calibration.${status}_not_correctable`))
  if (hasOpenCorrection) throw refused(because('calibration.correction_waits'))
}
