import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FieldRequirementsResponse } from '@plumbline/contract'
import { workspaceApi } from '../api.ts'

/** What the selected standards ask of a calibration; the answer before stays while the next one comes. */
export const fieldRequirementsQuery = (workspaceId: string, calibrationType: string) =>
  queryOptions({
    queryKey: [workspaceId, 'field-requirements', calibrationType],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).get<FieldRequirementsResponse>(
        '/standards/field-requirements',
        { calibration_type: calibrationType },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
