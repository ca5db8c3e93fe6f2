import { type Role, type workspaceOperations } from '@plumbline/contract'
import { TEST_PASSWORD } from '../session.ts'
import { newClassTable, tag } from './unique-things.ts'

/** One of each thing that a path can name. */
export interface Ids {
  instrument: string
  calibration: string
  document: string
  webhook: string
  delivery: string
  site: string
  location: string
  user: string
  serviceAccount: string
  key: string
  view: string
  calendarFeed: string
  job: string
  /** Released. */
  procedure: string
  model: string
  classTable: string
  provider: string
  /** Open. */
  finding: string
}

/** A request of an operation. */
export interface Sample {
  /** Method and path below the workspace. */
  send: (ids: Ids) => string
  /** Returns a body that is valid for its schema. */
  body?: (ids: Ids) => object
  headers?: Record<string, string>
  /** Permitted roles; all by default. */
  who?: readonly Role[]
}

const admins = ['admin'] as const
const managers = ['admin', 'manager'] as const
const technicians = ['admin', 'manager', 'technician'] as const
const reason = () => ({ reason: 'Because of a test' })
const onInstrument = (rest: string) => (ids: Ids) => rest.replace(' ', ` /instruments/${ids.instrument}`)
const onCalibration = (rest: string) => (ids: Ids) => rest.replace(' ', ` /calibrations/${ids.calibration}`)
const onWebhook = (rest: string) => (ids: Ids) => rest.replace(' ', ` /webhooks/${ids.webhook}`)

const onProcedure = (rest: string) => (ids: Ids) => rest.replace(' ', ` /procedures/${ids.procedure}`)

const onFinding = (rest: string) => (ids: Ids) => rest.replace(' ', ` /findings/${ids.finding}`)

const onClassTable = (rest: string) => (ids: Ids) => rest.replace(' ', ` /class-tables/${ids.classTable}`)

const onePoint = { nominal: { value: '1', unit: 'V' } }
const newCaliper = () => ({ asset_tag: tag(), name: 'Caliper', calibration_interval_value: 12 })

