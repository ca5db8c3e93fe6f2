import { findEntryTexts } from './proof-store.ts'
import { bundleCheckpointLine, bundleEntryLine, bundleHeaderLine } from '../rules/ledger-bundle.ts'
import { latestCheckpoint, type LedgerParts } from './sign-checkpoint.ts'

/** Entries that are read at once: some megabytes at most. */
const BATCH_SIZE = 500

/**
 * A whole ledger up to its present size as lines of the form plumbline-ledger/1, each with its line feed.
 * Entries that come while it is read are left out.
 */
export async function* exportLedger(
  parts: LedgerParts,
  workspaceId: string,
): AsyncGenerator<string, { size: number; vkey: string }> {
  const { origin, size, checkpoint, vkey } = await latestCheckpoint(parts, workspaceId)
  yield bundleHeaderLine({ origin, vkey, size })
  const queries = parts.db.in(workspaceId)
  for (let from = 0; from < size; from += BATCH_SIZE) {
    const entries = await findEntryTexts(queries, from, Math.min(BATCH_SIZE, size - from))
    yield entries.map(bundleEntryLine).join('')
  }
  yield bundleCheckpointLine(checkpoint)
  return { size, vkey }
}
