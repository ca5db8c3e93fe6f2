import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** The traceability of a calibration of an instrument; by default, of the calibration in effect. */
export const traceabilityQuery = (workspaceId: string, instrumentId: string, calibrationId?: string) =>
  queryOptions({
    queryKey: [workspaceId, 'calibrations', 'traceability', instrumentId, calibrationId ?? null],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getTraceability({
        params: { instrument_id: instrumentId },
        query: { calibration_id: calibrationId },
        signal,
      }),
  })
