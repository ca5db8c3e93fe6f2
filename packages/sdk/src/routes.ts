import type { Operations } from './contract-types.ts'

/** The name of an operation. */
export type OperationName = keyof Operations

/** Method and path of each operation: the only part of the contract that the client contains at run time. */
export const routes = {
  listInstruments: 'GET /instruments',
  createInstrument: 'POST /instruments',
  createInstruments: 'POST /instruments/batch',
  getInstrument: 'GET /instruments/{instrument_id}',
  updateInstrument: 'PATCH /instruments/{instrument_id}',
  retireInstrument: 'POST /instruments/{instrument_id}/retire',
  listInstrumentCalibrations: 'GET /instruments/{instrument_id}/calibrations',
  appendCalibration: 'POST /instruments/{instrument_id}/calibrations',
  appendCalibrations: 'POST /calibrations/batch',
  listCalibrations: 'GET /calibrations',
  getCalibration: 'GET /calibrations/{calibration_id}',
  getCalibrationCertificate: 'GET /calibrations/{calibration_id}/certificate',
  evaluateMeasurements: 'POST /measurements/evaluate',
  evaluateUncertainty: 'POST /uncertainty/evaluate',
  listProcedures: 'GET /procedures',
  getProcedure: 'GET /procedures/{procedure_id}',
  downloadProcedureDocument: 'GET /procedures/{procedure_id}/documents/{document_id}/download',
  listProviders: 'GET /providers',
  getProvider: 'GET /providers/{provider_id}',
  listFindings: 'GET /findings',
  getFinding: 'GET /findings/{finding_id}',
  listFindingTouched: 'GET /findings/{finding_id}/touched',
  getInstrumentPoints: 'GET /instruments/{instrument_id}/points',
  listUsedFor: 'GET /instruments/{instrument_id}/used-for',
  getTraceability: 'GET /instruments/{instrument_id}/traceability',
  getInstrumentIntervalAdvice: 'GET /instruments/{instrument_id}/interval-advice',
  listIntervalAdvice: 'GET /interval-advice',
  listDue: 'GET /due',
  listSites: 'GET /sites',
  listLocations: 'GET /locations',
  listStandards: 'GET /standards',
  getFieldRequirements: 'GET /standards/field-requirements',
  createDocumentUploadUrl: 'POST /instruments/{instrument_id}/documents/upload-url',
  registerDocument: 'POST /instruments/{instrument_id}/documents',
  listInstrumentDocuments: 'GET /instruments/{instrument_id}/documents',
  listCalibrationDocuments: 'GET /calibrations/{calibration_id}/documents',
  downloadDocument: 'GET /instruments/{instrument_id}/documents/{document_id}/download',
  createImportUploadUrl: 'POST /imports/upload-url',
  startImport: 'POST /imports',
  getImport: 'GET /imports/{import_id}',
  listImportRows: 'GET /imports/{import_id}/rows',
  downloadFailedRows: 'GET /imports/{import_id}/failed-rows.csv',
  exportInstruments: 'GET /exports/instruments',
  exportCalibrations: 'GET /exports/calibrations',
  exportDue: 'GET /exports/due',
  exportFindings: 'GET /exports/findings',
  exportDocuments: 'GET /exports/documents',
  exportActivity: 'GET /exports/activity',
  listWebhooks: 'GET /webhooks',
  createWebhook: 'POST /webhooks',
  listEventTypes: 'GET /webhooks/events',
  getWebhook: 'GET /webhooks/{id}',
  updateWebhook: 'PATCH /webhooks/{id}',
  deleteWebhook: 'DELETE /webhooks/{id}',
  listDeliveries: 'GET /webhooks/{id}/deliveries',
  retryDelivery: 'POST /webhooks/{id}/deliveries/{delivery_id}/retry',
  listWebhookEvents: 'GET /webhooks/events/log',
  resendEvents: 'POST /webhooks/{id}/resend',
  rotateWebhookSecret: 'POST /webhooks/{id}/rotate-secret',
  getLedgerCheckpoint: 'GET /ledger/checkpoint',
  getLedgerProof: 'GET /ledger/proof',
  getLedgerConsistency: 'GET /ledger/consistency',
  getLedgerKey: 'GET /ledger/key',
  listChanges: 'GET /changes',
} as const satisfies Record<OperationName, string>

/** Operations that return a file instead of JSON. */
export const fileOperations: readonly OperationName[] = [
  'getCalibrationCertificate',
  'downloadFailedRows',
  'exportInstruments',
  'exportCalibrations',
  'exportDue',
  'exportFindings',
  'exportDocuments',
  'exportActivity',
]

/**
 * Operations that accept the Idempotency-Key header; the client generates a key if the caller provides none.
 */
export const keyedOperations: readonly OperationName[] = ['createInstrument', 'appendCalibration']

/** Operations whose body contains items, each with an `idempotency_key`. */
export const batchOperations: readonly OperationName[] = ['createInstruments', 'appendCalibrations']

/**
 * Writes that the contract allows to be repeated if no response was received. All reads can be repeated.
 * Other writes are retried only if the server states that it refused them before doing anything.
 */
export const repeatableWrites: readonly OperationName[] = [
  ...keyedOperations,
  ...batchOperations,
  'retireInstrument',
  'createDocumentUploadUrl',
  'createImportUploadUrl',
  'registerDocument',
  // Requests with a body that write nothing.
  'evaluateMeasurements',
  'evaluateUncertainty',
]
