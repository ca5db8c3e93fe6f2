import { activityOperations } from './app-activity.ts'
import { apiKeyOperations } from './app-api-key.ts'
import { bulkChangeJobOperations } from './app-bulk-change-job.ts'
import { bulkChangeOperations } from './app-bulk-change.ts'
import { appCalibrationOperations } from './app-calibration.ts'
import { appCertificateOperations } from './app-certificate.ts'
import { appDocumentOperations } from './app-document.ts'
import { appDueOperations } from './app-due.ts'
import { firstStepsOperations } from './app-first-steps.ts'
import { instrumentCsvOperations } from './app-instrument-csv.ts'
import { appInstrumentOperations } from './app-instrument.ts'
import { appLedgerOperations } from './app-ledger.ts'
import { liveUpdateOperations } from './app-live-updates.ts'
import { jobOperations } from './app-job.ts'
import { labelOperations } from './app-label.ts'
import { searchOperations } from './app-search.ts'
import { sampleWorkspaceOperations } from './app-sample-workspace.ts'
import { schedulePreviewOperations } from './app-schedule-preview.ts'
import { reportOperations } from './app-report.ts'
import { siteSettingsOperations } from './app-site.ts'
import { summaryOperations } from './app-summary.ts'
import { userOperations } from './app-user.ts'
import { appWebhookOperations } from './app-webhook.ts'
import { viewOperations } from './app-view.ts'
import { workspaceSettingsOperations } from './app-workspace.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import { Closed, Uuid } from './values.ts'

/** Path prefix of the app API. */
export const APP_API_PREFIX = '/api/app/v1'

/** Where the app API's operations of one workspace stand. */
export const APP_WORKSPACE_PREFIX = `${APP_API_PREFIX}/workspaces/{workspace_id}`

/**
 * Every operation of the app API within a workspace, by name: those of the public API under the same
 * paths, some with more to them, and the app's own.
 */
export const workspaceOperations = {
  ...operations,
  ...workspaceSettingsOperations,
  ...firstStepsOperations,
  ...sampleWorkspaceOperations,
  ...schedulePreviewOperations,
  ...siteSettingsOperations,
  ...userOperations,
  ...apiKeyOperations,
  ...appInstrumentOperations,
  ...instrumentCsvOperations,
  ...bulkChangeOperations,
  ...bulkChangeJobOperations,
  ...appDueOperations,
  ...appCalibrationOperations,
  ...appCertificateOperations,
  ...appDocumentOperations,
  ...activityOperations,
  ...jobOperations,
  ...appLedgerOperations,
  ...appWebhookOperations,
  ...summaryOperations,
  ...searchOperations,
  ...labelOperations,
  ...reportOperations,
  ...viewOperations,
  ...liveUpdateOperations,
} as const

/** The same operations with the workspace in their paths, for the document of the whole app API. */
export function withinWorkspace(table: Readonly<Record<string, Operation>>): Record<string, Operation> {
  const entries = Object.entries(table).map(([name, operation]) => {
    const params = Closed({ workspace_id: Uuid(), ...operation.params?.properties })
    return [name, { ...operation, path: `/workspaces/{workspace_id}${operation.path}`, params }] as const
  })
  return Object.fromEntries(entries)
}
