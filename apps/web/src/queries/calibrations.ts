import { queryOptions } from '@tanstack/react-query'
import type { CalibrationRecord, InstrumentCalibrationRecord } from '@plumbline/contract'
import { workspaceApi } from '../api/index.ts'

/** More calibrations than an instrument normally has; beyond it the oldest are missing from the history. */
const HISTORY_RECORDS_MAX = 1000

/** All calibrations of an instrument, including void markers, newest first. */
export const calibrationsOfQuery = (workspaceId: string, instrumentId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'calibrations'],
    queryFn: () =>
      workspaceApi(workspaceId).listInstrumentCalibrations.all({
        params: { instrument_id: instrumentId },
        query: { include: 'voided', sort: '-performed_at' },
        max: HISTORY_RECORDS_MAX,
      }),
  })

/** The points of an instrument over its records, and the values of one of them by its key. */
export const pointHistoryQuery = (workspaceId: string, instrumentId: string, point: string | undefined) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'calibrations', 'points', point],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getPointHistory({
        params: { instrument_id: instrumentId },
        query: { point },
        signal,
      }),
    // The previous point of the same instrument is shown while another one loads.
    placeholderData: (before, query) => (query?.queryKey[2] === instrumentId ? before : undefined),
  })

/** One calibration record. */
export const calibrationQuery = (workspaceId: string, calibrationId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'calibrations', calibrationId],
    queryFn: () => workspaceApi(workspaceId).getCalibration({ params: { calibration_id: calibrationId } }),
  })

/** Details of a record: its index in the ledger, who may approve it, and the consequences of voiding it. */
export const detailsQuery = (workspaceId: string, calibrationId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'calibrations', calibrationId, 'details'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getCalibrationDetails({
        params: { calibration_id: calibrationId },
        signal,
      }),
  })

/** The public verification page of a record's certificate, if one was issued. */
export const verificationQuery = (workspaceId: string, calibrationId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'calibrations', calibrationId, 'verification'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getCertificateVerification({
        params: { calibration_id: calibrationId },
        signal,
      }),
    staleTime: 0,
  })

/** The documents attached to a record, including archived ones, newest first. */
export const attachedQuery = (workspaceId: string, calibrationId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'documents', 'of-record', calibrationId],
    queryFn: () =>
      workspaceApi(workspaceId).listDocuments.all({
        query: { calibration_id: calibrationId, include: 'archived' },
      }),
    staleTime: 0,
  })

/** More records than are pending approval for one instrument at the same time. */
const PENDING_MAX = 20

/** The calibrations of an instrument that are pending approval, except corrections, the most recently performed first. */
export const pendingOfQuery = (workspaceId: string, instrumentId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'calibrations', 'pending'],
    queryFn: async ({ signal }): Promise<CalibrationRecord[]> => {
      const { data } = await workspaceApi(workspaceId).listInstrumentCalibrations({
        params: { instrument_id: instrumentId },
        query: { approval_status: 'pending', sort: '-performed_at', limit: PENDING_MAX },
        signal,
      })
      return data.filter(({ status, supersedes_id }) => status === 'current' && supersedes_id === null)
    },
  })

/** Number of records searched for the last one that is in effect. */
const RECENT_RECORDS = 20

/** When the first calibration of an instrument that has not been voided was performed; null if there is none. */
export const firstCalibrationQuery = (workspaceId: string, instrumentId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'calibrations', 'first'],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { data } = await workspaceApi(workspaceId).listInstrumentCalibrations({
        params: { instrument_id: instrumentId },
        query: { sort: 'performed_at', limit: RECENT_RECORDS },
        signal,
      })
      const standing = data.find(
        ({ status, approval_status }) => status === 'current' && approval_status !== 'rejected',
      )
      return standing?.performed_at ?? null
    },
  })

/** The last calibration whose setup can be used again; null if there is none. */
export const lastCalibrationQuery = (workspaceId: string, instrumentId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'calibrations', 'last'],
    queryFn: async ({ signal }): Promise<InstrumentCalibrationRecord | null> => {
      const { data } = await workspaceApi(workspaceId).listInstrumentCalibrations({
        params: { instrument_id: instrumentId },
        query: { sort: '-performed_at', limit: RECENT_RECORDS },
        signal,
      })
      return data.find(isSetUp) ?? null
    },
  })

function isSetUp({ status, approval_status, is_starting_record }: CalibrationRecord): boolean {
  return status === 'current' && approval_status !== 'rejected' && is_starting_record !== true
}
