import { queryOptions } from '@tanstack/react-query'
import type { ActivityEntry, Page } from '@plumbline/contract'
import { ApiFailure, workspaceApi } from '../api.ts'

/** As many entries as one page holds; the story of an instrument rarely has more. */
const ENTRIES = 100

/** What was done to one thing, newest first; null for people who may not read the activity log. */
export const activityOfQuery = (workspaceId: string, subjectId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'activity', subjectId],
    queryFn: async ({ signal }): Promise<Page<ActivityEntry> | null> => {
      try {
        return await workspaceApi(workspaceId).get<Page<ActivityEntry>>(
          '/activity',
          { subject_id: subjectId, limit: ENTRIES },
          signal,
        )
      } catch (error) {
        if (error instanceof ApiFailure && (error.status === 404 || error.status === 403)) return null
        throw error
      }
    },
  })
