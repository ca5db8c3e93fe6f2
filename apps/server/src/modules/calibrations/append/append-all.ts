import type { CalibrationRecordWithMeasurements } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import type { ApiError } from '../../../platform/errors.ts'
import { hasConsumers, writeEvents, type OutboxEvent } from '../../../platform/outbox/index.ts'
import { withPresentSettings, type Caller } from '../../access/index.ts'
import { applyBases, type GroundedBasis } from '../../instruments/index.ts'
import { enterEntries, lockHead, type AppendedEntry } from '../../ledger/index.ts'
import { recordedLaboratoryOf } from '../../workspaces/index.ts'
import { basisChange } from '../basis/basis-change.ts'
import { checked, isChecked, type AppendItem, type Begun, type Checked } from './check-calibrations.ts'
import { decisionAtOnce, draftOf, entryEvents, placedRow } from './enter-calibration.ts'
import type { EffectChange, FollowRecords, RecordingDeps } from '../deps.ts'
import { recordEvents } from '../events.ts'
import { readGrounds, type Ground } from './ground-store.ts'
import { decisionEntry, recordEntry } from '../ledger-payload.ts'
import { presentWithMeasurements } from '../present.ts'
import { isConclusive } from '../basis/quarantine-change.ts'
import { findCounting, type CountingRecord } from '../read-store.ts'
import type { CalibrationDraft, CalibrationRow, Decision } from '../record.ts'
import { countingRecord } from '../basis/take-effect.ts'
import { insertCalibrations } from '../write-store.ts'

/**
 * Appends calibrations of different instruments, in their order, all in one statement: those that pass every check.
 * Policy, requirements and zones are those that hold at the place in the ledger.
 * @param begun of `beginAppending` in the same transaction
 * @returns the record of each, or its refusal: 404 NOT_FOUND; 409 ASSET_RETIRED, or CONFLICT for a reference-only
 * instrument; 422 for a reference standard or a performer out of reach, missing fields, or a pass outside tolerance
 * without justification
 */
export async function appendAll(
  tx: Transaction,
  { clock, followRecords }: RecordingDeps,
  caller: Caller,
  items: readonly AppendItem[],
  begun: Begun,
): Promise<(CalibrationRecordWithMeasurements | ApiError)[]> {
  const first = items.map((item) => checked(clock, caller, begun, item))
  const able = first.filter(isChecked)
  if (able.length === 0) return first as ApiError[]
  const { head, read } = await lockHead(tx, clock, [
    readGrounds(
      tx,
      able.map(({ instrument }) => instrument),
    ),
  ])
  const grounds = new Map((read[0] as Ground[]).map((ground) => [ground.instrumentId, ground]))
  // They may have changed since the request came in, and cannot change any more under the ledger's head.
  const isPresent = (read[0] as Ground[])[0]?.settingsVersion === caller.workspace.version
  const present = isPresent ? caller : await withPresentSettings(tx, caller)
  const again = first.map((each, at) =>
    present === caller || !isChecked(each) ? each : checked(clock, present, begun, items[at]!),
  )
  if (!again.some(isChecked)) return again as ApiError[]
  const records = await enterAll(tx, { clock, followRecords, caller: present, head, grounds }, again)
  return again.map((each) => (isChecked(each) ? records.get(each)! : each))
}

interface Entering {
  readonly clock: Clock
  readonly followRecords: FollowRecords | undefined
  readonly caller: Caller
  readonly head: Parameters<typeof enterEntries>[1]
  readonly grounds: ReadonlyMap<string, Ground>
}

/** A record with its decision, before it has a place. */
interface Drafted {
  readonly checked: Checked
  readonly draft: CalibrationDraft
  readonly decision: Decision | null
}

