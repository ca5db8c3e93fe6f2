import { BackupFault } from './backup-fault.ts'
import type { BackupTarget } from './backup-location.ts'
import { unseal, type Unsealed } from './envelope.ts'

/** Processes the content of a backup; a fault is reported in one line that names the backup. */
export function openBackup<T>(
  { location, file }: BackupTarget,
  passphrase: string | undefined,
  work: (unsealed: Unsealed) => Promise<T>,
): Promise<T> {
  return location.read(file, async (sealed) => {
    try {
      return await work(await unseal(sealed, passphrase))
    } catch (error) {
      if (error instanceof BackupFault)
        throw new Error(`${location.nameOf(file)} cannot be used: ${error.message}`, { cause: error })
      throw error
    }
  })
}
