/** The first fault in the ledger itself. */
export interface LedgerFault {
  /** The first wrong entry; if that is unknown, the first of the entries that include it. */
  readonly index: number
  /** Where the fault is visible. */
  readonly found: 'entries' | 'nodes' | 'head' | 'checkpoints' | 'key' | 'kept checkpoint'
  /** The fault, as a sentence. */
  readonly what: string
}

/** Ends a verification: nothing that depends on a wrong entry can be verified. */
export class LedgerFaultError extends Error {
  readonly fault: LedgerFault

  constructor(fault: LedgerFault) {
    super(`entry ${fault.index}: ${fault.what}`)
    this.name = 'LedgerFaultError'
    this.fault = fault
  }
}
