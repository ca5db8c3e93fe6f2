import { createHash } from 'node:crypto'
import type { Secrets } from '../platform/secrets.ts'

/** What a SECRET_KEY is recognised by: the hash of a key that is derived for nothing else. */
export function secretCheck(secrets: Secrets): string {
  return createHash('sha256').update(secrets.derive('backup check')).digest('hex')
}
