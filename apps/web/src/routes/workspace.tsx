import { createRoute, lazyRouteComponent, notFound, retainSearchParams } from '@tanstack/react-router'
import { ApiFailure, isNotThere } from '../api/index.ts'
import { locationsQuery, sitesQuery, workspaceQuery } from '../queries/workspace.ts'
import { rememberWorkspace } from '../state/session.ts'
import { requireSession } from './require-session.ts'
import { rootRoute } from './root.tsx'
import { textOf, type RawSearch } from './search.ts'

/** Every page of a workspace stands below it, in the frame; `site` is the site switch and stays on every page. */
export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/w/$workspaceId',
  // Left out where there is none: as undefined it would be taken for chosen, and not stay.
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
      if (isNotThere(error)) throw notFound()
      if (error instanceof ApiFailure && error.code === 'ACCESS_ENDED') return { ended: error }
      throw error
    }
    rememberWorkspace(workspaceId)
    return { ended: undefined }
  },
  component: lazyRouteComponent(() => import('../components/app-frame/workspace-door.tsx'), 'WorkspaceDoor'),
})
