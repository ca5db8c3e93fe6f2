import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import type { Caller } from '../../access/index.ts'
import { requiresSignature } from '../write/decision.ts'
import type { CalibrationRow } from '../record.ts'
import { findPolicyChanges, type PolicyChange } from './policy-store.ts'

/** What the policy requires to approve a record. */
export interface PolicyInForce {
  /** Whether a second person is required. */
  readonly review: boolean
  readonly signature: boolean
}

/** A pending record, with the setting of its instrument. */
export type WaitingUnderPolicy = Pick<CalibrationRow, 'ledgerIndex' | 'instrumentId'> & {
  readonly requiresElectronicSignatureOverride: boolean | null
}

/**
 * Returns the policy for each record: the stricter of the policy in force when the record was entered and the current
 * one (decisions, section 7). This prevents people from approving their own work by briefly changing a setting.
 */
export async function policiesInForce(
  queries: WorkspaceQueries,
  { workspace }: Pick<Caller, 'workspace'>,
  records: readonly WaitingUnderPolicy[],
): Promise<PolicyInForce[]> {
  if (records.length === 0) return []
  const since = Math.min(...records.map(({ ledgerIndex }) => ledgerIndex))
  const instrumentIds = [...new Set(records.map(({ instrumentId }) => instrumentId))]
  const changes = (await findPolicyChanges(queries, since, instrumentIds)).map(readChange)
  return records.map((record) => {
    const then = new SettingsThen(changes, record.ledgerIndex)
    const override = record.requiresElectronicSignatureOverride
    const signatureThen = requiresSignature(
      {
        requiresElectronicSignature: then.ofWorkspace(
          'requires_electronic_signature',
          workspace.requiresElectronicSignature,
        ),
      },
      { requiresElectronicSignatureOverride: then.of(record.instrumentId, SIGNATURE_OVERRIDE, override) },
    )
    const policyThen = then.ofWorkspace('approval_policy', workspace.approvalPolicy)
    return {
      review: workspace.approvalPolicy === 'review' || policyThen === 'review',
      signature: signatureThen || requiresSignature(workspace, record),
    }
  })
}

/** Like `policiesInForce`, for one record. */
export async function policyInForce(
  queries: WorkspaceQueries,
  caller: Pick<Caller, 'workspace'>,
  record: WaitingUnderPolicy,
): Promise<PolicyInForce> {
  const [policy] = await policiesInForce(queries, caller, [record])
  return policy!
}

const SIGNATURE_OVERRIDE = 'requires_electronic_signature_override'

interface ReadChange {
  readonly index: number
  readonly kind: PolicyChange['kind']
  readonly subjectId: string
  readonly changes: Readonly<Record<string, { readonly before: unknown }>>
}

function readChange({ index, kind, subjectId, payload }: PolicyChange): ReadChange {
  const { changes = {} } = JSON.parse(payload) as Partial<Pick<ReadChange, 'changes'>>
  return { index, kind, subjectId, changes }
}

/** Settings as they were at a position in the ledger, taken from the "before" values of the first change after it. */
class SettingsThen {
  readonly #later: readonly ReadChange[]

  constructor(changes: readonly ReadChange[], index: number) {
    this.#later = changes.filter((change) => change.index > index)
  }

  ofWorkspace<Value>(setting: string, now: Value): Value {
    return this.#first(
      ({ kind, changes }) => kind === 'workspace.updated' && setting in changes,
      setting,
      now,
    )
  }

  of<Value>(instrumentId: string, setting: string, now: Value): Value {
    return this.#first(
      ({ subjectId, changes }) => subjectId === instrumentId && setting in changes,
      setting,
      now,
    )
  }

  #first<Value>(isMeant: (change: ReadChange) => boolean, setting: string, now: Value): Value {
    const change = this.#later.find(isMeant)
    return change ? (change.changes[setting]!.before as Value) : now
  }
}
