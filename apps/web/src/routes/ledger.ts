import { createRoute } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
import { dateOf, numberOf, taken, textOf, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

export const activityRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'activity',
  validateSearch: (search: RawSearch) =>
    taken({
      page: numberOf(search, 'page'),
      subject: textOf(search, 'subject'),
      instrument: textOf(search, 'instrument'),
      actor: textOf(search, 'actor'),
      kind: textOf(search, 'kind'),
      from: dateOf(search, 'from'),
      to: dateOf(search, 'to'),
    }),
  component: laterPage(() => import('../pages/activity/activity-page.tsx'), 'ActivityPage'),
})

export const ledgerRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'ledger',
  validateSearch: (search: RawSearch) => taken({ page: numberOf(search, 'page') }),
  component: laterPage(() => import('../pages/ledger/ledger-page.tsx'), 'LedgerPage'),
})
