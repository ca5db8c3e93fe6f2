import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { taken, textOf, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

export const calibrationRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'calibrations/$calibrationId',
  component: lazyRouteComponent(() => import('../pages/calibration/calibration-page.tsx'), 'CalibrationPage'),
})

export const calibrationPrintRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'calibrations/$calibrationId/print',
  component: lazyRouteComponent(
    () => import('../pages/calibration/record-print-page.tsx'),
    'RecordPrintPage',
  ),
})

export const approvalsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'approvals',
  validateSearch: (search: RawSearch) => taken({ record: textOf(search, 'record') }),
  component: lazyRouteComponent(() => import('../pages/approvals/approvals-page.tsx'), 'ApprovalsPage'),
})
