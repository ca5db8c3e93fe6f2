import type { Database } from '../platform/db/index.ts'
import { listForwarders } from '../platform/rate-limit/index.ts'
import { warning, type Finding } from './finding.ts'

/**
 * Whether X-Forwarded-For came lately from peers that are not trusted. If one of them is a proxy, all its clients share one
 * address: what is counted by address is counted for all of them, and the log names none.
 */
export async function checkForwarders(db: Database): Promise<Finding[]> {
  const peers = await listForwarders(db.global)
  if (peers.length === 0) return []
  const says = `X-Forwarded-For came from ${peers.join(', ')} within the last two days and was not believed`
  return [warning('proxy', says, 'if that is your proxy, set TRUSTED_PROXIES to its address')]
}
