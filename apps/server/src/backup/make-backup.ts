import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runtime } from '../runtime.ts'
import type { BackupTarget } from './backup-place.ts'
import { seal } from './envelope.ts'
import type { BackupPart } from './parts.ts'
import { writeBackup, type WrittenBackup } from './write-backup.ts'

/** Where a backup goes, and whether it is encrypted. */
export interface BackupOrder {
  /** A file that is not there yet. */
  readonly to: BackupTarget
  readonly passphrase: string | undefined
  readonly onPart?: (part: BackupPart) => void
}

export interface MadeBackup extends WrittenBackup {
  readonly sizeBytes: number
  readonly isEncrypted: boolean
}

/** Makes a backup of everything as of now while others write; the file is there once it is whole. */
export async function makeBackup(
  { config, db, storage, secrets, clock }: Pick<Runtime, 'config' | 'db' | 'storage' | 'secrets' | 'clock'>,
  { to, passphrase, onPart }: BackupOrder,
): Promise<MadeBackup> {
  const written: Partial<WrittenBackup> = {}
  const secretKey = passphrase === undefined ? undefined : await presentSecretKey(config)
  const frames = writeBackup({ db, storage, secrets, clock, secretKey, ...(onPart && { onPart }) }, written)
  const sizeBytes = await to.place.write(to.file, await seal(frames, passphrase), clock.now())
  return { ...(written as WrittenBackup), sizeBytes, isEncrypted: passphrase !== undefined }
}

async function presentSecretKey({ SECRET_KEY, DATA_DIR }: Runtime['config']): Promise<string> {
  return SECRET_KEY ?? (await readFile(join(DATA_DIR, 'secret.key'), 'utf8')).trim()
}
