import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CalibrationType } from '@plumbline/contract'
import { workspaceApi } from '../api/index.ts'

/** A list of no standards at all: an empty one would be left out of the address. */
const NO_STANDARDS = ','

/** Keys of standards as a query parameter. */
export function keyList(keys: readonly string[]): string {
  return keys.join(',') || NO_STANDARDS
}

/**
 * What standards ask of a calibration; the response before stays while the next one comes.
 * @param standards keys; without them those that the workspace selected
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
