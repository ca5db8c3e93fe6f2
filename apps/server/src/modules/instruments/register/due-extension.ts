import { because, isFailing, type RefusalReason } from '@plumbline/contract'
import { ApiError, invalidField } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { localDate, today } from '../../compliance/index.ts'
import {
  changeInstrument,
  type Decide,
  type InstrumentDeps,
  type VersionedInstrument,
} from './change-instrument.ts'
import type { InstrumentRow } from '../instrument.ts'
import { requireActive } from './require-active.ts'
import { requireReason } from './require-reason.ts'
import { activeExtension, computedDueDateOf } from '../schedule/schedule.ts'

/**
 * Extends the due date based on the current basis, replacing any earlier extension.
 * @param input `until` as YYYY-MM-DD
 * @throws 404 NOT_FOUND; 409 ASSET_RETIRED; 409 CONFLICT if there is nothing to extend; 422 VALIDATION_ERROR if
 * `until` is not after the computed due date and today, or the reason is blank
 */
export async function extendDueDate(
  deps: InstrumentDeps,
  caller: Caller,
  instrumentId: string,
  input: { until: string; reason: string },
): Promise<VersionedInstrument> {
  return changeInstrument(deps, caller, instrumentId, extensionDecision(deps, caller, input))
}

/** Decides on an extension; refuses as described for `extendDueDate`. */
export function extensionDecision(
  { clock }: Pick<InstrumentDeps, 'clock'>,
  caller: Caller,
  input: { until: string; reason: string },
): Decide {
  const reason = requireReason(input.reason)
  return (row) => {
    requireActive(row)
    const dueDate = extendableDueDate(row, caller.workspace.timeZone)
    const date = today(clock.now(), caller.workspace.timeZone)
    if (input.until <= dueDate || input.until <= date) {
      throw invalidField('until', because('field.too_early', { due: dueDate }), 'too_early')
    }
    const fields = {
      extensionUntil: input.until,
      extensionReason: reason,
      extensionGrantedBy: caller.userId,
      extensionBasisId: row.basisCalibrationId,
    }
    return {
      entries: [{ kind: 'instrument.due_extended', fields, reason }],
      following: (at) => ({ extensionGrantedAt: at, extensionHolds: true }),
      event: 'instrument.updated',
    }
  }
}

/**
 * Decides to continue an extension on the record that became the basis instead of the one on which it was granted, with the
 * same date and reason: both state the calibration of that day. Does nothing if the extension still belongs to the basis,
 * or if the basis is of another day, failed, or is not due before the extended date.
 * @param extension `until` and `day` as YYYY-MM-DD, `day` in the workspace's time zone
 */
export function continuationDecision(
  caller: Caller,
  { until, day }: { readonly until: string; readonly day: string },
): Decide {
  const { timeZone } = caller.workspace
  return (row) => {
    const isOfDay = row.basisPerformedAt !== null && localDate(row.basisPerformedAt, timeZone) === day
    const isEnded = row.extensionUntil === until && !row.extensionHolds
    const continues =
      isOfDay && isEnded && activeExtension({ ...row, extensionHolds: true }, timeZone) !== null
    const fields = { extensionGrantedBy: caller.userId, extensionBasisId: row.basisCalibrationId }
    return {
      entries: continues ? [{ kind: 'instrument.due_extended', fields, reason: row.extensionReason }] : [],
      following: (at) => ({ extensionGrantedAt: at, extensionHolds: true }),
      event: 'instrument.updated',
    }
  }
}

/** Removes the active extension; does nothing if there is none. @throws 404 NOT_FOUND; 409 ASSET_RETIRED */
export async function removeDueExtension(
  deps: InstrumentDeps,
  caller: Caller,
  instrumentId: string,
): Promise<VersionedInstrument> {
  const fields = {
    extensionUntil: null,
    extensionReason: null,
    extensionGrantedBy: null,
    extensionBasisId: null,
  }
  return changeInstrument(deps, caller, instrumentId, (row) => {
    requireActive(row)
    const isActive = activeExtension(row, caller.workspace.timeZone) !== null
    return {
      entries: isActive ? [{ kind: 'instrument.due_extension_removed', fields }] : [],
      following: () => ({ extensionGrantedAt: null, extensionHolds: false }),
      event: 'instrument.updated',
    }
  })
}

/** Returns the computed due date of an instrument that can have an extension (decisions, section 6). */
function extendableDueDate(row: InstrumentRow, timeZone: string): string {
  if (row.status === 'REFERENCE_ONLY') throw refuse(because('instrument.reference_not_due'))
  if (row.basisResult === null) throw refuse(because('instrument.never_calibrated'))
  if (isFailing(row.basisResult)) throw refuse(because('instrument.failed_is_due'))
  const dueDate = computedDueDateOf(row, timeZone)
  if (dueDate === null) throw new Error('a basis without a due date')
  return dueDate
}

function refuse(reason: RefusalReason): ApiError {
  return new ApiError('CONFLICT', { reason })
}
