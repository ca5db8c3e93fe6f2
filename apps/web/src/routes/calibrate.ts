import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspaceRoute } from './workspace.tsx'

export const calibrateRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'instruments/$instrumentId/calibrate',
  component: lazyRouteComponent(() => import('../pages/calibrate/calibrate-page.tsx'), 'CalibratePage'),
})

export const correctRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'calibrations/$calibrationId/correct',
  component: lazyRouteComponent(() => import('../pages/calibrate/correct-page.tsx'), 'CorrectPage'),
})