/** A request for every operation. */
export const samples: Record<keyof typeof workspaceOperations, Sample> = {
  listInstruments: { send: () => 'GET /instruments?q=caliper' },
  createInstrument: {
    send: () => 'POST /instruments',
    body: () => newCaliper(),
    who: technicians,
  },
  evaluateMeasurements: { send: () => 'POST /measurements/evaluate', body: () => ({ points: [onePoint] }) },
  evaluateUncertainty: {
    send: () => 'POST /uncertainty/evaluate',
    body: () => ({ contributors: [{ name: 'Scale', type: 'B', distribution: 'normal', value: '1' }] }),
  },
  createInstruments: {
    send: () => 'POST /instruments/batch',
    body: () => ({ items: [{ idempotency_key: 'one of a batch', body: newCaliper() }] }),
    who: technicians,
  },
  getInstrument: { send: onInstrument('GET ') },
  updateInstrument: { send: onInstrument('PATCH '), body: () => ({ department: 'QA' }), who: technicians },
  changeInstrumentStatus: {
    send: onInstrument('POST /status'),
    body: () => ({ status: 'in_service', ...reason() }),
    who: technicians,
  },
  listShipments: { send: () => 'GET /shipments?overdue=true' },
  sendInstrumentOut: {
    send: onInstrument('POST /send-out'),
    body: () => ({ purchase_order: 'PO-1' }),
    who: technicians,
  },
  updateShipment: {
    send: onInstrument('PATCH /shipment'),
    body: () => ({ purchase_order: 'PO-2' }),
    who: technicians,
  },
  receiveInstrument: { send: onInstrument('POST /receive'), body: () => ({}), who: technicians },
  setInstrumentQuarantine: {
    send: onInstrument('POST /quarantine'),
    body: () => ({ is_quarantined: true, ...reason() }),
    who: managers,
  },
  extendDueDate: {
    send: onInstrument('POST /due-extension'),
    body: () => ({ until: '2028-01-31', ...reason() }),
    who: technicians,
  },
  removeDueExtension: { send: onInstrument('DELETE /due-extension'), who: technicians },
  listInstrumentCalibrations: { send: onInstrument('GET /calibrations') },
  appendCalibration: {
    send: onInstrument('POST /calibrations'),
    body: () => ({ result: 'PASS', customer: 'Works' }),
    headers: { 'idempotency-key': 'one of this test' },
    who: technicians,
  },
  appendCalibrations: {
    send: () => 'POST /calibrations/batch',
    body: ({ instrument }) => ({
      items: [{ instrument_id: instrument, idempotency_key: 'one of a batch', body: { result: 'PASS' } }],
    }),
    who: technicians,
  },
  listCalibrations: { send: () => 'GET /calibrations?approval_status=pending' },
  getCalibration: { send: onCalibration('GET ') },
  getCalibrationCertificate: { send: onCalibration('GET /certificate') },
  getCertificateVerification: { send: onCalibration('GET /certificate/verification') },
  listApprovals: { send: () => 'GET /approvals' },
  getCalibrationDetails: { send: onCalibration('GET /details') },
  approveCalibrations: {
    send: () => 'POST /calibrations/approve',
    body: (ids) => ({ calibration_ids: [ids.calibration] }),
    who: managers,
  },
  approveCalibration: { send: onCalibration('POST /approve'), body: () => ({}), who: managers },
  rejectCalibration: { send: onCalibration('POST /reject'), body: reason, who: managers },
  correctCalibration: {
    send: onCalibration('POST /correct'),
    body: () => ({ result: 'PASS', correction_reason: 'A slip of the pen' }),
    who: managers,
  },
  voidCalibration: { send: onCalibration('POST /void'), body: reason, who: managers },
  listDue: { send: () => 'GET /due' },
  listSites: { send: () => 'GET /sites' },
  createSite: { send: () => 'POST /sites', body: () => ({ name: tag() }), who: managers },
  getSite: { send: (ids) => `GET /sites/${ids.site}` },
  updateSite: {
    send: (ids) => `PATCH /sites/${ids.site}`,
    body: () => ({ address: 'Quay 1' }),
    who: managers,
  },
  listLocations: { send: () => 'GET /locations' },
  createLocation: {
    send: () => 'POST /locations',
    body: (ids) => ({ site_id: ids.site, name: tag() }),
    who: managers,
  },
  updateLocation: {
    send: (ids) => `PATCH /locations/${ids.location}`,
    body: () => ({ name: tag() }),
    who: managers,
  },
  listStandards: { send: () => 'GET /standards' },
  getFieldRequirements: { send: () => 'GET /standards/field-requirements' },
  createDocumentUploadUrl: {
    send: onInstrument('POST /documents/upload-url'),
    body: () => ({ file_name: 'a.pdf', content_type: 'application/pdf' }),
    who: technicians,
  },
  registerDocument: {
    send: onInstrument('POST /documents'),
    body: () => ({ key: 'unknown', file_name: 'a.pdf' }),
    who: technicians,
  },
  listInstrumentDocuments: { send: onInstrument('GET /documents') },
  listCalibrationDocuments: { send: onCalibration('GET /documents') },
  downloadDocument: {
    send: (ids) => `GET /instruments/${ids.instrument}/documents/${ids.document}/download`,
  },
  createImportUploadUrl: {
    send: () => 'POST /imports/upload-url',
    body: () => ({ file_name: 'register.csv' }),
    who: managers,
  },
  startImport: {
    send: () => 'POST /imports',
    body: () => ({ kind: 'instruments', document_key: 'uploads/unknown' }),
    who: managers,
  },
  getImport: { send: ({ job }) => `GET /imports/${job}`, who: managers },
  listImportRows: { send: ({ job }) => `GET /imports/${job}/rows`, who: managers },
  downloadFailedRows: { send: ({ job }) => `GET /imports/${job}/failed-rows.csv`, who: managers },
  listDocuments: { send: () => 'GET /documents?q=a' },
  archiveDocument: { send: (ids) => `POST /documents/${ids.document}/archive`, who: technicians },
  listWebhooks: { send: () => 'GET /webhooks', who: managers },
  createWebhook: {
    send: () => 'POST /webhooks',
    body: () => ({ url: 'http://127.0.0.1:9/hook' }),
    who: managers,
  },
  listEventTypes: { send: () => 'GET /webhooks/events' },
  getWebhook: { send: onWebhook('GET '), who: managers },
  updateWebhook: { send: onWebhook('PATCH '), body: () => ({ description: 'ERP' }), who: managers },
  listDeliveries: { send: onWebhook('GET /deliveries'), who: managers },
  getDelivery: { send: (ids) => `GET /webhooks/${ids.webhook}/deliveries/${ids.delivery}`, who: managers },
  retryDelivery: {
    send: (ids) => `POST /webhooks/${ids.webhook}/deliveries/${ids.delivery}/retry`,
    who: managers,
  },
  listWebhookEvents: { send: () => 'GET /webhooks/events/log', who: managers },
  resendEvents: {
    send: onWebhook('POST /resend'),
    body: () => ({ since: '2026-01-01T00:00:00Z' }),
    who: managers,
  },
  sendTestEvent: {
    send: onWebhook('POST /test-event'),
    body: () => ({ type: 'instrument.created' }),
    who: managers,
  },
  rotateWebhookSecret: { send: onWebhook('POST /rotate-secret'), who: managers },
  deleteWebhook: { send: onWebhook('DELETE '), who: managers },
  getLedgerCheckpoint: { send: () => 'GET /ledger/checkpoint' },
  getLedgerProof: { send: (ids) => `GET /ledger/proof?calibration_id=${ids.calibration}` },
  getLedgerConsistency: { send: () => 'GET /ledger/consistency?from=1&to=2' },
  getLedgerKey: { send: () => 'GET /ledger/key' },
  listLedgerCheckpoints: { send: () => 'GET /ledger/checkpoints' },
  getLedgerVerification: { send: () => 'GET /ledger/verification' },
  startLedgerVerification: { send: () => 'POST /ledger/verification', who: [...managers, 'auditor'] },
  listJobs: { send: () => 'GET /jobs' },
  getJob: { send: (ids) => `GET /jobs/${ids.job}` },
  cancelJob: { send: (ids) => `POST /jobs/${ids.job}/cancel` },
  getWorkspace: { send: () => 'GET ' },
  updateWorkspace: { send: () => 'PATCH ', body: () => ({ warning_days: 14 }), who: admins },
  previewSchedule: { send: () => 'GET /schedule-preview?timezone=Asia/Tokyo', who: admins },
  previewSiteSchedule: {
    send: (ids) => `GET /sites/${ids.site}/schedule-preview?timezone=Asia/Tokyo`,
    who: managers,
  },
  listUsers: { send: () => 'GET /users', who: admins },
  listPerformers: { send: () => 'GET /performers' },
  createUser: {
    send: () => 'POST /users',
    body: () => ({ email: `${tag()}@example.com`, name: 'New', role: 'auditor' }),
    who: admins,
  },
  updateUser: { send: (ids) => `PATCH /users/${ids.user}`, body: () => ({ role: 'manager' }), who: admins },
  createResetLink: { send: (ids) => `POST /users/${ids.user}/reset-link`, who: admins },
  endUserSessions: { send: (ids) => `POST /users/${ids.user}/end-sessions`, who: admins },
  removeProviderAccounts: { send: (ids) => `DELETE /users/${ids.user}/provider-accounts`, who: admins },
  removeTwoFactor: { send: (ids) => `DELETE /users/${ids.user}/two-factor`, who: admins },
  listServiceAccounts: { send: () => 'GET /service-accounts', who: admins },
  createServiceAccount: {
    send: () => 'POST /service-accounts',
    body: () => ({ name: 'ERP', role: 'technician' }),
    who: admins,
  },
  updateServiceAccount: {
    send: (ids) => `PATCH /service-accounts/${ids.serviceAccount}`,
    body: () => ({ role: 'manager' }),
    who: admins,
  },
  listApiKeys: { send: () => 'GET /api-keys', who: admins },
  createApiKey: { send: () => 'POST /api-keys', body: () => ({ name: 'ERP', scope: 'read' }), who: admins },
  getApiKeyUse: { send: (ids) => `GET /api-keys/${ids.key}/use`, who: admins },
  revokeApiKey: { send: (ids) => `POST /api-keys/${ids.key}/revoke`, who: admins },
  listActivity: { send: () => 'GET /activity', who: managers },
  listActivityActors: { send: () => 'GET /activity/actors', who: managers },
  exportActivity: { send: () => 'GET /exports/activity', who: managers },
  exportEverything: { send: () => 'GET /exports/everything', who: admins },
  exportDue: { send: () => 'GET /exports/due' },
  exportFindings: { send: () => 'GET /exports/findings' },
  exportDocuments: { send: () => 'GET /exports/documents' },
  listInstrumentActivity: { send: onInstrument('GET /activity') },
  exportInstruments: { send: () => 'GET /exports/instruments' },
  exportCalibrations: { send: () => 'GET /exports/calibrations' },
  search: { send: () => 'GET /search?q=cal' },
  getFirstSteps: { send: () => 'GET /first-steps', who: managers },
  updateFirstSteps: {
    send: () => 'PATCH /first-steps',
    body: () => ({ is_dismissed: true }),
    who: managers,
  },
  putInSampleWorkspace: {
    send: () => 'POST /sample-workspace',
    body: () => ({ name: 'Plant (sample)' }),
    who: managers,
  },
  getBackups: { send: () => 'GET /backups', who: admins },
  startBackup: { send: () => 'POST /backups', who: admins },
  downloadBackup: { send: () => 'GET /backups/plumbline-2026-11-21T02-12-00Z.backup', who: admins },
  listNotifications: { send: () => 'GET /notifications' },
  listMailProblems: { send: () => 'GET /mail/problems', who: admins },
  readNotifications: { send: () => 'POST /notifications/read', body: () => ({}) },
  getNotificationSettings: { send: () => 'GET /notification-settings' },
  updateNotificationSettings: {
    send: () => 'PATCH /notification-settings',
    body: () => ({ not_mailed: ['finding_opened'] }),
  },
  listCalendarFeeds: { send: () => 'GET /calendar-feeds' },
  createCalendarFeed: {
    send: () => 'POST /calendar-feeds',
    body: () => ({ site_ids: null, categories: null, mine: null, language: null }),
  },
  deleteCalendarFeed: { send: (ids) => `DELETE /calendar-feeds/${ids.calendarFeed}` },
  getMailSettings: { send: () => 'GET /mail', who: admins },
  updateMailSettings: {
    send: () => 'PATCH /mail',
    body: () => ({ sender_name: 'Calibration' }),
    who: admins,
  },
  sendTestMail: { send: () => 'POST /mail/test', body: () => ({ language: 'de' }), who: admins },
  takeOutSampleWorkspace: { send: () => 'DELETE /sample-workspace', who: managers },
  getSummary: { send: () => 'GET /summary' },
  getDueForecast: { send: () => 'GET /reports/due-forecast' },
  getTimelinessReport: { send: () => 'GET /reports/timeliness' },
  getToleranceReport: { send: () => 'GET /reports/tolerance' },
  getFindingReport: { send: () => 'GET /reports/findings' },
  getTurnaroundReport: { send: () => 'GET /reports/turnaround' },
  exportChosenInstruments: {
    send: () => 'POST /exports/instruments',
    body: (ids) => ({ instrument_ids: [ids.instrument] }),
  },
  printLabels: {
    send: () => 'POST /labels',
    body: (ids) => ({ instrument_ids: [ids.instrument], sheet: 'tape-12', fields: ['due_date'] }),
  },
  assignWork: {
    send: () => 'POST /assignments',
    body: (ids) => ({ instrument_ids: [ids.instrument], assignee_id: null }),
    who: technicians,
  },
  listViews: { send: () => 'GET /views' },
  createView: {
    send: () => 'POST /views',
    body: () => ({ name: tag(), is_shared: false, state: {} }),
    who: technicians,
  },
  updateView: {
    send: (ids) => `PATCH /views/${ids.view}`,
    body: () => ({ is_default: true }),
    who: technicians,
  },
  deleteView: { send: (ids) => `DELETE /views/${ids.view}`, who: managers },
  listProcedures: { send: () => 'GET /procedures' },
  getProcedure: { send: onProcedure('GET ') },
  downloadProcedureDocument: {
    send: (ids) => `GET /procedures/${ids.procedure}/documents/${ids.document}/download`,
  },
  listUsedFor: { send: onInstrument('GET /used-for') },
  exportUsedFor: { send: ({ instrument }) => `GET /exports/instruments/${instrument}/used-for` },
  getTraceability: { send: onInstrument('GET /traceability') },
  listStandardsAtUse: { send: (ids) => `GET /standards-at-use?instrument_ids=${ids.instrument}` },
  getPointHistory: { send: onInstrument('GET /point-history') },
  getInstrumentPoints: { send: onInstrument('GET /points') },
  getInstrumentIntervalAdvice: { send: onInstrument('GET /interval-advice') },
  listIntervalAdvice: { send: () => 'GET /interval-advice?group_by=model' },
  listAdviceRecords: { send: () => 'GET /interval-advice/records?group_by=category&category=Calipers' },
  acceptIntervalAdvice: {
    send: () => 'POST /interval-advice/accept',
    body: () => ({
      group_by: 'category',
      category: 'Calipers',
      current_interval_value: 12,
      current_interval_unit: 'months',
      calibration_interval_value: 6,
      calibration_interval_unit: 'months',
      reason: 'Interval advice',
    }),
    who: managers,
  },
  getProcedureRevision: { send: onProcedure('GET /revisions/1') },
  listProcedureFollowers: { send: onProcedure('GET /instruments') },
  exportProcedure: { send: onProcedure('GET /revisions/1/procedure.json') },
  exportProcedurePoints: { send: onProcedure('GET /revisions/1/points.csv') },
  createProcedure: {
    send: () => 'POST /procedures',
    body: () => ({ code: tag(), title: 'Calipers' }),
    who: managers,
  },
  createProcedureDraft: { send: onProcedure('POST /draft'), who: managers },
  updateProcedureDraft: { send: onProcedure('PATCH /draft'), body: () => ({ title: 'New' }), who: managers },
  importProcedurePoints: {
    send: onProcedure('POST /draft/points'),
    body: () => ({ csv: 'nominal,unit' }),
    who: managers,
  },
  createProcedureUploadUrl: {
    send: onProcedure('POST /draft/documents/upload-url'),
    body: () => ({ file_name: 'a.pdf' }),
    who: managers,
  },
  addProcedureDocument: {
    send: onProcedure('POST /draft/documents'),
    body: () => ({ key: 'unknown', file_name: 'a.pdf' }),
    who: managers,
  },
  discardProcedureDraft: { send: onProcedure('DELETE /draft'), who: managers },
  releaseProcedure: {
    send: onProcedure('POST /release'),
    body: () => ({ password: TEST_PASSWORD, meaning: 'Released' }),
    who: managers,
  },
  withdrawProcedure: { send: onProcedure('POST /withdraw'), body: reason, who: managers },
  listFindings: { send: () => 'GET /findings?status=open' },
  getFinding: { send: onFinding('GET ') },
  listFindingTouched: { send: onFinding('GET /touched') },
  updateFinding: { send: onFinding('PATCH '), body: () => ({ due_date: '2027-01-31' }), who: managers },
  judgeFinding: {
    send: onFinding('POST /judgements'),
    body: (ids) => ({ calibration_ids: [ids.calibration], judgement: 'recall' }),
    who: managers,
  },
  noteFinding: { send: onFinding('POST /notes'), body: () => ({ text: 'Seen' }), who: managers },
  closeFinding: {
    send: onFinding('POST /close'),
    body: () => ({ conclusion: 'No impact', password: TEST_PASSWORD, meaning: 'Closed' }),
    who: managers,
  },
  listInstrumentModels: { send: () => 'GET /instrument-models' },
  listInstrumentsOfModel: { send: (ids) => `GET /instrument-models/${ids.model}/instruments` },
  createInstrumentModel: {
    send: () => 'POST /instrument-models',
    body: () => ({ manufacturer: 'Aldergate', model: tag() }),
    who: managers,
  },
  updateInstrumentModel: {
    send: (ids) => `PATCH /instrument-models/${ids.model}`,
    body: () => ({ category: 'Dimensional' }),
    who: managers,
  },
  deleteInstrumentModel: { send: (ids) => `DELETE /instrument-models/${ids.model}`, who: managers },
  listProviders: { send: () => 'GET /providers' },
  getProvider: { send: ({ provider }) => `GET /providers/${provider}` },
  createProvider: { send: () => 'POST /providers', body: () => ({ name: tag() }), who: managers },
  createProviderDocumentUploadUrl: {
    send: ({ provider }) => `POST /providers/${provider}/documents/upload-url`,
    body: () => ({ file_name: 'a.pdf', content_type: 'application/pdf' }),
    who: managers,
  },
  registerProviderDocument: {
    send: ({ provider }) => `POST /providers/${provider}/documents`,
    body: () => ({ key: 'unknown', file_name: 'a.pdf' }),
    who: managers,
  },
  listProviderDocuments: { send: ({ provider }) => `GET /providers/${provider}/documents` },
  downloadProviderDocument: {
    send: ({ provider, document }) => `GET /providers/${provider}/documents/${document}/download`,
  },
  updateProvider: {
    send: ({ provider }) => `PATCH /providers/${provider}`,
    body: () => ({ lead_time_days: 10 }),
    who: managers,
  },
  listClassTables: { send: () => 'GET /class-tables' },
  getClassTable: { send: onClassTable('GET ') },
  createClassTable: { send: () => 'POST /class-tables', body: newClassTable, who: managers },
  updateClassTable: {
    send: onClassTable('PATCH '),
    body: () => ({ source: 'House rule 13' }),
    who: managers,
  },
  importClassTableRows: {
    send: onClassTable('POST /rows'),
    body: () => ({ csv: 'from,to,1\n0,10,0.3' }),
    who: managers,
  },
  retireClassTable: { send: onClassTable('POST /retire'), body: reason, who: managers },
  exportClassTableRows: { send: onClassTable('GET /rows.csv') },
  listInstrumentSuggestions: { send: () => 'GET /instruments/suggestions' },
  listInstrumentIds: { send: () => 'GET /instruments/ids' },
  previewBulkChange: {
    send: () => 'POST /instruments/bulk-change/preview',
    body: (ids) => ({ instrument_ids: [ids.instrument], change: { grace_days: 3 } }),
    who: technicians,
  },
  bulkChangeInstruments: {
    send: () => 'POST /instruments/bulk-change',
    body: (ids) => ({ instrument_ids: [ids.instrument], change: { grace_days: 3 }, ...reason() }),
    who: technicians,
  },
  startBulkChange: {
    send: () => 'POST /instruments/bulk-changes',
    body: (ids) => ({ instrument_ids: [ids.instrument], change: { grace_days: 3 }, ...reason() }),
    who: technicians,
  },
  watchChanges: { send: () => 'GET /changes' },
  listBulkChangeOutcomes: { send: (ids) => `GET /instruments/bulk-changes/${ids.job}/outcomes` },
  // Last, because nothing can be done to a retired instrument.
  retireInstrument: { send: onInstrument('POST /retire'), body: reason, who: managers },
}
