/**
 * The kind of fault. These identifiers are stable; the accompanying sentence is human-readable and may be
 * reworded.
 */
export type FaultKind =
  /** The file, a note or a proof is malformed. */
  | 'malformed'
  /** The verifier key differs or did not sign. */
  | 'wrong_key'
  /** The signature does not match the checkpoint. */
  | 'wrong_signature'
  /** A record does not match the hash in its entry. */
  | 'wrong_payload'
  /** An entry is not in the format of version 1. */
  | 'wrong_entry'
  /** An entry is missing, duplicated or out of place. */
  | 'wrong_place'
  /** An entry has an earlier timestamp than the one before it. */
  | 'wrong_time'
  /** An entry or a checkpoint belongs to another ledger. */
  | 'wrong_ledger'
  /** The number of entries differs from the signed number. */
  | 'wrong_size'
  /** The hashes do not lead to the signed root. */
  | 'wrong_root'
  /** The ledger does not continue an earlier checkpoint of itself. */
  | 'wrong_history'

/** The first thing found wrong. */
export type Fault = {
  readonly kind: FaultKind
  /** The index of the first wrong entry; null where the fault is not in one entry, or is unknown. */
  readonly index: number | null
  /**
   * If the index is unknown: the first incorrect entry has an index of at least `from` and less than
   * `before`.
   */
  readonly within?: { readonly from: number; readonly before: number }
  /** One plain sentence. */
  readonly sentence: string
}

/** Whether the input is valid, and either what it proves or what is wrong with it. */
export type Verdict<Facts> =
  | { readonly holds: true; readonly facts: Facts }
  | { readonly holds: false; readonly fault: Fault }

/** Thrown to report a fault from within a check. */
export class Wrong extends Error {
  readonly fault: Fault

  constructor(kind: FaultKind, sentence: string, at: Partial<Pick<Fault, 'index' | 'within'>> = {}) {
    super(sentence)
    this.fault = { kind, index: null, ...at, sentence }
  }
}

/** Runs a check and converts its outcome to a verdict. Anything other than a fault is rethrown. */
export async function judge<Facts>(check: () => Promise<Facts>): Promise<Verdict<Facts>> {
  try {
    return { holds: true, facts: await check() }
  } catch (error) {
    if (error instanceof Wrong) return { holds: false, fault: error.fault }
    throw error
  }
}
