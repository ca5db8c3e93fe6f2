import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ActivityActor, ActivityEntry, Page } from '@plumbline/contract'
import { everyRow, workspaceApi, type Query } from '../api.ts'

/** More changes than an instrument sees in a working life; beyond it the oldest stay out of the story. */
const STORY_CHANGES_MAX = 1000

/** What was done to an instrument, newest first. */
export const activityOfInstrumentQuery = (workspaceId: string, instrumentId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'activity', instrumentId],
    queryFn: () =>
      everyRow<ActivityEntry>(
        workspaceApi(workspaceId),
        `/instruments/${instrumentId}/activity`,
        {},
        STORY_CHANGES_MAX,
      ),
  })

/** A page of the activity log, newest first. */
export const activityQuery = (workspaceId: string, query: Query) =>
  queryOptions({
    queryKey: [workspaceId, 'activity', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).get<Page<ActivityEntry>>('/activity', query, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

/** Everybody and every key that has acted. */
export const actorsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'activity', 'actors'],
    queryFn: async ({ signal }) =>
      (await workspaceApi(workspaceId).get<{ data: ActivityActor[] }>('/activity/actors', {}, signal)).data,
  })
