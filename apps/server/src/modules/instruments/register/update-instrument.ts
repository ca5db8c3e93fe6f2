import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { fieldsOfBody, type InstrumentChangeBody } from '../body-fields.ts'
import {
  changeInstrument,
  type ChangedInstrument,
  type ChangeEntry,
  type Decide,
  type InstrumentDeps,
} from './change-instrument.ts'
import { placeAfter } from '../choose-place.ts'
import { procedureAfter } from './choose-procedure.ts'
import type { InstrumentRow, StatedFields } from '../instrument.ts'
import { requireActive } from './require-active.ts'
import { admitsVersion } from '../version-tag.ts'
import { quarantineEntry, requireQuarantineRole } from './set-quarantine.ts'

/** What changing instruments works with. */
export interface UpdateDeps extends InstrumentDeps {
  /** The deployment's CHANGE_REASON_RULES_ENFORCED. */
  readonly changeReasonRulesEnforced: boolean
}

/** What is asked for: the body, and the version that it was written for. */
export interface InstrumentUpdateRequest {
  readonly body: InstrumentChangeBody
  /** The header If-Match, as sent. */
  readonly ifMatch?: string | undefined
  /** Why, whatever it is that changes. It stands for the reason of a changed interval too. */
  readonly reason?: string
}

/**
 * Changes fields of an instrument; only what differs is logged, and nothing at all when nothing does.
 * @throws 403 FORBIDDEN for a quarantine by a technician; 404 NOT_FOUND; 409 ASSET_RETIRED or CONFLICT;
 * 412 PRECONDITION_FAILED; 422 for a place out of reach, too many labels, or an interval changed without
 * the reason that the deployment asks for, a procedure that is not released, or overrides of points that it lacks
 */
export async function updateInstrument(
  deps: UpdateDeps,
  caller: Caller,
  instrumentId: string,
  request: InstrumentUpdateRequest,
): Promise<ChangedInstrument> {
  return changeInstrument(deps, caller, instrumentId, updateDecision(deps, caller, request))
}

/** Decides on a change of fields; refuses as `updateInstrument` says. */
export function updateDecision(
  { changeReasonRulesEnforced }: Pick<UpdateDeps, 'changeReasonRulesEnforced'>,
  caller: Caller,
  { body, ifMatch, reason: general }: InstrumentUpdateRequest,
): Decide {
  if (body.is_quarantined !== undefined) requireQuarantineRole(caller)
  return async (row, queries) => {
    const { siteTimeZone, ...place } = await placeAfter(queries, caller, row, body)
    requireActive(row)
    if (ifMatch !== undefined && !admitsVersion(ifMatch, row.ledgerIndex)) {
      throw new ApiError('PRECONDITION_FAILED')
    }
    const fields = { ...fieldsOfBody(row, body), ...place, ...(await procedureAfter(queries, row, body)) }
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

/** The reason of a changed interval; null when the interval stays. Twelve months are not one year. */
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
