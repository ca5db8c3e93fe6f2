import type { Database } from '../platform/db/index.ts'
import { listForwarders } from '../platform/rate-limit/index.ts'
import { warning, type Finding } from './finding.ts'

/**
 * Checks whether untrusted peers have recently sent X-Forwarded-For. If one of them is a proxy, all its clients share
 * one address: they are counted together wherever addresses are counted, and the log names none of them.
 */
export async function checkForwarders(db: Database): Promise<Finding[]> {
  const peers = await listForwarders(db.global)
  if (peers.length === 0) return []
  const says = `X-Forwarded-For came from ${peers.join(', ')} within the last two days and was not believed`
  return [warning('proxy', says, 'if that is your proxy, set TRUSTED_PROXIES to its address')]
}
