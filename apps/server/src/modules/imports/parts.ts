import type { Secrets } from '../../platform/secrets.ts'
import type { Storage } from '../../platform/storage/index.ts'
import type { RecordingDeps } from '../calibrations/index.ts'
import type { RegisterDeps } from '../instruments/index.ts'

/** Dependencies of the import operations. */
export interface ImportParts extends RegisterDeps, RecordingDeps {
  readonly storage: Storage
  readonly secrets: Secrets
  readonly uploadExpiresSeconds: number
  /** Maximum number of uploads per workspace and day. */
  readonly uploadsPerDay: number
}

/** Returns the keys with which upload keys of imports may be signed; the first one signs new ones. */
export function importKeySecrets(secrets: Secrets): readonly Buffer[] {
  return secrets.deriveEach('import-upload-keys')
}
