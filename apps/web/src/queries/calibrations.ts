import { queryOptions } from '@tanstack/react-query'
import type { CalibrationRecord, CalibrationStanding } from '@plumbline/contract'
import { everyRow, workspaceApi } from '../api.ts'

/** More calibrations than an instrument has in a working life; beyond it the oldest stay out of the story. */
const STORY_RECORDS_MAX = 1000

/** All calibrations of an instrument, void markers too, newest first. */
export const calibrationsOfQuery = (workspaceId: string, instrumentId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'calibrations'],
    queryFn: () =>
      everyRow<CalibrationRecord>(
        workspaceApi(workspaceId),
        `/instruments/${instrumentId}/calibrations`,
        { include: 'voided', sort: '-performed_at' },
        STORY_RECORDS_MAX,
      ),
  })

/** One calibration record. */
export const calibrationQuery = (workspaceId: string, calibrationId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'calibrations', calibrationId],
    queryFn: () => workspaceApi(workspaceId).get<CalibrationRecord>(`/calibrations/${calibrationId}`),
  })

/** How a record stands: its place in the ledger, who may approve it, what a void would mean. */
export const standingQuery = (workspaceId: string, calibrationId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'calibrations', calibrationId, 'standing'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).get<CalibrationStanding>(
        `/calibrations/${calibrationId}/standing`,
        {},
        signal,
      ),
  })
