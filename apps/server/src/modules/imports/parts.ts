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

/** The keys with which upload keys of imports may be signed; the first signs new ones. */
export function importKeySecrets(secrets: Secrets): readonly Buffer[] {
  return secrets.deriveEach('import-upload-keys')
}
