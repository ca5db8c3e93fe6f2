import type { Snapshot } from '../../../platform/db/index.ts'
import {
  compareBySubject,
  CollectedEntries,
  type Findings,
  type EntryGroup,
  type ReplayedEntry,
} from '../../ledger/index.ts'
import type { ReplayedRecord } from '../ledger-payload.ts'
import { streamUndecidedRows } from './projection-store.ts'

/** Records without a decision, as described by the entries so far. */
export class UndecidedRecords {
  readonly #snapshot: Snapshot
  readonly #findings: Findings
  readonly #collected: CollectedEntries
  /**
   * The most recent records, because most get a decision with the next entry; the others are stored with their
   * outcome.
   */
  readonly #held = new Map<string, ReplayedEntry[]>()

  constructor(snapshot: Snapshot, findings: Findings) {
    this.#snapshot = snapshot
    this.#findings = findings
    this.#collected = new CollectedEntries(snapshot, 'undecided_calibrations')
  }

  append(entry: ReplayedEntry): void | Promise<void> {
    const { corrects_id } = (entry.payload as ReplayedRecord).calibration
    this.#held.set(entry.subject.id, [{ ...entry, payload: { corrects_id } }])
    return this.#held.size > this.#snapshot.heldMax ? this.#keepHeld() : undefined
  }

  void(entry: ReplayedEntry): void | Promise<void> {
    const bare = { ...entry, payload: null }
    const held = this.#held.get(entry.subject.id)
    if (!held) return this.#collected.add(entry.subject.id, bare)
    held.push(bare)
    return undefined
  }

  decide(entry: ReplayedEntry): void | Promise<void> {
    const isHeld = this.#held.delete(entry.subject.id)
    return isHeld ? undefined : this.#collected.add(entry.subject.id, { ...entry, payload: null })
  }

  async compare(since: number): Promise<void> {
    await this.#keepHeld()
    const undecided = {
      table: 'undecided_calibrations',
      idColumn: 'calibration_id',
      walk: (ids: readonly string[] | null) => streamUndecidedRows(this.#snapshot, ids),
      rowOf: undecidedRow,
    }
    await compareBySubject(this.#collected, undecided, this.#findings, since)
  }

  async #keepHeld(): Promise<void> {
    for (const [id, entries] of this.#held) for (const entry of entries) await this.#collected.add(id, entry)
    this.#held.clear()
  }
}

function undecidedRow({ entries }: EntryGroup) {
  const [appended] = entries
  const isOfRecord = appended?.kind === 'calibration.appended' || appended?.kind === 'calibration.corrected'
  const isDecided = entries.some(
    ({ kind }) => kind === 'calibration.approved' || kind === 'calibration.rejected',
  )
  if (!isOfRecord || isDecided) return undefined
  const { corrects_id } = appended.payload as { corrects_id: string | null }
  const columns = { corrects_id, is_open: entries.length === 1 }
  return { columns, index: entries.at(-1)!.index }
}
