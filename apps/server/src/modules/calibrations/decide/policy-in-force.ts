import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import type { Caller } from '../../access/index.ts'
import { requiresSignature } from '../write/decision.ts'
import type { CalibrationRow } from '../record.ts'
import { findPolicyChanges, type PolicyChange } from './policy-store.ts'

/** What the approval of a record asks for. */
export interface PolicyInForce {
  /** A second person. */
  readonly review: boolean
  readonly signature: boolean
}

/** A record that waits, with the setting of its instrument. */
export type WaitingUnderPolicy = Pick<CalibrationRow, 'ledgerIndex' | 'instrumentId'> & {
  readonly requiresElectronicSignatureOverride: boolean | null
}

/**
 * The policy for each of some records: of that which held when the record was entered and that which holds now, the
 * stricter (decisions, section 7). So nobody approves own work by changing a setting for a moment.
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

/** The same for one record. */
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

/** Settings as they were at a place in the ledger: what the first change after it found. */
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
