import { createRoute } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
import { flagOf, taken, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

export const calibrateRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'instruments/$instrumentId/calibrate',
  // `external` starts with the certificate of a provider, for instruments that were calibrated externally.
  validateSearch: (search: RawSearch) => taken({ external: flagOf(search, 'external') }),
  component: laterPage(() => import('../pages/calibrate/calibrate-page.tsx'), 'CalibratePage'),
})

export const correctRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'calibrations/$calibrationId/correct',
  component: laterPage(() => import('../pages/calibrate/correct-page.tsx'), 'CorrectPage'),
})
