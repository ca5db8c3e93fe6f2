import { createRoute, redirect } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
import { dateOf, numberOf, taken, textOf, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

/** The navigation links here; redirects to the first report. */
export const reportsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'reports',
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/w/$workspaceId/reports/$report',
      params: { ...params, report: 'due-forecast' },
      replace: true,
    })
  },
})

/** A report with its period and filters. */
export const reportRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'reports/$report',
  validateSearch: (search: RawSearch) =>
    taken({
      from: dateOf(search, 'from'),
      to: dateOf(search, 'to'),
      month: textOf(search, 'month'),
      verdict: textOf(search, 'verdict'),
      manufacturer: textOf(search, 'manufacturer'),
      model: textOf(search, 'model'),
      list: textOf(search, 'list'),
      impact: textOf(search, 'impact'),
      age: textOf(search, 'age'),
      owner: textOf(search, 'owner'),
      provider: textOf(search, 'provider'),
      days: textOf(search, 'days'),
    }),
  component: laterPage(() => import('../pages/reports/reports-page.tsx'), 'ReportsPage'),
})

/** The intervals suggested by records, by group, and the records of a group. */
export const intervalAdviceRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'interval-advice',
  validateSearch: (search: RawSearch) =>
    taken({
      by: textOf(search, 'by'),
      page: numberOf(search, 'page'),
      manufacturer: textOf(search, 'manufacturer'),
      model: textOf(search, 'model'),
      category: textOf(search, 'category'),
      procedure: textOf(search, 'procedure'),
      list: textOf(search, 'list'),
      records: numberOf(search, 'records'),
    }),
  component: laterPage(
    () => import('../pages/interval-advice/interval-advice-page.tsx'),
    'IntervalAdvicePage',
  ),
})
