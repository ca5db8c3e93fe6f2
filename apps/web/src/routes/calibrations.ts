import { createRoute } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
import { taken, textOf, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

export const calibrationRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'calibrations/$calibrationId',
  component: laterPage(() => import('../pages/calibration/calibration-page.tsx'), 'CalibrationPage'),
})

export const calibrationPrintRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'calibrations/$calibrationId/print',
  component: laterPage(() => import('../pages/calibration/record-print-page.tsx'), 'RecordPrintPage'),
})

export const approvalsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'approvals',
  validateSearch: (search: RawSearch) => taken({ record: textOf(search, 'record') }),
  component: laterPage(() => import('../pages/approvals/approvals-page.tsx'), 'ApprovalsPage'),
})
