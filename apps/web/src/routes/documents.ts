import { createRoute } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
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
  component: laterPage(() => import('../pages/documents/documents-page.tsx'), 'DocumentsPage'),
})
