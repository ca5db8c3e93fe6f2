import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Storage } from '../../platform/storage/index.ts'

/** Dependencies of the document operations. */
export interface DocumentParts {
  readonly db: Database
  readonly clock: Clock
  readonly storage: Storage
  readonly secrets: Secrets
  readonly uploadExpiresSeconds: number
  readonly downloadExpiresSeconds: number
  /** Maximum number of uploads per workspace and day. */
  readonly uploadsPerDay: number
}

/** Returns the keys with which upload keys may be signed; the first one signs new ones. */
export function uploadKeySecrets(secrets: Secrets): readonly Buffer[] {
  return secrets.deriveEach('document-upload-keys')
}
