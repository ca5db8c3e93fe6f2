import type { Transaction } from '../../platform/db/index.ts'
import { hasConsumers, writeEvents } from '../../platform/outbox/index.ts'
import { serializeFinding } from './serialize.ts'
import { findFinding } from './store.ts'

/** Writes an event about a finding to the outbox, with the state of the finding after the transaction's changes. */
export async function emitFinding(
  tx: Transaction,
  type: 'finding.opened' | 'finding.closed',
  findingId: string,
  at: string,
): Promise<void> {
  if (!hasConsumers(tx)) return
  const finding = await findFinding(tx, findingId, null)
  if (!finding) throw new Error(`finding ${findingId} vanished`)
  const shown = serializeFinding(finding)
  const data = { finding: shown, instrument: shown.instrument }
  writeEvents(tx, [{ type, siteId: finding.siteId, occurredAt: at, data }])
}
