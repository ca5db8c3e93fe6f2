import { createRoute, lazyRouteComponent, notFound, retainSearchParams } from '@tanstack/react-router'
import { ApiFailure, isNotFound } from '../api/index.ts'
import { locationsQuery, sitesQuery, workspaceQuery } from '../queries/workspace.ts'
import { rememberWorkspace } from '../state/session.ts'
import { requireSession } from './require-session.ts'
import { rootRoute } from './root.tsx'
import { textOf, type RawSearch } from './search.ts'

/** The parent of all pages of a workspace, with their frame; `site` is the selected site, which all pages share. */
export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/w/$workspaceId',
  // Omitted if there is none: undefined would count as a selection, and would not carry over to other pages.
  validateSearch: (search: RawSearch): { site?: string | undefined } => {
    const site = textOf(search, 'site')
    return site === undefined ? {} : { site }
  },
  search: { middlewares: [retainSearchParams(['site'])] },
  beforeLoad: async ({ context, location, params }) =>
    requireSession(context, location.href, params.workspaceId),
  loader: async ({ context: { queryClient }, params: { workspaceId } }) => {
    try {
      await Promise.all([
        queryClient.ensureQueryData(workspaceQuery(workspaceId)),
        queryClient.ensureQueryData(sitesQuery(workspaceId)),
        queryClient.ensureQueryData(locationsQuery(workspaceId)),
      ])
    } catch (error) {
      if (isNotFound(error)) throw notFound()
      if (error instanceof ApiFailure && error.code === 'ACCESS_ENDED') return { ended: error }
      throw error
    }
    rememberWorkspace(workspaceId)
    return { ended: undefined }
  },
  component: lazyRouteComponent(() => import('../components/app-frame/workspace-gate.tsx'), 'WorkspaceGate'),
})
