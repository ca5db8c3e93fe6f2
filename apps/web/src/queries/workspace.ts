import { queryOptions } from '@tanstack/react-query'
import type { WorkspaceRead } from '@plumbline/contract'
import { workspaceApi } from '../api/index.ts'

/** A workspace with its settings. */
export type Workspace = WorkspaceRead

/** Settings, sites and locations change rarely. */
const SETTINGS_FRESH_MS = 5 * 60_000

export const workspaceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'workspace'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getWorkspace({ signal }),
    staleTime: SETTINGS_FRESH_MS,
  })

export const sitesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'sites'],
    queryFn: () => workspaceApi(workspaceId).listSites.all(),
    staleTime: SETTINGS_FRESH_MS,
  })

export const locationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'locations'],
    queryFn: () => workspaceApi(workspaceId).listLocations.all(),
    staleTime: SETTINGS_FRESH_MS,
  })
