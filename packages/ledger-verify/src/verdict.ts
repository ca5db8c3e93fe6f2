/** What is wrong. The words are stable; the sentence beside them is for people and may be reworded. */
export type FaultKind =
  /** The file, a note or a proof is not in its form. */
  | 'malformed'
  /** The verifier key is another one, or did not sign. */
  | 'wrong_key'
  /** The signature does not fit the checkpoint. */
  | 'wrong_signature'
  /** A record is not the one whose hash its entry carries. */
  | 'wrong_payload'
  /** An entry is not in the form of version 1. */
  | 'wrong_entry'
  /** An entry is missing, doubled or out of its place. */
  | 'wrong_place'
  /** An entry is dated before the one that stands in front of it. */
  | 'wrong_time'
  /** An entry or a checkpoint belongs to another ledger. */
  | 'wrong_ledger'
  /** The number of entries is not the number that was signed. */
  | 'wrong_size'
  /** The hashes do not lead to the root that was signed. */
  | 'wrong_root'
  /** The ledger does not continue an earlier checkpoint of itself. */
  | 'wrong_history'

/** The first thing found wrong. */
export type Fault = {
  readonly kind: FaultKind
  /** The index of the first wrong entry; null where the fault is not in one entry, or is unknown. */
  readonly index: number | null
  /** Where the index is unknown: the first wrong entry has an index from `from` to below `before`. */
  readonly within?: { readonly from: number; readonly before: number }
  /** One plain sentence. */
  readonly sentence: string
}

/** Whether what was handed in holds, and either what it proves or what is wrong with it. */
export type Verdict<Facts> =
  | { readonly holds: true; readonly facts: Facts }
  | { readonly holds: false; readonly fault: Fault }

/** Carries a fault out of the middle of a check. */
export class Wrong extends Error {
  readonly fault: Fault

  constructor(kind: FaultKind, sentence: string, at: Partial<Pick<Fault, 'index' | 'within'>> = {}) {
    super(sentence)
    this.fault = { kind, index: null, ...at, sentence }
  }
}

/** Runs a check and turns its outcome into a verdict. Whatever is not a fault is thrown on. */
export async function judge<Facts>(check: () => Promise<Facts>): Promise<Verdict<Facts>> {
  try {
    return { holds: true, facts: await check() }
  } catch (error) {
    if (error instanceof Wrong) return { holds: false, fault: error.fault }
    throw error
  }
}
