import { calibrationOperations } from './calibration-operations.ts'
import { certificateOperations } from './certificate-operations.ts'
import { changeOperations } from './changes.ts'
import { documentOperations } from './document-operations.ts'
import { dueOperations } from './due.ts'
import { exportOperations } from './exports/export-operations.ts'
import { findingOperations } from './findings/finding-operations.ts'
import { importOperations } from './imports/import-operations.ts'
import { instrumentOperations } from './instrument-operations.ts'
import { intervalAdviceOperations } from './intervals/interval-advice.ts'
import { ledgerOperations } from './ledger.ts'
import { measurementOperations } from './measurement-operations.ts'
import { procedureOperations } from './procedures/procedure-operations.ts'
import { providerOperations } from './providers/provider-operations.ts'
import { siteOperations } from './site.ts'
import { standardOperations } from './standard.ts'
import { traceabilityOperations } from './traceability/traceability-operations.ts'
import { uncertaintyOperations } from './uncertainty.ts'
import { webhookEventOperations } from './webhooks/webhook-event-operations.ts'
import { webhookOperations } from './webhooks/webhook-operations.ts'

/** Every operation of the public API, by name. */
export const operations = {
  ...instrumentOperations,
  ...calibrationOperations,
  ...certificateOperations,
  ...measurementOperations,
  ...uncertaintyOperations,
  ...procedureOperations,
  ...providerOperations,
  ...traceabilityOperations,
  ...intervalAdviceOperations,
  ...findingOperations,
  ...dueOperations,
  ...siteOperations,
  ...standardOperations,
  ...documentOperations,
  ...importOperations,
  ...exportOperations,
  ...webhookOperations,
  ...webhookEventOperations,
  ...ledgerOperations,
  ...changeOperations,
} as const

/** The name of an operation of the public API. */
export type OperationName = keyof typeof operations

/** Path prefix of the public API (contract, "Versioning"). */
export const PUBLIC_API_PREFIX = '/api/public/v1'
