import type { EntryKind } from '@plumbline/contract'
import { sql, type Transaction } from '../../../platform/db/index.ts'

/** An entry as read by background work that follows the ledger. */
export interface FollowedEntry {
  readonly index: number
  readonly at: string
  readonly kind: EntryKind
  /** The person who made the change; null for the system and for API keys. */
  readonly actorId: string
  readonly subjectId: string
  /** As JSON. */
  readonly payload: string
}

/** Returns the number of entries in the ledger. */
export async function countEntries(tx: Transaction): Promise<number> {
  const [head] = await tx.rows<{ size: number }>(sql`
    select size from ledger_heads where workspace_id = ${tx.workspaceId}`)
  return head?.size ?? 0
}

/** Which entries are followed: those of some kinds, and those of other kinds that contain a text anywhere in their payload. */
export interface EntrySelection {
  readonly kinds: readonly EntryKind[]
  readonly containing: { readonly kinds: readonly EntryKind[]; readonly text: string }
}

/** Returns selected entries in a range of indexes, in order. */
export function entriesBetween(
  tx: Transaction,
  { kinds, containing }: EntrySelection,
  { from, before }: { from: number; before: number },
): Promise<FollowedEntry[]> {
  return tx.rows<FollowedEntry>(sql`
    select index, at, kind, actor_id as "actorId", subject_id as "subjectId", payload
    from ledger_entries
    where workspace_id = ${tx.workspaceId} and index >= ${from} and index < ${before}
      and (
        kind = any(${kinds}::text[])
        or (kind = any(${containing.kinds}::text[]) and position(${containing.text} in payload) > 0))
    order by index`)
}
