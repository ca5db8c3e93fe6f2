import { instrumentField, instrumentFieldNames, type InstrumentDetail } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction, WorkspaceQueries } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { writeEvents, type OutboxEvent } from '../../../platform/outbox/index.ts'
import type { Caller } from '../../access/index.ts'
import { appendEntries, type EntryDraft, type EntryKind } from '../../ledger/index.ts'
import { changedMembers, instrumentEvent, shipmentEvents, type ChangeEvent } from '../events.ts'
import type { InstrumentRow, ShipmentFields } from '../instrument.ts'
import { changesBetween, type RecordedFields } from '../ledger-payload.ts'
import { serializeDetail } from '../serialize.ts'
import { etagOf } from '../version-tag.ts'
import { scheduleOf } from '../schedule/schedule.ts'
import { lockInstrument, refusingTaken, updateInstrumentRow } from '../store.ts'
import { storeScheduled, zonesOf } from '../schedule/store-scheduled.ts'

/** Dependencies of the register's use cases. */
export interface InstrumentDeps {
  readonly db: Database
  readonly clock: Clock
}

/** An instrument with the entity tag of its version. */
export interface VersionedInstrument {
  readonly detail: InstrumentDetail
  readonly etag: string
}

/** The same after a requested change; `isChanged` is false if nothing differed. */
export interface ChangedInstrument extends VersionedInstrument {
  readonly isChanged: boolean
}

/** One ledger entry that a change makes. */
export interface ChangeEntry {
  readonly kind: EntryKind
  readonly fields: Partial<RecordedFields>
  readonly reason?: string | null
}

/** A change of an instrument. Entries that would not change any field are omitted. */
export interface InstrumentChange {
  readonly entries: readonly ChangeEntry[]
  /** The last details of a shipment that the change ends, if the change itself records some of them. */
  readonly endedShipment?: ShipmentFields
  /** Values that follow from the entry but are not in it, such as its time. */
  readonly following?: (at: string) => Partial<InstrumentRow>
  readonly event: 'instrument.updated' | 'instrument.retired' | ChangeEvent
}

/** Examines the locked instrument and returns the change, or refuses. */
export type Decide = (
  row: InstrumentRow,
  queries: WorkspaceQueries,
) => InstrumentChange | Promise<InstrumentChange>

/**
 * Carries out a change of one instrument: locks it, calls `decide`, appends the change to the ledger, writes the row
 * with its due dates, and adds the event to the outbox. If nothing differs, nothing is logged or emitted.
 * @throws 404 NOT_FOUND outside the caller's sites; 409 CONFLICT for a tag or serial number already in use
 */
export async function changeInstrument(
  { db, clock }: InstrumentDeps,
  caller: Caller,
  instrumentId: string,
  decide: Decide,
): Promise<ChangedInstrument> {
  return refusingTaken(
    db.transaction(caller.workspaceId, (tx) => changeWithin(tx, clock, caller, instrumentId, decide)),
  )
}

/**
 * Like `changeInstrument`, within a transaction of the caller. A tag or serial number already in use surfaces as a
 * constraint violation: wrap the transaction in `refusingTaken`.
 */
export async function changeWithin(
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  instrumentId: string,
  decide: Decide,
): Promise<ChangedInstrument> {
  const before = await lockInstrument(tx, instrumentId, caller.siteIds)
  if (!before) throw notFound()
  const change = await decide(before, tx)
  const { after, drafts } = draftsOf(before, change)
  const detail = serializeDetail(before, caller.workspace, clock.now())
  if (drafts.length === 0) return { detail, etag: etagOf(before.ledgerIndex), isChanged: false }
  return { ...(await carryOut(tx, clock, caller, { before, after, drafts, change })), isChanged: true }
}

/**
 * Returns the instrument as a change would leave it at an instant, and whether anything would differ. Writes nothing.
 */
export function previewChange(
  before: InstrumentRow,
  change: InstrumentChange,
  caller: Caller,
  at: string,
): { after: InstrumentRow; isChanged: boolean } {
  const { after, drafts } = draftsOf(before, change)
  if (drafts.length === 0) return { after: before, isChanged: false }
  const stamped = { ...after, ...change.following?.(at) }
  const scheduled = scheduleOf(stamped, zonesOf(caller.workspace, stamped))
  return { after: { ...stamped, ...scheduled }, isChanged: true }
}

/** Returns an instrument with the entity tag of its version, as a caller now sees it. */
export function versioned(row: InstrumentRow, caller: Caller, clock: Clock): VersionedInstrument {
  return { detail: serializeDetail(row, caller.workspace, clock.now()), etag: etagOf(row.ledgerIndex) }
}

interface Drafted {
  readonly before: InstrumentRow
  readonly after: InstrumentRow
  readonly drafts: readonly EntryDraft[]
  readonly change: InstrumentChange
}

function draftsOf(before: InstrumentRow, change: InstrumentChange): Pick<Drafted, 'after' | 'drafts'> {
  const drafts: EntryDraft[] = []
  let after = before
  for (const { kind, fields, reason } of change.entries) {
    const next = { ...after, ...fields }
    const changes = changesBetween(after, next)
    if (Object.keys(changes).length === 0) continue
    const subject = { type: 'instrument', id: before.instrumentId } as const
    drafts.push({ kind, subject, payload: { ...(reason ? { reason } : {}), changes } })
    after = next
  }
  return { after, drafts }
}

async function carryOut(
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  { before, after, drafts, change }: Drafted,
): Promise<VersionedInstrument> {
  const appended = await appendEntries(tx, clock, caller, drafts)
  const { at, index } = appended.at(-1)!
  const stamped = { ...after, ...change.following?.(at), updatedAt: at, ledgerIndex: index }
  const { row, zones } = await storeScheduled(
    tx,
    stamped,
    zonesOf(caller.workspace, stamped),
    (scheduled, held) => updateInstrumentRow(tx, scheduled, held),
  )
  const reader = { ...caller.workspace, ...zones }
  const now = clock.now()
  const detail = serializeDetail(row, reader, now)
  const event = eventOf(change.event, [serializeDetail(before, reader, now), detail], drafts)
  const { reason } = { reason: null, ...event }
  const shipment = change.endedShipment ?? before.shipment
  const events = [event, ...shipmentEvents({ ...before, shipment }, after, reason)]
  writeEvents(tx, [
    ...events.map((each) => instrumentEvent(each, detail, at)),
    ...leavingEvents(before, after, at),
  ])
  return { detail, etag: etagOf(index) }
}

/** For open pages of people who have access only to the site that the instrument leaves. */
function leavingEvents(before: InstrumentRow, after: InstrumentRow, at: string): OutboxEvent[] {
  if (before.siteId === after.siteId) return []
  return [{ type: 'site.left', siteId: before.siteId, occurredAt: at, data: {} }]
}

function eventOf(
  event: InstrumentChange['event'],
  [before, after]: [InstrumentDetail, InstrumentDetail],
  drafts: readonly EntryDraft[],
): ChangeEvent {
  if (typeof event === 'object') return event
  if (event === 'instrument.retired') return { type: event }
  return { type: event, changedFields: [...changedMembers(before, after), ...settingsAmong(drafts)] }
}

/** Settings of an instrument that are not in the public detail. */
const hiddenSettings = instrumentFieldNames.filter((name) => instrumentField(name).shown === 'app')

function settingsAmong(drafts: readonly EntryDraft[]): string[] {
  const changed = drafts.flatMap(({ payload }) => Object.keys(payload['changes'] as object))
  return hiddenSettings.filter((name) => changed.includes(name))
}
