import type { Snapshot } from '../../../platform/db/index.ts'
import { KeptEntries, LedgerWrong } from '../../ledger/index.ts'
import { findAppendedIndexes } from './projection-store.ts'

/** A correction, by the index of its entry. */
export interface Correction {
  readonly id: string
  readonly correctsId: string
  readonly index: number
}

/** Finds the first record of each chain of corrections without remembering every record. */
export class CorrectionChains {
  readonly #snapshot: Snapshot
  /** Corrections with the first of their chains. */
  readonly #kept: KeptEntries

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot
    this.#kept = new KeptEntries(snapshot, 'correction_chains')
  }

  /** The index of the first record of each one's chain, for corrections in the order of their entries. */
  async firstsOf(corrections: readonly Correction[]): Promise<number[]> {
    if (corrections.length === 0) return []
    const ids = corrections.map(({ correctsId }) => correctsId)
    // Records that correct none are found in the ledger itself, whose entries were verified so far.
    const firsts = await findAppendedIndexes(this.#snapshot, ids)
    for (const [id, [entry]] of await this.#kept.of(ids)) if (entry) firsts.set(id, entry.payload as number)
    const found: number[] = []
    for (const correction of corrections) {
      const first = firsts.get(correction.correctsId)
      if (first === undefined || first >= correction.index) throw noEarlier(correction)
      firsts.set(correction.id, first)
      await this.#keep(correction, first)
      found.push(first)
    }
    return found
  }

  async #keep({ id, index }: Correction, first: number): Promise<void> {
    const subject = { type: 'calibration', id } as const
    await this.#kept.add(id, { index, at: '', kind: 'calibration.corrected', subject, payload: first })
  }
}

function noEarlier({ correctsId, index }: Correction): LedgerWrong {
  const what = `It describes an impossible change: no earlier entry creates calibration ${correctsId}.`
  return new LedgerWrong({ index, found: 'entries', what })
}
