import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../access/index.ts'
import type { EffectChange } from '../calibrations/index.ts'
import { appendEntries, type AppendedEntry, type EntryDraft } from '../ledger/index.ts'
import { emitFinding } from './events.ts'
import type { FindingRow } from './finding.ts'
import {
  closedEntry,
  movedEntry,
  openedEntry,
  type Ending,
  type FoundOut,
  type RecordedNote,
} from './ledger-payload.ts'
import { outOfRecord } from './rules/out-of-record.ts'
import { findOpenOf } from './store.ts'
import { windowOf } from './window-of.ts'
import { endFinding, insertFinding, insertNote, moveFinding } from './write-store.ts'

/** The effect of a change of records on findings: an entry, and the write that follows once it is appended. */
interface Consequence {
  readonly entry: EntryDraft
  readonly write: (appended: AppendedEntry) => Promise<void>
}

/**
 * Opens findings for records that took effect and found their instrument out of tolerance. If the record of a finding
 * is corrected or voided, moves the finding to a correction that is also out of tolerance, or else closes it. Runs in
 * the transaction of the records, which holds the locks on their instruments, so that a record and its finding commit
 * together.
 */
export async function followRecords(
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  changes: readonly EffectChange[],
): Promise<void> {
  const consequences: Consequence[] = []
  for (const change of changes) {
    const consequence = await consequenceOf(tx, caller, change)
    if (consequence) consequences.push(consequence)
  }
  if (consequences.length === 0) return
  const entries = consequences.map(({ entry }) => entry)
  const appended: readonly AppendedEntry[] = await appendEntries(tx, clock, caller, entries)
  for (const [index, { write }] of consequences.entries()) await write(appended[index]!)
}

async function consequenceOf(
  tx: Transaction,
  caller: Caller,
  change: EffectChange,
): Promise<Consequence | undefined> {
  const open = change.endedId === null ? undefined : await findOpenOf(tx, change.endedId)
  const found = await foundOut(change)
  if (found) return open ? move(tx, caller, open, change, found) : opening(tx, caller, change, found)
  return open && ending(tx, caller, open, change)
}

async function foundOut({ approved, instrument }: EffectChange): Promise<FoundOut | null> {
  if (!approved) return null
  const { row, points } = approved
  const measured = row.measurementCount === null ? null : await points()
  const out = outOfRecord({ ...row, unitOfMeasure: instrument.unitOfMeasure }, measured)
  return out && { ...out, calibrationId: row.calibrationId }
}

function opening(tx: Transaction, caller: Caller, change: EffectChange, found: FoundOut): Consequence {
  const findingId = newId()
  const { instrumentId } = change.instrument
  const finding = { ...found, instrumentId, openedBy: caller.name }
  const note = impactOf(change)
  return {
    entry: openedEntry(findingId, finding, note),
    write: async (appended) => {
      insertFinding(tx, findingId, finding, appended)
      if (note) insertNote(tx, findingId, note, caller.name, appended)
      await emitFinding(tx, 'finding.opened', findingId, appended.at)
    },
  }
}

function move(
  tx: Transaction,
  caller: Caller,
  { findingId }: FindingRow,
  change: EffectChange,
  found: FoundOut,
): Consequence {
  const note = impactOf(change)
  return {
    entry: movedEntry(findingId, found, note),
    write: async (appended) => {
      moveFinding(tx, findingId, found)
      if (note) insertNote(tx, findingId, note, caller.name, appended)
    },
  }
}

/** Returns the impact stated by the record as a note. */
function impactOf({ approved }: EffectChange): RecordedNote | null {
  const text = approved?.row.outOfToleranceImpact?.trim()
  return text ? { note_id: newId(), text } : null
}

async function ending(
  tx: Transaction,
  caller: Caller,
  open: FindingRow,
  change: EffectChange,
): Promise<Consequence> {
  const window = await windowOf(tx, open)
  const end: Ending = {
    closedBy: caller.name,
    closedByPersonId: caller.userId,
    closedBecause: change.approved ? 'record_corrected' : 'record_voided',
    conclusion: null,
    windowFrom: window.from,
    windowTo: window.to,
    signature: null,
  }
  return {
    entry: closedEntry(open.findingId, end),
    write: async (appended) => {
      endFinding(tx, open.findingId, end, appended)
      await emitFinding(tx, 'finding.closed', open.findingId, appended.at)
    },
  }
}
