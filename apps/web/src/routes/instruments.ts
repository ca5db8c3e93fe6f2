import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
import { dateOf, flagOf, numberOf, taken, textOf, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

/** The state of the instrument table. */
const listSearch = (search: RawSearch) =>
  taken({
    q: textOf(search, 'q'),
    status: textOf(search, 'status'),
    compliance: textOf(search, 'compliance'),
    location: textOf(search, 'location'),
    due_before: dateOf(search, 'due_before'),
    quarantined: flagOf(search, 'quarantined'),
    category: textOf(search, 'category'),
    department: textOf(search, 'department'),
    manufacturer: textOf(search, 'manufacturer'),
    responsible: textOf(search, 'responsible'),
    reference: flagOf(search, 'reference'),
    custom: textOf(search, 'custom'),
    custom_value: textOf(search, 'custom_value'),
    retired: flagOf(search, 'retired'),
    sort: textOf(search, 'sort'),
    page: numberOf(search, 'page'),
    view: textOf(search, 'view'),
    columns: textOf(search, 'columns'),
  })

export const instrumentsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'instruments',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../pages/instruments/instruments-page.tsx'), 'InstrumentsPage'),
})

export const newInstrumentRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'instruments/new',
  validateSearch: (search: RawSearch) => taken({ from: textOf(search, 'from') }),
  component: laterPage(() => import('../pages/instruments/new-instrument-page.tsx'), 'NewInstrumentPage'),
})

export const importRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'import',
  component: laterPage(() => import('../pages/import/import-page.tsx'), 'ImportPage'),
})

export const bulkChangeRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'instruments/change',
  component: laterPage(() => import('../pages/instruments/bulk-change-page.tsx'), 'BulkChangePage'),
})

export const instrumentRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'instruments/$instrumentId',
  validateSearch: (search: RawSearch) =>
    taken({
      percent: flagOf(search, 'percent'),
      all: flagOf(search, 'all'),
      point: textOf(search, 'point'),
      chart: textOf(search, 'chart'),
      series: textOf(search, 'series'),
    }),
  component: laterPage(() => import('../pages/instrument/instrument-page.tsx'), 'InstrumentPage'),
})

export const editInstrumentRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'instruments/$instrumentId/edit',
  component: laterPage(() => import('../pages/instruments/edit-instrument-page.tsx'), 'EditInstrumentPage'),
})

export const traceabilityRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'instruments/$instrumentId/traceability',
  validateSearch: (search: RawSearch) => taken({ calibration: textOf(search, 'calibration') }),
  component: laterPage(() => import('../pages/traceability/traceability-page.tsx'), 'TraceabilityPage'),
})

export const usedForRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'instruments/$instrumentId/used-for',
  validateSearch: (search: RawSearch) =>
    taken({ from: textOf(search, 'from'), to: textOf(search, 'to'), page: numberOf(search, 'page') }),
  component: laterPage(() => import('../pages/used-for/used-for-page.tsx'), 'UsedForPage'),
})
