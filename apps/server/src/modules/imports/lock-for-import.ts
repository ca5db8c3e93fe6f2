import type { Transaction } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../access/index.ts'
import { lockPlaced } from '../instruments/index.ts'

/**
 * Locks instruments, and waits for each, in the order of their ids, until the transaction ends. Take it before the head of the
 * ledger, which is the last of all locks.
 */
export async function lockForImport(
  tx: Transaction,
  { siteIds }: Caller,
  instrumentIds: readonly string[],
): Promise<void> {
  if (instrumentIds.length === 0) return
  // Nobody else asks for these advisory locks: the instruments themselves are waited for.
  const wanted = [...new Set(instrumentIds)].map((instrumentId) => ({
    instrumentId,
    advisoryLock: `import ${newId()}`,
  }))
  await lockPlaced(tx, wanted, siteIds)
}
