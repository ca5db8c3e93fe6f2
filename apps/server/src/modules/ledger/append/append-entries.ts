import { randomBytes } from 'node:crypto'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { observe } from '../../../platform/observations.ts'
import { writeEvents } from '../../../platform/outbox/index.ts'
import { NONCE_BYTES, sealEntry, type EntryPayload, type EntrySubject } from '../rules/entry.ts'
import type { EntryKind } from '@plumbline/contract'
import { appendLeaves, edgeOf } from '../rules/merkle-tree.ts'
import { pageEventsOf } from '../rules/page-events.ts'
import { insertEntries, lockHead, type LockedHead, type StoredEntry } from './store.ts'

/** A change to be recorded. The payload contains the complete change, including the reason. */
export interface EntryDraft {
  readonly kind: EntryKind
  readonly subject: EntrySubject
  readonly payload: EntryPayload
}

/** The position of an entry. */
export interface AppendedEntry {
  readonly index: number
  /** The instant of the change; never before that of an earlier entry. */
  readonly at: string
  readonly leafHash: Buffer
}

/**
 * Appends changes to the ledger of the transaction's workspace, in order, all at one instant. Writes events for open
 * pages, except for instruments and calibrations, whose changes write their own. The head stays locked until the
 * transaction ends, which serializes the writers of a workspace: call this as late as possible, after every check
 * that can refuse the change.
 */
export async function appendEntries<const Drafts extends readonly EntryDraft[]>(
  tx: Transaction,
  clock: Clock,
  actor: Actor,
  drafts: Drafts,
): Promise<{ [Place in keyof Drafts]: AppendedEntry }> {
  const { head } = await lockHead(tx, clock)
  const entered = enterEntries(tx, head, actor, drafts)
  const pageEvents = pageEventsOf(drafts.map(({ subject }) => subject.type))
  writeEvents(
    tx,
    pageEvents.map((type) => ({ type, siteId: null, occurredAt: head.at, data: {} })),
  )
  return entered as { [Place in keyof Drafts]: AppendedEntry }
}

/** Appends changes at the head locked by `lockHead`, in order, all at its instant. Call it once per lock. */
export function enterEntries(
  tx: Transaction,
  head: LockedHead,
  actor: Actor,
  drafts: readonly EntryDraft[],
): AppendedEntry[] {
  const entries = drafts.map((draft, index) =>
    storedEntry(tx.workspaceId, head.size + index, head.at, actor, draft),
  )
  const { edge, completedNodes } = appendLeaves(
    edgeOf(head.size, head.edge),
    entries.map((entry) => entry.leafHash),
  )
  // Leaves are stored in the entries themselves.
  const nodes = completedNodes.filter((node) => node.level > 0)
  insertEntries(tx, head.at, entries, edge, nodes)
  tx.afterCommit(() => observe('ledgerAppend', { entries: entries.length }))
  return entries.map(({ index, leafHash }) => ({ index, leafHash, at: head.at }))
}

function storedEntry(
  workspaceId: string,
  index: number,
  at: string,
  actor: Actor,
  draft: EntryDraft,
): StoredEntry {
  const { entry, payload, leafHash } = sealEntry(
    {
      kind: draft.kind,
      subject: draft.subject,
      actor: { type: actor.type, id: actor.id },
      payload: {
        actor_name: actor.name,
        ...(actor.importId !== undefined && { import_id: actor.importId }),
        ...draft.payload,
      },
    },
    { workspaceId, index, at, nonce: randomBytes(NONCE_BYTES) },
  )
  return {
    index,
    kind: draft.kind,
    actorType: actor.type,
    actorId: actor.id,
    subjectType: draft.subject.type,
    subjectId: draft.subject.id,
    entry,
    payload,
    leafHash,
  }
}
