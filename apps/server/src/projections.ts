import { accessProjection } from './modules/access/index.ts'
import { calibrationEffects, calibrationProjection } from './modules/calibrations/index.ts'
import { certificateProjection } from './modules/certificates/index.ts'
import { documentProjection } from './modules/documents/index.ts'
import { findingProjection } from './modules/findings/index.ts'
import { instrumentProjection } from './modules/instruments/index.ts'
import { ledgerKeyProjection, type Projection } from './modules/ledger/index.ts'
import { procedureProjection } from './modules/procedures/index.ts'
import { providerProjection } from './modules/providers/index.ts'
import { webhookProjection } from './modules/webhooks/index.ts'
import { workspaceProjection } from './modules/workspaces/index.ts'

/** The projections of all tables that are derived from the ledger and can be compared with it. */
export const projections: readonly Projection[] = [
  ledgerKeyProjection,
  workspaceProjection,
  accessProjection,
  procedureProjection,
  providerProjection,
  instrumentProjection(calibrationEffects),
  calibrationProjection,
  findingProjection,
  documentProjection,
  certificateProjection,
  webhookProjection,
]
