/** The first thing that does not hold in the ledger itself. */
export interface LedgerFault {
  /** The first entry that is wrong; where that cannot be told, the first of those among which it is. */
  readonly index: number
  /** Where it shows. */
  readonly found: 'entries' | 'nodes' | 'head' | 'checkpoints' | 'key' | 'kept checkpoint'
  /** What is wrong, in a sentence. */
  readonly what: string
}

/** Ends a verification: nothing that stands on a wrong entry can be told from wrong itself. */
export class LedgerWrong extends Error {
  readonly fault: LedgerFault

  constructor(fault: LedgerFault) {
    super(`entry ${fault.index}: ${fault.what}`)
    this.name = 'LedgerWrong'
    this.fault = fault
  }
}
