import type { CalibrationRecordWithMeasurements } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import type { ApiError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { hasConsumers, writeEvents } from '../../../platform/outbox/index.ts'
import { withSettingsOfVersion, type Caller } from '../../access/index.ts'
import { applyBases, type InstrumentRow } from '../../instruments/index.ts'
import { enterEntries, lockHead, type LockedHead } from '../../ledger/index.ts'
import { laboratoryOfRecord } from '../../workspaces/index.ts'
import type { RecordingDeps } from '../deps.ts'
import { recordEvents } from '../events.ts'
import { serializeWithMeasurements } from '../serialize.ts'
import { findCounting } from '../read-store.ts'
import { checkRecord, isChecked, type CheckedRecord } from './check.ts'
import { isApprovedAtOnce } from './decision.ts'
import { isConclusive, type CountingRecord } from './effect.ts'
import { readHeadInputs, type HeadInputs, type LockedInputs, type RecordItem } from './inputs-store.ts'
import { planRecords, type PlannedChange, type PlanningInputs } from './plan.ts'
import { insertCalibrations, insertDecision, insertMarker } from './write-store.ts'

/**
 * Writes the records that pass every check, in order and in a single statement. Each is of a different instrument.
 * Policy, requirements and time zones are those in force at their positions in the ledger.
 * @param inputs of `lockInputs` or `lockCorrectionInputs` in the same transaction
 * @returns the record of each, or its refusal, as for `checkRecord`
 */
export async function writeRecords(
  tx: Transaction,
  deps: RecordingDeps,
  caller: Caller,
  items: readonly RecordItem[],
  inputs: LockedInputs,
): Promise<(CalibrationRecordWithMeasurements | ApiError)[]> {
  const known = await laboratoryOfRecord(tx, caller.workspace)
  const first = items.map((item) => checkRecord(caller, inputs, item, known.settings))
  const able = first.filter(isChecked)
  if (able.length === 0) return first as ApiError[]
  const instruments = able.map(({ instrument }) => instrument)
  const head = await lockHeadInputs(tx, deps.clock, caller, instruments)
  const laboratory = head.caller === caller ? known : await laboratoryOfRecord(tx, head.caller.workspace)
  const checked = first.map((each, index) =>
    head.caller === caller || !isChecked(each)
      ? each
      : checkRecord(head.caller, inputs, items[index]!, laboratory.settings),
  )
  const records = checked.filter(isChecked)
  if (records.length === 0) return checked as ApiError[]
  const remaining = await remainingOf(tx, head, records)
  const planned = planRecords(
    head,
    records.map((each, index) => ({
      checked: each,
      calibrationId: newId(),
      laboratory: laboratory.frozen,
      remaining: remaining[index],
    })),
  )
  await writeChanges(tx, deps, head, planned)
  const rows = planned.values()
  return checked.map((each) =>
    isChecked(each)
      ? serializeWithMeasurements(rows.next().value!.row, { ...each, scope: each.accreditation.scope })
      : each,
  )
}

/** The locked head of the ledger, and what was read while holding it. */
export interface HeadOfLedger extends PlanningInputs {
  readonly locked: LockedHead
}

/**
 * Locks the head of the ledger, which is always the last lock taken, and then reads what plans depend on. Settings
 * can no longer change after that: if the returned caller is not the given one, they changed since they were read,
 * and whatever was decided under the old settings must be decided again under those of the returned caller.
 * @param instruments at least one; the transaction must have locked them
 */
export async function lockHeadInputs(
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  instruments: readonly InstrumentRow[],
): Promise<HeadOfLedger> {
  const { head, read } = await lockHead(tx, clock, [readHeadInputs(tx, instruments)])
  const inputs = read[0] as HeadInputs[]
  return {
    locked: head,
    caller: await withSettingsOfVersion(tx, caller, inputs[0]?.settingsVersion),
    size: head.size,
    at: head.at,
    instruments: new Map(inputs.map((each) => [each.instrumentId, each])),
  }
}

/** Writes planned changes with their entries, and applies their effects on the instruments and their consequences. */
export async function writeChanges(
  tx: Transaction,
  { clock, followRecords }: RecordingDeps,
  { locked, caller }: HeadOfLedger,
  changes: readonly PlannedChange[],
): Promise<void> {
  enterEntries(
    tx,
    locked,
    caller,
    changes.flatMap(({ entries }) => entries),
  )
  // Instruments are written last because they refer to the records.
  insertCalibrations(
    tx,
    changes.flatMap(({ record }) => record ?? []),
  )
  for (const { decision, marker } of changes) {
    if (decision) insertDecision(tx, decision)
    if (marker) insertMarker(tx, marker)
  }
  const effects = changes.flatMap(({ effect }) => effect ?? [])
  const instrumentEvents = applyBases(tx, { clock }, caller.workspace, effects)
  if (hasConsumers(tx)) {
    const events = changes.flatMap(({ row, instrument, events: own }) => [
      ...recordEvents(row, instrument, locked.at, own),
      ...(instrumentEvents.get(instrument.instrumentId) ?? []),
    ])
    writeEvents(tx, events)
  }
  const followed = changes.flatMap((change) => change.followed ?? [])
  if (followed.length > 0) await followRecords?.(tx, clock, caller, followed)
}

/** Returns the records that count apart from those approved on entry, in the order of the records. */
async function remainingOf(
  tx: Transaction,
  { caller, instruments }: HeadOfLedger,
  records: readonly CheckedRecord[],
): Promise<(CountingRecord | undefined)[]> {
  const remaining: (CountingRecord | undefined)[] = []
  for (const { instrument, corrected } of records) {
    if (!isApprovedAtOnce(caller.workspace, instrument)) remaining.push(undefined)
    else if (corrected) remaining.push(corrected.remaining)
    else remaining.push(await countingOf(tx, instruments.get(instrument.instrumentId)))
  }
  return remaining
}

async function countingOf(
  tx: Transaction,
  inputs: HeadInputs | undefined,
): Promise<CountingRecord | undefined> {
  if (!inputs?.counting) return undefined
  const { counting, instrumentId } = inputs
  const record = {
    ...counting,
    performedAt: new Date(counting.performedAt).toISOString(),
    approved: true,
    supersededById: null,
    voided: false,
    chainIds: [counting.id],
  }
  // Rare: an inconclusive record relies on an earlier one, and a correction on those that it corrects.
  const standsAlone = counting.correctsId === null && isConclusive(record)
  return standsAlone ? { ...record, lastConclusive: record } : findCounting(tx, instrumentId, null)
}