async function enterAll(
  tx: Transaction,
  entering: Entering,
  all: readonly (Checked | ApiError)[],
): Promise<Map<Checked, CalibrationRecordWithMeasurements>> {
  const { caller, head, grounds } = entering
  const laboratory = await recordedLaboratoryOf(tx, caller.workspace)
  const drafted = all.filter(isChecked).map((one): Drafted => {
    const parts = { ...one, actor: caller, workspace: caller.workspace }
    return {
      checked: one,
      draft: draftOf(parts, { laboratory, site: one.instrument }),
      decision: decisionAtOnce(caller, one.instrument, null),
    }
  })
  const remaining = await remainingOf(tx, drafted, grounds)
  const places = enterEntries(tx, head, caller, drafted.flatMap(entriesOf)).values()
  const placed = drafted.map((one) => place(one, () => places.next().value!))
  insertCalibrations(
    tx,
    placed.map(({ record }) => record),
  )
  takeEffects(tx, entering, placed, remaining)
  await entering.followRecords?.(tx, entering.clock, caller, placed.flatMap(effectOf))
  return new Map(
    placed.map(({ checked: one, row }) => [one, presentWithMeasurements(row, one.measured?.points)]),
  )
}

function entriesOf({ draft, decision }: Drafted) {
  return [recordEntry(draft), ...(decision ? [decisionEntry(draft, decision)] : [])]
}

/** A record at its place. */
interface Placed {
  readonly checked: Checked
  readonly row: CalibrationRow
  readonly record: Parameters<typeof insertCalibrations>[1][number]
}

function place({ checked: one, draft, decision }: Drafted, next: () => AppendedEntry): Placed {
  const at = next()
  const decided = decision && { decision, place: next() }
  const record = { draft, place: at, chainFirstLedgerIndex: at.index, decided }
  return { checked: one, row: placedRow(draft, at, null, decision), record }
}

/** What follows of a record that was approved at once. */
function effectOf({ checked: { instrument, measured }, row }: Placed): EffectChange[] {
  if (row.decision !== 'approved') return []
  const points = async () => measured?.points ?? null
  return [{ instrument, approved: { row, points }, endedId: null }]
}

/** The records that count so far, of those instruments whose record is approved at once. */
async function remainingOf(
  tx: Transaction,
  drafted: readonly Drafted[],
  grounds: ReadonlyMap<string, Ground>,
): Promise<Map<string, CountingRecord>> {
  const remaining = new Map<string, CountingRecord>()
  for (const { decision, draft } of drafted) {
    const counting = decision && grounds.get(draft.instrumentId)?.counting
    if (!counting) continue
    const performedAt = new Date(counting.performedAt).toISOString()
    const record = {
      ...counting,
      performedAt,
      approved: true,
      supersededById: null,
      voided: false,
      chainIds: [counting.id],
    }
    // Rare: a record that says nothing for sure stands on an earlier one, and a correction on those that it corrects.
    const standsAlone = counting.correctsId === null && isConclusive(record)
    const known: CountingRecord | undefined = standsAlone
      ? { ...record, lastConclusive: record }
      : await findCounting(tx, draft.instrumentId, null)
    if (known) remaining.set(draft.instrumentId, known)
  }
  return remaining
}

/** Applies the records that were approved at once to their instruments, and writes the events of all records. */
function takeEffects(
  tx: Transaction,
  { clock, caller, grounds }: Entering,
  placed: readonly Placed[],
  remaining: ReadonlyMap<string, CountingRecord>,
): void {
  const bases = placed.flatMap(({ checked: { instrument }, row, record }): GroundedBasis[] => {
    if (!record.decided) return []
    const change = basisChange(instrument, caller.workspace.timeZone, {
      remaining: remaining.get(instrument.instrumentId),
      approved: countingRecord(row, [row.calibrationId]),
    })
    return [{ instrument, change, place: record.decided.place, zones: grounds.get(instrument.instrumentId)! }]
  })
  const changes = applyBases(tx, { clock }, caller.workspace, bases)
  if (!hasConsumers(tx)) return
  const events = placed.flatMap(({ checked: { instrument }, row, record }): OutboxEvent[] => [
    ...recordEvents(row, instrument, record.place.at, entryEvents(row, null)),
    ...(changes.get(instrument.instrumentId) ?? []),
  ])
  writeEvents(tx, events)
}
