import { createRoute } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
import { numberOf, taken, textOf, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

const findingsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'findings',
  validateSearch: (search: RawSearch) =>
    taken({ status: textOf(search, 'status'), page: numberOf(search, 'page') }),
  component: laterPage(() => import('../pages/findings/findings-page.tsx'), 'FindingsPage'),
})

const findingRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'findings/$findingId',
  validateSearch: (search: RawSearch) =>
    taken({
      level: numberOf(search, 'level'),
      judged: textOf(search, 'judged'),
      page: numberOf(search, 'page'),
    }),
  component: laterPage(() => import('../pages/findings/finding-page.tsx'), 'FindingPage'),
})

/** The list of findings, and a finding. */
export const findingRoutes = [findingsRoute, findingRoute] as const
