import { because, type PointOverride } from '@plumbline/contract'
import { evaluateMeasurement } from '@plumbline/contract/measurement'
import { instrumentPoints } from '@plumbline/contract/procedure'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { ApiError, issuesRefusal, unusableValue, validationError } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { findReleased } from '../../procedures/index.ts'
import { fieldsOfBody, type InstrumentChangeBody, type InstrumentSettings } from '../body-fields.ts'
import { siteAfter } from '../choose-site.ts'
import type { InstrumentRow, StatedFields } from '../instrument.ts'
import { admitsVersion } from '../version-tag.ts'
import {
  type ChangedInstrument,
  type ChangeEntry,
  changeInstrument,
  type Decide,
  type InstrumentDeps,
} from './change-instrument.ts'
import { requireActive } from './require-active.ts'
import { responsibleRefusals } from './responsible-person.ts'
import { quarantineEntry, requireQuarantineRole } from './set-quarantine.ts'

/** Dependencies of changing instruments. */
export interface UpdateDeps extends InstrumentDeps {
  /** The deployment's CHANGE_REASON_RULES_ENFORCED. */
  readonly changeReasonRulesEnforced: boolean
}

/** A requested change: the body, and the version for which it was written. */
export interface InstrumentUpdateRequest {
  readonly body: InstrumentChangeBody
  /** The header If-Match, as sent. */
  readonly ifMatch?: string | undefined
  /** The reason for the change as a whole; also serves as the reason of a changed interval. */
  readonly reason?: string
}

/**
 * Changes fields of an instrument. Only what differs is logged; if nothing differs, nothing is.
 * @throws 403 FORBIDDEN for a quarantine by a technician; 404 NOT_FOUND; 409 ASSET_RETIRED or CONFLICT; 412
 * PRECONDITION_FAILED; 422 for a place outside the caller's reach, too many labels, or an interval changed without
 * the reason that the deployment requires, a procedure that is not released, overrides of points that it lacks, or a
 * responsible person who cannot enter calibrations at the site
 */
export async function updateInstrument(
  deps: UpdateDeps,
  caller: Caller,
  instrumentId: string,
  request: InstrumentUpdateRequest,
): Promise<ChangedInstrument> {
  return changeInstrument(deps, caller, instrumentId, updateDecision(deps, caller, request))
}

/** Decides on a change of fields; refuses as described for `updateInstrument`. */
export function updateDecision(
  { changeReasonRulesEnforced }: Pick<UpdateDeps, 'changeReasonRulesEnforced'>,
  caller: Caller,
  { body, ifMatch, reason: general }: InstrumentUpdateRequest,
): Decide {
  if (body.is_quarantined !== undefined) requireQuarantineRole(caller)
  return async (row, queries) => {
    const { siteTimeZone, ...site } = await siteAfter(queries, caller, row, body)
    requireActive(row)
    if (ifMatch !== undefined && !admitsVersion(ifMatch, row.ledgerIndex)) {
      throw new ApiError('PRECONDITION_FAILED')
    }
    const followed = await procedureAfter(queries, row, body)
    await requireResponsible(queries, row, body, site.siteId)
    const fields = { ...fieldsOfBody(row, body), ...site, ...followed }
    const reason = intervalChangeReason(row, fields, body.calibration_interval_change_reason ?? general)
    if (reason === 'missing' && changeReasonRulesEnforced) {
      const field = 'calibration_interval_change_reason'
      throw new ApiError('interval_change_reason_required', { details: { field } })
    }
    return {
      entries: entriesOf(row, fields, reason ?? (general === undefined ? null : { text: general }), body),
      following: () => ({ siteTimeZone }),
      event: 'instrument.updated',
    }
  }
}

/**
 * Returns the reason of a changed interval; null if the interval does not change. Twelve months and one year are
 * different intervals.
 */
function intervalChangeReason(
  row: InstrumentRow,
  fields: Partial<StatedFields>,
  sent: string | null | undefined,
): { text: string } | 'missing' | null {
  const stays =
    fields.calibrationIntervalValue === row.calibrationIntervalValue &&
    fields.calibrationIntervalUnit === row.calibrationIntervalUnit
  if (stays) return null
  const text = sent?.trim() ?? ''
  return text === '' ? 'missing' : { text }
}

