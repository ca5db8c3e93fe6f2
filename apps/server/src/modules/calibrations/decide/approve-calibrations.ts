import { because, type ApprovalOutcome, type ItemRefusal } from '@plumbline/contract'
import { ApiError, itemRefusal } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import type { CalibrationDeps } from '../deps.ts'
import { approveCalibration, type Approval } from './approve-calibration.ts'

/**
 * Approves several records one after another, each in a transaction of its own as if it were the only one, so
 * that a refused one holds up none of the others. Ids that are named twice count once.
 * @returns what became of each, in the order of the ids
 * @throws what is no refusal of one record; those approved before it stay approved
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

/** A signature can only be missing as a whole here; the list of missing members would say it twice. */
function refusalOf(error: ApiError): ItemRefusal {
  return itemRefusal(error.code === 'VALIDATION_ERROR' ? unsigned(error) : error)
}

function unsigned({ code }: ApiError): ApiError {
  return new ApiError(code, { reason: because('calibration.needs_signature') })
}
