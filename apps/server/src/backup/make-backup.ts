import { countResealed, resealSecrets } from '../reseal-secrets.ts'
import type { Runtime } from '../runtime.ts'
import type { BackupTarget } from './backup-location.ts'
import { seal } from './envelope.ts'
import type { BackupPart } from './parts.ts'
import { writeBackup, type WrittenBackup } from './write-backup.ts'

/** Dependencies of making a backup. */
export type BackupParts = Pick<Runtime, 'db' | 'storage' | 'secretKeys' | 'secrets' | 'clock'>

/** Where a backup goes, and whether it is encrypted. */
export interface BackupOrder {
  /** A file that does not exist yet. */
  readonly to: BackupTarget
  readonly passphrase: string | undefined
  readonly onPart?: (part: BackupPart) => void
}

export interface MadeBackup extends WrittenBackup {
  readonly sizeBytes: number
  readonly isEncrypted: boolean
}

/** A restored deployment has only one secret. */
const HALF_ROTATED =
  'what is stored is sealed with two secrets: run "plumbline secret-key rotate" first, so that one opens the backup'

/** Makes a backup of everything as of now while others write; the file appears once it is complete. */
export async function makeBackup(
  { db, storage, secretKeys, secrets, clock }: BackupParts,
  { to, passphrase, onPart }: BackupOrder,
): Promise<MadeBackup> {
  if (
    secretKeys.fallback !== undefined &&
    countResealed(await resealSecrets({ db, clock, secrets }, { isDryRun: true })) > 0
  ) {
    throw new Error(HALF_ROTATED)
  }
  const written: Partial<WrittenBackup> = {}
  const secretKey = passphrase === undefined ? undefined : secretKeys.present
  const frames = writeBackup({ db, storage, secrets, clock, secretKey, ...(onPart && { onPart }) }, written)
  const sizeBytes = await to.location.write(to.file, await seal(frames, passphrase), clock.now())
  return { ...(written as WrittenBackup), sizeBytes, isEncrypted: passphrase !== undefined }
}
