import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** More changes than an instrument normally has; beyond it the oldest are missing from the history. */
const HISTORY_CHANGES_MAX = 1000

/** The changes of an instrument, newest first. */
export const activityOfInstrumentQuery = (workspaceId: string, instrumentId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'activity', instrumentId],
    queryFn: () =>
      workspaceApi(workspaceId).listInstrumentActivity.all({
        params: { instrument_id: instrumentId },
        max: HISTORY_CHANGES_MAX,
      }),
  })

/** A page of the activity log, newest first. */
export const activityQuery = (workspaceId: string, query: QueryOf<'listActivity'>) =>
  queryOptions({
    queryKey: [workspaceId, 'activity', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listActivity({ query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

/** All users and API keys that have made changes. */
export const actorsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'activity', 'actors'],
    queryFn: async ({ signal }) => (await workspaceApi(workspaceId).listActivityActors({ signal })).data,
  })
