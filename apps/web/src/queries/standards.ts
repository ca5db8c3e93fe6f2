import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CalibrationType } from '@plumbline/contract'
import { workspaceApi } from '../api/index.ts'

/** The parameter for no standards; an empty parameter would be omitted from the URL. */
const NO_STANDARDS = ','

/** Returns the keys of standards as a query parameter. */
export function keyList(keys: readonly string[]): string {
  return keys.join(',') || NO_STANDARDS
}

/**
 * What standards require of a calibration; the previous response is shown while the next one loads.
 * @param standards keys; if omitted, those selected by the workspace
 */
export const fieldRequirementsQuery = (
  workspaceId: string,
  calibrationType: CalibrationType | undefined,
  standards?: readonly string[],
) =>
  queryOptions({
    queryKey: [workspaceId, 'field-requirements', calibrationType, standards],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getFieldRequirements({
        query: {
          calibration_type: calibrationType,
          standards: standards && keyList(standards),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
