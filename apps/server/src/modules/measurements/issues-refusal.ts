import type { MeasurementIssue } from '@plumbline/contract/measurement'
import { validationError, type ApiError } from '../../platform/errors.ts'

/** 422 VALIDATION_ERROR that names each member of the body that keeps points from being computed. */
export function issuesRefusal(issues: readonly MeasurementIssue[]): ApiError {
  return validationError(issues.map(({ path, type, reason }) => ({ loc: ['body', ...path], type, reason })))
}
