/** The first fault in the ledger itself. */
export interface LedgerFault {
  /** The first entry that is wrong; where that is unknown, the first of those among which it is. */
  readonly index: number
  /** Where it shows. */
  readonly found: 'entries' | 'nodes' | 'head' | 'checkpoints' | 'key' | 'kept checkpoint'
  /** What is wrong, in a sentence. */
  readonly what: string
}

/** Ends a verification: nothing that depends on a wrong entry can be verified. */
export class LedgerWrong extends Error {
  readonly fault: LedgerFault

  constructor(fault: LedgerFault) {
    super(`entry ${fault.index}: ${fault.what}`)
    this.name = 'LedgerWrong'
    this.fault = fault
  }
}
