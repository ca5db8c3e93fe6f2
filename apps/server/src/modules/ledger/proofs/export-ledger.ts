import { findEntryTexts, findLedgerKey } from './proof-store.ts'
import { bundleCheckpointLine, bundleEntryLine, bundleHeaderLine } from '../rules/ledger-bundle.ts'
import { formerKeysOf } from './ledger-key.ts'
import { latestCheckpoint, type LedgerParts } from './sign-checkpoint.ts'

/** Number of entries read per batch: a few megabytes at most. */
const BATCH_SIZE = 500

/**
 * Yields a whole ledger up to its current size as lines in the format plumbline-ledger/1, each with its line feed.
 * Entries appended during the export are not included.
 */
export async function* exportLedger(
  parts: LedgerParts,
  workspaceId: string,
): AsyncGenerator<string, { size: number; vkey: string }> {
  const { origin, size, checkpoint, vkey } = await latestCheckpoint(parts, workspaceId)
  const queries = parts.db.in(workspaceId)
  const formerKeys = (await formerKeysOf(queries, await findLedgerKey(queries))).filter(
    ({ untilSize }) => untilSize <= size,
  )
  yield bundleHeaderLine({ origin, vkey, size, formerKeys })
  for (let from = 0; from < size; from += BATCH_SIZE) {
    const entries = await findEntryTexts(queries, from, Math.min(BATCH_SIZE, size - from))
    yield entries.map(bundleEntryLine).join('')
  }
  yield bundleCheckpointLine(checkpoint)
  return { size, vkey }
}
