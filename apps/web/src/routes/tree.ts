import { accountRoute, changePasswordRoute } from './account.ts'
import { calibrateRoute, correctRoute } from './calibrate.ts'
import { approvalsRoute, calibrationPrintRoute, calibrationRoute } from './calibrations.ts'
import { findingRoutes } from './findings.ts'
import { documentsRoute } from './documents.ts'
import {
  editInstrumentRoute,
  importRoute,
  instrumentRoute,
  bulkChangeRoute,
  instrumentsRoute,
  newInstrumentRoute,
  traceabilityRoute,
  usedForRoute,
} from './instruments.ts'
import { activityRoute, ledgerRoute } from './ledger.ts'
import { invitationRoute, resetPasswordRoute, setupRoute } from './one-time-links.ts'
import { instrumentModelsRoute, procedureRoutes } from './procedures.ts'
import { intervalAdviceRoute, reportRoute, reportsRoute } from './reports.ts'
import { rootRoute, startRoute } from './root.tsx'
import { shortAddressRoute } from './short-address.ts'
import { settingsRoutes } from './settings.ts'
import { noWorkspaceRoute, signInRoute } from './sign-in.ts'
import {
  firstSettingsRoute,
  startOfWorkspaceRoute,
  todayRoute,
  worklistPrintRoute,
  worklistRoute,
} from './work.ts'
import { deliveryRoute, webhookEventsRoute, webhookRoute, webhooksRoute } from './webhooks.ts'
import { workspaceRoute } from './workspace.tsx'

/** All routes of the application. */
export const routeTree = rootRoute.addChildren([
  startRoute,
  signInRoute,
  noWorkspaceRoute,
  setupRoute,
  resetPasswordRoute,
  invitationRoute,
  changePasswordRoute,
  accountRoute,
  shortAddressRoute,
  workspaceRoute.addChildren([
    startOfWorkspaceRoute,
    todayRoute,
    firstSettingsRoute,
    worklistRoute,
    worklistPrintRoute,
    bulkChangeRoute,
    instrumentsRoute,
    importRoute,
    reportsRoute,
    reportRoute,
    intervalAdviceRoute,
    newInstrumentRoute,
    calibrateRoute,
    correctRoute,
    instrumentRoute,
    editInstrumentRoute,
    traceabilityRoute,
    usedForRoute,
    calibrationRoute,
    calibrationPrintRoute,
    ...procedureRoutes,
    instrumentModelsRoute,
    approvalsRoute,
    ...findingRoutes,
    documentsRoute,
    activityRoute,
    ledgerRoute,
    webhooksRoute,
    webhookEventsRoute,
    webhookRoute,
    deliveryRoute,
    settingsRoutes,
  ]),
])
