import {
  because,
  type changeOperations,
  type ledgerOperations,
  type LedgerCheckpoint,
  type LedgerKey,
  type LedgerProof,
} from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { notFound, unusableValue, validationError } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { listChanges } from './changes/list-changes.ts'
import { mayReadEveryEntry } from './activity/may-read-every-entry.ts'
import { consistencyOf, recordProof } from './proofs/prove-entry.ts'
import { ledgerKey } from './proofs/ledger-key.ts'
import { latestCheckpoint, type LedgerParts } from './proofs/sign-checkpoint.ts'

/** Dependencies of the ledger's operations. */
export interface ProvingDeps extends LedgerParts {
  /**
   * Access to calibrations, which are in a higher module: returns the index of the entry of a calibration or void
   * marker within the given sites (null: all), if it exists.
   */
  readonly ledgerIndexOf: (
    queries: WorkspaceQueries,
    calibrationId: string,
    siteIds: readonly string[] | null,
  ) => Promise<number | undefined>
}

/** Handlers of the ledger's operations, for any API whose callers act in a workspace. */
export function ledgerRoutes(
  deps: ProvingDeps,
): Handlers<typeof ledgerOperations & typeof changeOperations, Actor> {
  return {
    listChanges: async ({ caller, query }) => ({ body: await listChanges(deps.db, caller, query) }),
    getLedgerCheckpoint: async ({ caller }) => ({ body: await checkpointOf(deps, caller.workspaceId) }),
    getLedgerProof: async ({ caller, query }) => ({ body: await prove(deps, caller, query) }),
    getLedgerConsistency: async ({ caller, query }) => ({
      body: await consistencyOf(deps, caller.workspaceId, query),
    }),
    getLedgerKey: async ({ caller }) => ({ body: await keyOf(deps, caller.workspaceId) }),
  }
}

async function checkpointOf(deps: LedgerParts, workspaceId: string): Promise<LedgerCheckpoint> {
  const { origin, size, root, checkpoint } = await latestCheckpoint(deps, workspaceId)
  return { origin, size, root: root.toString('base64'), checkpoint }
}

async function keyOf(deps: LedgerParts, workspaceId: string): Promise<LedgerKey> {
  const { origin, vkey, formerKeys } = await ledgerKey(deps, workspaceId)
  const former = formerKeys.map((key) => ({
    vkey: key.vkey,
    until_size: key.untilSize,
    checkpoint: key.checkpoint,
  }))
  return { origin, algorithm: 'Ed25519', vkey, former_keys: former }
}

interface ProofQuery {
  readonly calibration_id?: string
  readonly index?: number
}

/** Access to a record depends on its sites; access to any other entry depends on the role. */
async function prove(deps: ProvingDeps, actor: Actor, query: ProofQuery): Promise<LedgerProof> {
  const { calibration_id: calibrationId, index } = query
  if (calibrationId === undefined && index === undefined) {
    throw validationError([
      { loc: ['query', 'calibration_id'], type: 'missing', reason: because('field.index_missing') },
    ])
  }
  if (calibrationId === undefined) {
    if (!mayReadEveryEntry(actor)) throw notFound()
    return recordProof(deps, actor.workspaceId, index!)
  }
  if (index !== undefined) throw unusableValue('index', because('ledger.calibration_or_index'))
  const queries = deps.db.in(actor.workspaceId)
  const ledgerIndex = await deps.ledgerIndexOf(queries, calibrationId, actor.siteIds)
  if (ledgerIndex === undefined) throw notFound()
  return recordProof(deps, actor.workspaceId, ledgerIndex)
}
