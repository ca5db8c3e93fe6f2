import { sql, type Transaction } from '../../../platform/db/index.ts'
import type { EntryKind } from '../rules/entry-kind.ts'

/** An entry as those read it who follow the ledger in the background. */
export interface FollowedEntry {
  readonly index: number
  readonly at: string
  readonly kind: EntryKind
  /** The person who did it; null for the system and for keys. */
  readonly actorId: string
  readonly subjectId: string
  /** JSON. */
  readonly payload: string
}

/** How many entries the ledger has. */
export async function countEntries(tx: Transaction): Promise<number> {
  const [head] = await tx.rows<{ size: number }>(sql`
    select size from ledger_heads where workspace_id = ${tx.workspaceId}`)
  return head?.size ?? 0
}

/** Entries of some kinds among those from one index up to another, in order. */
export function entriesBetween(
  tx: Transaction,
  kinds: readonly EntryKind[],
  { from, before }: { from: number; before: number },
): Promise<FollowedEntry[]> {
  return tx.rows<FollowedEntry>(sql`
    select index, at, kind, actor_id as "actorId", subject_id as "subjectId", payload
    from ledger_entries
    where workspace_id = ${tx.workspaceId} and index >= ${from} and index < ${before}
      and kind = any(${kinds}::text[])
    order by index`)
}
