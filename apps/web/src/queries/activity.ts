import { queryOptions } from '@tanstack/react-query'
import type { ActivityEntry } from '@plumbline/contract'
import { everyRow, workspaceApi } from '../api.ts'

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
