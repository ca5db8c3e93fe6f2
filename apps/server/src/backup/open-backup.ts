import { BackupFault } from './backup-fault.ts'
import type { BackupTarget } from './backup-place.ts'
import { unseal, type Unsealed } from './envelope.ts'

/** Does something with the bytes within a backup; what is wrong with it is said in one line that names it. */
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