function entriesOf(
  row: InstrumentRow,
  fields: Partial<StatedFields>,
  reason: ReturnType<typeof intervalChangeReason>,
  { is_quarantined: isQuarantined }: InstrumentChangeBody,
): ChangeEntry[] {
  const given = reason !== null && reason !== 'missing' ? reason.text : null
  const updated: ChangeEntry = { kind: 'instrument.updated', fields, reason: given }
  if (isQuarantined === undefined || isQuarantined === row.isQuarantined) return [updated]
  return [updated, quarantineEntry(isQuarantined, null)]
}

/** Checks a person who becomes responsible; one who already is stays so, wherever the instrument is moved. */
async function requireResponsible(
  queries: WorkspaceQueries,
  row: InstrumentRow,
  { responsible_id: personId }: InstrumentSettings,
  siteId: string,
): Promise<void> {
  if (personId == null || personId.toLowerCase() === row.responsibleId) return
  const [refusal] = await responsibleRefusals(queries, [{ personId, siteId }])
  if (refusal) throw refusal
}

/** The procedure that an instrument follows, and its departures from it. */
type Followed = Pick<InstrumentRow, 'procedureId' | 'pointOverrides'>

type Sent = Pick<InstrumentSettings, 'procedure_id' | 'point_overrides'>

/**
 * Returns the procedure of an instrument after a change. Another procedure has other points, so overrides are dropped
 * with it.
 * @throws 422 INVALID_REQUEST for a procedure that is not released; 422 VALIDATION_ERROR for overrides of points that
 * it does not have, of one point twice, without a value, or that cannot be compared with
 */
async function procedureAfter(
  queries: WorkspaceQueries,
  row: Followed,
  { procedure_id: sentId, point_overrides: sent }: Sent,
): Promise<Followed> {
  const procedureId = sentId === undefined ? row.procedureId : (sentId?.toLowerCase() ?? null)
  const isOther = procedureId !== row.procedureId
  const overrides = sent === undefined ? (isOther ? null : row.pointOverrides) : orNull(sent)
  const needsReading = (isOther && procedureId !== null) || (sent !== undefined && overrides !== null)
  if (!needsReading) return { procedureId, pointOverrides: overrides }
  const [released] = procedureId === null ? [] : await findReleased(queries, [procedureId])
  if (isOther && !released) throw unusableValue('procedure_id', because('procedure.not_released'))
  if (sent !== undefined && overrides !== null) requireOverridable(released?.points ?? [], overrides)
  return { procedureId, pointOverrides: overrides }
}

function orNull(overrides: readonly PointOverride[] | null): readonly PointOverride[] | null {
  return overrides === null || overrides.length === 0 ? null : overrides
}

function requireOverridable(
  points: Parameters<typeof instrumentPoints>[0],
  overrides: readonly PointOverride[],
): void {
  const pointIds = overrides.map(({ point_id: id }) => id)
  const refused = overrides.flatMap(({ point_id: id, nominal, tolerance }, index) => {
    const path = ['point_overrides', index]
    const isPoint = points.some((point) => point.id === id)
    if (!isPoint) return [{ path: [...path, 'point_id'], reason: because('field.names_nothing') }]
    if (pointIds.indexOf(id) < index) {
      return [{ path: [...path, 'point_id'], reason: because('field.duplicate_items') }]
    }
    return nominal === null && tolerance === null ? [{ path, reason: because('field.no_override') }] : []
  })
  if (refused.length > 0) {
    throw validationError(
      refused.map(({ path, reason }) => ({ loc: ['body', ...path], type: 'value_error', reason })),
    )
  }
  const overridden = new Map(instrumentPoints(points, overrides).map((point) => [point.point_id, point]))
  const issues = overrides.flatMap(({ point_id: id }, index) => {
    const { nominal, tolerance, span, resolution } = overridden.get(id)!
    const compared = { nominal, tolerance, span, resolution }
    return evaluateMeasurement(compared, {}, ['point_overrides', index]).issues
  })
  if (issues.length > 0) throw issuesRefusal(issues)
}
