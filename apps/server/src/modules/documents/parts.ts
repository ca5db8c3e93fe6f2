import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Storage } from '../../platform/storage/index.ts'

/** What the use cases of documents work with. */
export interface DocumentParts {
  readonly db: Database
  readonly clock: Clock
  readonly storage: Storage
  readonly secrets: Secrets
  readonly uploadExpiresSeconds: number
  readonly downloadExpiresSeconds: number
  /** Uploads of one workspace within a day. */
  readonly uploadsPerDay: number
}

/** The keys with which upload keys may be signed; the first signs new ones. */
export function uploadKeySecrets(secrets: Secrets): readonly Buffer[] {
  return secrets.deriveEach('document-upload-keys')
}
