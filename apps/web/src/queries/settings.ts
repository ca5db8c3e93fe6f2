import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type QueryOf } from '../api/index.ts'
import { keyList } from './standards.ts'

/** The workspace's settings with their version, for editing. */
export const workspaceSettingsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'workspace', 'settings'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getWorkspace.versioned({ signal }),
    staleTime: 0,
  })

/** A site with its version and its data on certificates. */
export const siteQuery = (workspaceId: string, siteId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'sites', siteId],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getSite.versioned({ params: { site_id: siteId }, signal }),
    staleTime: 0,
  })

/** The effect of other settings on due dates and statuses. */
export const schedulePreviewQuery = (workspaceId: string, settings: QueryOf<'previewSchedule'>) =>
  queryOptions({
    queryKey: [workspaceId, 'schedule-preview', settings],
    queryFn: ({ signal }) => workspaceApi(workspaceId).previewSchedule({ query: settings, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The effect of another time zone on a site's worklist; undefined for the workspace's time zone. */
export const siteSchedulePreviewQuery = (workspaceId: string, siteId: string, timezone: string | undefined) =>
  queryOptions({
    queryKey: [workspaceId, 'schedule-preview', siteId, timezone],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).previewSiteSchedule({
        params: { site_id: siteId },
        query: { timezone },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What standards require of each field; undefined for the selected standards. */
export const requirementsQuery = (workspaceId: string, keys?: readonly string[]) =>
  queryOptions({
    queryKey: [workspaceId, 'requirements', keys ?? 'selected'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getFieldRequirements({
        query: { standards: keys && keyList(keys) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** All users of the workspace, by name, including deactivated ones. */
export const peopleQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'people'],
    queryFn: () => workspaceApi(workspaceId).listUsers.all(),
  })

/** All service accounts, by name, including deactivated ones. */
export const serviceAccountsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'service-accounts'],
    queryFn: () => workspaceApi(workspaceId).listServiceAccounts.all(),
  })

/** The use of an API key, which servers write once a minute. */
export const apiKeyUseQuery = (workspaceId: string, keyId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'api-keys', keyId, 'use'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getApiKeyUse({ params: { key_id: keyId }, signal }),
    staleTime: 0,
  })

/** All API keys in order of creation, including revoked ones. */
export const apiKeysQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'api-keys'],
    queryFn: () => workspaceApi(workspaceId).listApiKeys.all(),
  })
