import type { Secrets } from '../../platform/secrets.ts'
import type { Storage } from '../../platform/storage/index.ts'
import type { RecordingDeps } from '../calibrations/index.ts'
import type { RegisterDeps } from '../instruments/index.ts'

/** What the use cases of imports work with. */
export interface ImportParts extends RegisterDeps, RecordingDeps {
  readonly storage: Storage
  readonly secrets: Secrets
  readonly uploadExpiresSeconds: number
  /** Uploads of one workspace within a day. */
  readonly uploadsPerDay: number
}

/** The key that signs upload keys of imports. */
export function importKeySecret(secrets: Secrets): Buffer {
  return secrets.derive('import-upload-keys')
}
