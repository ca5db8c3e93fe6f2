import type { ApiKeyRead, ServiceAccount, UserRead } from '@plumbline/contract'
import type { StatusAppearance } from '../../../components/status/status-appearance.ts'

/** A person or a service account. */
export type KeyOwner = UserRead | ServiceAccount

/**
 * Whether a key is taken, and why not.
 * @param owner whom it acts for; undefined where that is not known
 */
export function keyAppearance(key: ApiKeyRead, owner: KeyOwner | undefined, now: Date): StatusAppearance {
  if (key.revoked_at !== null) return { symbol: 'struck', family: 'neutral', word: 'apiKeys.revokedOn' }
  if (isPast(key.expires_at, now)) return { symbol: 'ring', family: 'none', word: 'apiKeys.expired' }
  if (owner && !owner.is_active) return { symbol: 'ring', family: 'none', word: 'apiKeys.ownerLeft' }
  if (owner && 'access_ends_at' in owner && owner.role === 'auditor' && isPast(owner.access_ends_at, now)) {
    return { symbol: 'ring', family: 'none', word: 'apiKeys.ownerEnded' }
  }
  return { symbol: 'dot', family: 'good', word: 'apiKeys.active' }
}

function isPast(instant: string | null, now: Date): boolean {
  return instant !== null && Date.parse(instant) <= now.getTime()
}
