import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { flagOf, numberOf, taken, textOf, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

export const documentsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'documents',
  validateSearch: (search: RawSearch) =>
    taken({
      q: textOf(search, 'q'),
      type: textOf(search, 'type'),
      instrument: textOf(search, 'instrument'),
      archived: flagOf(search, 'archived'),
      page: numberOf(search, 'page'),
    }),
  component: lazyRouteComponent(() => import('../pages/documents/documents-page.tsx'), 'DocumentsPage'),
})
