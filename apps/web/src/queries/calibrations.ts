import { queryOptions } from '@tanstack/react-query'
import type { CalibrationRecord, InstrumentCalibrationRecord } from '@plumbline/contract'
import { workspaceApi } from '../api/index.ts'

/** More calibrations than an instrument has in a working life; beyond it the oldest stay out of the history. */
const HISTORY_RECORDS_MAX = 1000

/** All calibrations of an instrument, void markers too, newest first. */
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

/** How the points of an instrument changed over its records, and one of them by its key. */
export const pointHistoryQuery = (workspaceId: string, instrumentId: string, point: string | undefined) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'calibrations', 'points', point],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getPointHistory({
        params: { instrument_id: instrumentId },
        query: { point },
        signal,
      }),
    // While another point of the instrument is on its way, the one before it stays.
    placeholderData: (before, query) => (query?.queryKey[2] === instrumentId ? before : undefined),
  })

/** One calibration record. */
export const calibrationQuery = (workspaceId: string, calibrationId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'calibrations', calibrationId],
    queryFn: () => workspaceApi(workspaceId).getCalibration({ params: { calibration_id: calibrationId } }),
  })

/** How a record stands: its place in the ledger, who may approve it, what a void would mean. */
export const detailsQuery = (workspaceId: string, calibrationId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'calibrations', calibrationId, 'details'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getCalibrationDetails({
        params: { calibration_id: calibrationId },
        signal,
      }),
  })

/** The public page of a record's certificate, when one was issued. */
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

/** More records of one instrument than are pending approval at once. */
const PENDING_MAX = 20

/** The calibrations of an instrument that are pending approval, corrections aside, the last performed first. */
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

/** Records that are looked through for the last one that counts. */
const RECENT_RECORDS = 20

/** When the first calibration of an instrument that still stands was performed; null without one. */
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

/** The last calibration whose set-up can serve again; null without one. */
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
