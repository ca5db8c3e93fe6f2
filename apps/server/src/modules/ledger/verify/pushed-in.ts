import type { Snapshot } from '../../../platform/db/index.ts'
import type { LedgerFault } from '../projection/ledger-fault.ts'
import { findSaidIndexes } from './verify-store.ts'

/**
 * Names the first wrong entry more exactly where a row was pushed in: from there on each row says by its text
 * that it is the entry before its place, and the first of those shows whose place was taken.
 */
export async function pointAtPushedIn(snapshot: Snapshot, fault: LedgerFault): Promise<LedgerFault> {
  if (fault.found !== 'entries' && fault.found !== 'nodes') return fault
  const near = await findSaidIndexes(snapshot, fault.index, fault.index + 2)
  const aside = near.find(({ index, said }) => said === index - 1 && said >= fault.index - 1)
  if (!aside) return fault
  const what = `Another row stands in its place: the row that is entry ${aside.said} by its text has the index ${aside.index}.`
  return { index: aside.said, found: 'entries', what }
}
