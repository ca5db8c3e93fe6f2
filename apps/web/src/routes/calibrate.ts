import { createRoute } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
import { workspaceRoute } from './workspace.tsx'

export const calibrateRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'instruments/$instrumentId/calibrate',
  component: laterPage(() => import('../pages/calibrate/calibrate-page.tsx'), 'CalibratePage'),
})

export const correctRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'calibrations/$calibrationId/correct',
  component: laterPage(() => import('../pages/calibrate/correct-page.tsx'), 'CorrectPage'),
})
