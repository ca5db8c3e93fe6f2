import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** What a calibration of an instrument is traceable to; without one, that which is in effect. */
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
