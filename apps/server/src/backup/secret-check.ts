import { createHash } from 'node:crypto'
import type { Secrets } from '../platform/secrets.ts'

/** Identifies a SECRET_KEY: the hash of a key that is derived only for this purpose. */
export function secretCheck(secrets: Secrets): string {
  return createHash('sha256').update(secrets.derive('backup check')).digest('hex')
}
