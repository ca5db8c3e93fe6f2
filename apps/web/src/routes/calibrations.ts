import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspaceRoute } from './workspace.tsx'

export const calibrationRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'calibrations/$calibrationId',
  component: lazyRouteComponent(() => import('../pages/calibration/calibration-page.tsx'), 'CalibrationPage'),
})
