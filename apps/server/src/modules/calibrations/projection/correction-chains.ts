import type { Snapshot } from '../../../platform/db/index.ts'
import { CollectedEntries, LedgerFaultError } from '../../ledger/index.ts'
import { findAppendedIndexes } from './projection-store.ts'

/** A correction, identified by the index of its entry. */
export interface Correction {
  readonly id: string
  readonly correctsId: string
  readonly index: number
}

/** Finds the first record of each chain of corrections without keeping every record in memory. */
export class CorrectionChains {
  readonly #snapshot: Snapshot
  /** Corrections, each with the first record of its chain. */
  readonly #collected: CollectedEntries

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot
    this.#collected = new CollectedEntries(snapshot, 'correction_chains')
  }

  /**
   * Returns the index of the first record of each correction's chain. The corrections must be in the order of their
   * entries.
   */
  async firstsOf(corrections: readonly Correction[]): Promise<number[]> {
    if (corrections.length === 0) return []
    const ids = corrections.map(({ correctsId }) => correctsId)
    // Records that are not corrections are looked up in the ledger itself; its entries have been verified up to here.
    const firsts = await findAppendedIndexes(this.#snapshot, ids)
    for (const [id, [entry]] of await this.#collected.of(ids))
      if (entry) firsts.set(id, entry.payload as number)
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
    await this.#collected.add(id, { index, at: '', kind: 'calibration.corrected', subject, payload: first })
  }
}

function noEarlier({ correctsId, index }: Correction): LedgerFaultError {
  const what = `It describes an impossible change: no earlier entry creates calibration ${correctsId}.`
  return new LedgerFaultError({ index, found: 'entries', what })
}
