import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { numberOf, present, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

/** A workspace opens on what there is to do. */
export const startOfWorkspaceRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/w/$workspaceId/worklist', params })
  },
})

export const worklistRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'worklist',
  validateSearch: (search: RawSearch) =>
    present({ page: numberOf(search, 'page'), within: numberOf(search, 'within') }),
  component: lazyRouteComponent(() => import('../pages/worklist/worklist-page.tsx'), 'WorklistPage'),
})
