import { because, type ApprovalOutcome, type ItemRefusal } from '@plumbline/contract'
import { ApiError, itemRefusal } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import type { CalibrationDeps } from '../deps.ts'
import { approveCalibration, type Approval } from './approve-calibration.ts'

/**
 * Approves several records one after another, each in its own transaction, so that one refusal does not block the
 * others. Duplicate IDs count once.
 * @returns the outcome of each, in the order of the IDs
 * @throws errors that are not the refusal of a single record; records approved before the error stay approved
 */
export async function approveCalibrations(
  deps: CalibrationDeps,
  caller: Caller,
  calibrationIds: readonly string[],
  approval: Approval,
): Promise<ApprovalOutcome[]> {
  const results: ApprovalOutcome[] = []
  for (const calibrationId of new Set(calibrationIds)) {
    results.push(await outcomeOf(deps, caller, calibrationId, approval))
  }
  return results
}

async function outcomeOf(
  deps: CalibrationDeps,
  caller: Caller,
  calibrationId: string,
  approval: Approval,
): Promise<ApprovalOutcome> {
  const about = { calibration_id: calibrationId }
  try {
    const calibration = await approveCalibration(deps, caller, calibrationId, approval)
    return { ...about, outcome: 'approved', calibration, error: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ...about, outcome: 'refused', error: refusalOf(error) }
  }
}

/** Here a signature can only be missing entirely; listing the missing members would be redundant. */
function refusalOf(error: ApiError): ItemRefusal {
  return itemRefusal(error.code === 'VALIDATION_ERROR' ? unsigned(error) : error)
}

function unsigned({ code }: ApiError): ApiError {
  return new ApiError(code, { reason: because('calibration.needs_signature') })
}
