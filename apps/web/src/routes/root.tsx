import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { useRestoredFocus } from './restored-focus.ts'
import { firstWorkspace, sessionQuery } from '../state/session.ts'

/** The context that every route can use before its page is shown. */
export interface RouterContext {
  queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Root })

function Root() {
  useRestoredFocus()
  return <Outlet />
}

/** `/` redirects to the last workspace, or to the sign-in page. */
export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session === null) throw redirect({ to: '/sign-in' })
    const workspace = firstWorkspace(session)
    if (workspace === undefined) throw redirect({ to: '/no-workspace' })
    throw redirect({ to: '/w/$workspaceId', params: { workspaceId: workspace.workspace_id } })
  },
})
