import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FieldRequirementsResponse } from '@plumbline/contract'
import { workspaceApi } from '../api.ts'

/** A list of no standards at all: an empty one would be left out of the address. */
const NO_STANDARDS = ','

/**
 * What standards ask of a calibration; the answer before stays while the next one comes.
 * @param standards keys; without them those that the workspace selected
 */
export const fieldRequirementsQuery = (
  workspaceId: string,
  calibrationType: string,
  standards?: readonly string[],
) =>
  queryOptions({
    queryKey: [workspaceId, 'field-requirements', calibrationType, standards],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).get<FieldRequirementsResponse>(
        '/standards/field-requirements',
        {
          calibration_type: calibrationType,
          standards: standards && (standards.join(',') || NO_STANDARDS),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
