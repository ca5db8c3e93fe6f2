import { BackupFault } from './backup-fault.ts'
import type { BackupTarget } from './backup-place.ts'
import { unseal, type Unsealed } from './envelope.ts'

/** Processes the content of a backup; a fault is reported in one line that names the backup. */
export function openBackup<T>(
  { place, file }: BackupTarget,
  passphrase: string | undefined,
  work: (unsealed: Unsealed) => Promise<T>,
): Promise<T> {
  return place.read(file, async (sealed) => {
    try {
      return await work(await unseal(sealed, passphrase))
    } catch (error) {
      if (error instanceof BackupFault)
        throw new Error(`${place.nameOf(file)} cannot be used: ${error.message}`, { cause: error })
      throw error
    }
  })
}
