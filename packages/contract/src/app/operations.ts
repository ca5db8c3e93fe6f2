import { activityOperations } from './activity.ts'
import { accountOperations } from './access/account.ts'
import { apiKeyOperations } from './access/api-key.ts'
import { invitationOperations } from './access/invitation.ts'
import { oidcOperations } from './access/oidc.ts'
import { oneTimeLinkOperations } from './access/one-time-link.ts'
import { serviceAccountOperations } from './access/service-account.ts'
import { signInOperations } from './access/sign-in.ts'
import { twoFactorOperations } from './access/two-factor.ts'
import { backupOperations } from './backup.ts'
import { bulkChangeJobOperations } from './instruments/bulk-change-job.ts'
import { bulkChangeOperations } from './instruments/bulk-change.ts'
import { appCalibrationOperations } from './calibration.ts'
import { appCertificateOperations } from './certificate.ts'
import { appDocumentOperations } from './document.ts'
import { appExportOperations } from './exports.ts'
import { assignmentOperations } from './instruments/assignment.ts'
import { appDueOperations } from './instruments/due.ts'
import { appFindingOperations } from './findings/finding.ts'
import { firstStepsOperations } from './first-steps.ts'
import { shipmentOperations } from './instruments/shipment.ts'
import { suggestionOperations } from './instruments/suggestion.ts'
import { appInstrumentOperations } from './instruments/instrument.ts'
import { appIntervalAdviceOperations } from './interval-advice.ts'
import { appLedgerOperations } from './ledger.ts'
import { liveUpdateOperations } from './live-updates.ts'
import { jobOperations } from './job.ts'
import { mailOperations } from './mail.ts'
import { calendarFeedOperations } from './calendar-feed.ts'
import { notificationOperations } from './notification.ts'
import { labelOperations } from './instruments/label.ts'
import { searchOperations } from './instruments/search.ts'
import { sampleWorkspaceOperations } from './sample-workspace.ts'
import { schedulePreviewOperations } from './instruments/schedule-preview.ts'
import { pointHistoryOperations } from './point-history.ts'
import { standardAtUseOperations } from './standard-at-use.ts'
import { reportOperations } from './report-operations.ts'
import { classTableOperations } from './procedures/class-table-operations.ts'
import { instrumentModelOperations } from './procedures/instrument-model.ts'
import { procedureDocumentOperations } from './procedures/procedure-document-operations.ts'
import { appProcedureOperations } from './procedures/procedure.ts'
import { appProviderOperations } from './providers/provider.ts'
import { providerDocumentOperations } from './providers/provider-document.ts'
import { siteSettingsOperations } from './site.ts'
import { summaryOperations } from './instruments/summary.ts'
import { appTraceabilityOperations } from './traceability.ts'
import { userOperations } from './access/user.ts'
import { appWebhookOperations } from './webhook.ts'
import { viewOperations } from './instruments/view.ts'
import { workspaceSettingsOperations } from './workspace.ts'
import type { Operation } from '../shared/operation.ts'
import { operations } from '../public/operations.ts'
import { Closed, Uuid } from '../shared/values.ts'

/** Path prefix of the app API. */
export const APP_API_PREFIX = '/api/app/v1'

/** Path prefix of the app API's operations of one workspace. */
export const APP_WORKSPACE_PREFIX = `${APP_API_PREFIX}/workspaces/{workspace_id}`

/** Operations before sign-in, by name, under SIGN_IN_PREFIX. */
export const visitorOperations = {
  ...signInOperations,
  ...oneTimeLinkOperations,
  ...invitationOperations,
  ...oidcOperations,
} as const

/** Operations on a person's own account, outside any workspace, by name, under APP_API_PREFIX. */
export const ownAccountOperations = { ...accountOperations, ...twoFactorOperations } as const

/** Open pages are informed of changes by `watchChanges`, which has the same path. */
const { listChanges: _, ...sharedOperations } = operations

/**
 * Every operation of the app API within a workspace, by name: those of the public API under the same
 * paths, some with more to them, and the app's own.
 */
export const workspaceOperations = {
  ...sharedOperations,
  ...workspaceSettingsOperations,
  ...firstStepsOperations,
  ...sampleWorkspaceOperations,
  ...backupOperations,
  ...mailOperations,
  ...notificationOperations,
  ...calendarFeedOperations,
  ...schedulePreviewOperations,
  ...siteSettingsOperations,
  ...userOperations,
  ...apiKeyOperations,
  ...serviceAccountOperations,
  ...appInstrumentOperations,
  ...shipmentOperations,
  ...suggestionOperations,
  ...bulkChangeOperations,
  ...bulkChangeJobOperations,
  ...appDueOperations,
  ...assignmentOperations,
  ...appExportOperations,
  ...appProcedureOperations,
  ...procedureDocumentOperations,
  ...instrumentModelOperations,
  ...classTableOperations,
  ...appProviderOperations,
  ...providerDocumentOperations,
  ...appIntervalAdviceOperations,
  ...appCalibrationOperations,
  ...pointHistoryOperations,
  ...standardAtUseOperations,
  ...appTraceabilityOperations,
  ...appFindingOperations,
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
