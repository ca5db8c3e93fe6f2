import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SchedulePreview, WorkspaceRead } from '@plumbline/contract'
import { workspaceApi, type Query } from '../api.ts'

/** The workspace's settings with their version, for whoever changes them. */
export const workspaceSettingsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'workspace', 'settings'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).read<WorkspaceRead>('', signal),
    staleTime: 0,
  })

/** What other settings would make of due dates and statuses. */
export const schedulePreviewQuery = (workspaceId: string, settings: Query) =>
  queryOptions({
    queryKey: [workspaceId, 'schedule-preview', settings],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).get<SchedulePreview>('/schedule-preview', settings, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
