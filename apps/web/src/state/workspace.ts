import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { LocationSummary, Role, SiteSummary } from '@plumbline/contract'
import { workspaceApi, type WorkspaceApi } from '../api/index.ts'
import { locationsQuery, sitesQuery, workspaceQuery, type Workspace } from '../queries/workspace.ts'
import { sessionQuery, type Session } from './session.ts'

/** The open workspace, for all of its pages. */
export interface OpenWorkspace {
  workspaceId: string
  api: WorkspaceApi
  workspace: Workspace
  sites: SiteSummary[]
  locations: LocationSummary[]
  role: Role
  /** Sites the user can access; null for all sites. */
  siteIds: string[] | null
  /** When an auditor's access ends; null if it does not end, and for other roles. */
  accessEndsAt: string | null
  session: Session
}

/** Returns the open workspace, which is loaded before its pages are shown. */
export function useWorkspace(): OpenWorkspace {
  const { workspaceId } = useParams({ strict: false })
  if (workspaceId === undefined) throw new Error('a page outside every workspace asked for one')
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const { data: sites } = useSuspenseQuery(sitesQuery(workspaceId))
  const { data: locations } = useSuspenseQuery(locationsQuery(workspaceId))
  const { data: session } = useSuspenseQuery(sessionQuery)
  if (session === null) throw new Error('a page of a workspace was shown to nobody')
  const {
    role = 'auditor',
    site_ids: siteIds = null,
    access_ends_at: accessEndsAt = null,
  } = session.memberships.find((one) => one.workspace_id === workspaceId) ?? {}
  const api = workspaceApi(workspaceId)
  return { workspaceId, api, workspace, sites, locations, role, siteIds, accessEndsAt, session }
}
