import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  ApiKeyRead,
  FieldRequirementsResponse,
  SchedulePreview,
  SiteRead,
  SiteSchedulePreview,
  UserRead,
  WorkspaceRead,
} from '@plumbline/contract'
import { everyRow, workspaceApi, type Query } from '../api.ts'

/** The workspace's settings with their version, for whoever changes them. */
export const workspaceSettingsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'workspace', 'settings'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).read<WorkspaceRead>('', signal),
    staleTime: 0,
  })

/** A site with its version and what certificates print of it. */
export const siteQuery = (workspaceId: string, siteId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'sites', siteId],
    queryFn: ({ signal }) => workspaceApi(workspaceId).read<SiteRead>(`/sites/${siteId}`, signal),
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

/** What another zone would make of a site's worklist; undefined: the workspace's zone. */
export const siteSchedulePreviewQuery = (workspaceId: string, siteId: string, timezone: string | undefined) =>
  queryOptions({
    queryKey: [workspaceId, 'schedule-preview', siteId, timezone],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).get<SiteSchedulePreview>(
        `/sites/${siteId}/schedule-preview`,
        { timezone },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What standards ask of each field; undefined: those that are selected. */
export const requirementsQuery = (workspaceId: string, keys?: readonly string[]) =>
  queryOptions({
    queryKey: [workspaceId, 'requirements', keys ?? 'selected'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).get<FieldRequirementsResponse>(
        // An empty choice is a choice too, which a left-out parameter would not be.
        `/standards/field-requirements${keys === undefined ? '' : `?standards=${keys.map(encodeURIComponent).join(',')}`}`,
        {},
        signal,
      ),
    placeholderData: keepPreviousData,
  })

/** Everybody of the workspace, by name, deactivated ones too. */
export const peopleQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'people'],
    queryFn: () => everyRow<UserRead>(workspaceApi(workspaceId), '/users'),
  })

/** All API keys, in the order in which they were made, revoked ones too. */
export const apiKeysQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'api-keys'],
    queryFn: () => everyRow<ApiKeyRead>(workspaceApi(workspaceId), '/api-keys'),
  })
