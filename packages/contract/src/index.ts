export * from './app/access/account.ts'
export * from './app/activity.ts'
export * from './app/access/api-key.ts'
export * from './app/instruments/bulk-change.ts'
export * from './app/instruments/bulk-change-job.ts'
export * from './app/calibration.ts'
export * from './app/calibration-record.ts'
export * from './app/certificate.ts'
export * from './app/document.ts'
export * from './app/instruments/due.ts'
export * from './app/findings/finding.ts'
export * from './app/findings/finding-report.ts'
export * from './app/instruments/instrument-csv.ts'
export * from './app/instruments/instrument.ts'
export * from './app/job.ts'
export * from './app/instruments/label.ts'
export * from './app/first-steps.ts'
export * from './app/ledger.ts'
export * from './app/live-updates.ts'
export * from './app/access/invitation.ts'
export * from './app/access/oidc.ts'
export * from './app/access/one-time-link.ts'
export * from './app/access/service-account.ts'
export * from './app/operations.ts'
export * from './app/point-history.ts'
export * from './app/standard-at-use.ts'
export * from './app/instruments/search.ts'
export * from './app/instruments/schedule-preview.ts'
export * from './app/procedures/class-table.ts'
export * from './app/procedures/class-table-operations.ts'
export * from './app/procedures/instrument-model.ts'
export * from './app/procedures/procedure.ts'
export * from './app/report-operations.ts'
export * from './app/access/sign-in.ts'
export * from './app/site.ts'
export * from './app/instruments/summary.ts'
export * from './app/sample-workspace.ts'
export * from './app/traceability.ts'
export * from './app/access/two-factor.ts'
export * from './app/access/user.ts'
export * from './app/webhook.ts'
export * from './app/instruments/view.ts'
export * from './app/workspace.ts'
export { LOGO_BYTES_MAX } from './app/setting-schemas.ts'
export * from './app/approval.ts'
export * from './public/batch.ts'
export * from './public/certificate-operations.ts'
export * from './shared/calibration-result.ts'
export * from './shared/delivery-failures.ts'
export * from './public/document.ts'
export * from './public/document-operations.ts'
export * from './public/due.ts'
export * from './public/traceability/traceability.ts'
export * from './public/traceability/traceability-operations.ts'
export * from './public/calibration.ts'
export * from './public/calibration-operations.ts'
export * from './shared/csv.ts'
export * from './shared/decimal-string.ts'
export * from './shared/errors.ts'
export * from './public/webhooks/event-data.ts'
export * from './public/webhooks/events.ts'
export {
  calibrationFields,
  calibrationTypes,
  type CalibrationType,
  type RecordPart,
} from './fields/calibration.ts'
export * from './fields/calibration-values.ts'
export * from './fields/instrument.ts'
export * from './fields/names.ts'
export {
  approvalPolicies,
  certificatePapers,
  FALLBACK_LANGUAGE,
  plans,
  WARNING_DAYS_MAX,
  type SettingSection,
} from './fields/workspace.ts'
export {
  siteColumn,
  siteField,
  siteFieldNames,
  siteMember,
  publicSiteFields,
  type RequiredSiteField,
  type SiteFieldName,
  type SiteFieldValues,
  type SiteMember,
  type SiteValue,
} from './fields/site.ts'
export * from './fields/workspace-values.ts'
export * from './public/findings/finding.ts'
export * from './public/findings/finding-operations.ts'
export * from './public/instrument.ts'
export * from './public/instrument-operations.ts'
export * from './public/intervals/interval-advice.ts'
export * from './app/interval-advice.ts'
export * from './shared/label-sheet.ts'
export * from './public/ledger.ts'
export * from './public/measurement.ts'
export * from './public/measured-point.ts'
export * from './public/measurement-operations.ts'
export * from './shared/operation.ts'
export * from './public/operations.ts'
export * from './shared/page.ts'
export * from './public/procedures/procedure.ts'
export * from './public/procedures/procedure-budget.ts'
export * from './public/procedures/procedure-operations.ts'
export * from './shared/qr-code.ts'
export * from './shared/refusals.ts'
export * from './shared/standard-condition.ts'
export * from './app/report.ts'
export * from './public/site.ts'
export * from './public/standard.ts'
export * from './public/uncertainty.ts'
export * from './shared/values.ts'
export * from './public/webhooks/webhook.ts'
export * from './public/webhooks/webhook-operations.ts'
export * from './public/openapi.ts'
