import { queryOptions } from '@tanstack/react-query'
import type { LocationSummary, SiteSummary, WorkspaceRead } from '@plumbline/contract'
import { everyRow, workspaceApi } from '../api.ts'

/** A workspace with its settings. */
export type Workspace = WorkspaceRead

/** Settings, sites and locations change rarely. */
const SETTINGS_FRESH_MS = 5 * 60_000

export const workspaceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'workspace'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).get<Workspace>('', {}, signal),
    staleTime: SETTINGS_FRESH_MS,
  })

export const sitesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'sites'],
    queryFn: () => everyRow<SiteSummary>(workspaceApi(workspaceId), '/sites'),
    staleTime: SETTINGS_FRESH_MS,
  })

export const locationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'locations'],
    queryFn: () => everyRow<LocationSummary>(workspaceApi(workspaceId), '/locations'),
    staleTime: SETTINGS_FRESH_MS,
  })
