import type { ApiKeyRead, UserRead } from '@plumbline/contract'
import type { StatusLook } from '../../../components/status/status-look.ts'

/**
 * Whether a key is taken, and why not.
 * @param owner the person it acts for; undefined where they are not known
 */
export function keyLook(key: ApiKeyRead, owner: UserRead | undefined, now: Date): StatusLook {
  if (key.revoked_at !== null) return { symbol: 'struck', family: 'neutral', word: 'apiKeys.revokedOn' }
  if (isPast(key.expires_at, now)) return { symbol: 'ring', family: 'none', word: 'apiKeys.expired' }
  if (owner && !owner.is_active) return { symbol: 'ring', family: 'none', word: 'apiKeys.ownerLeft' }
  if (owner?.role === 'auditor' && isPast(owner.access_ends_at, now)) {
    return { symbol: 'ring', family: 'none', word: 'apiKeys.ownerEnded' }
  }
  return { symbol: 'dot', family: 'good', word: 'apiKeys.active' }
}

function isPast(instant: string | null, now: Date): boolean {
  return instant !== null && Date.parse(instant) <= now.getTime()
}
