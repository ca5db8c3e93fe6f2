import { BackupFault } from './backup-fault.ts'
import { readFileBackup } from './backup-file.ts'
import { unseal, type Unsealed } from './envelope.ts'

/** Does something with the bytes within a backup; what is wrong with it is said in one line that names it. */
export async function openBackup<T>(
  file: string,
  passphrase: string | undefined,
  work: (unsealed: Unsealed) => Promise<T>,
): Promise<T> {
  const sealed = await readFileBackup(file)
  try {
    return await work(await unseal(sealed, passphrase))
  } catch (error) {
    if (error instanceof BackupFault)
      throw new Error(`${file} cannot be used: ${error.message}`, { cause: error })
    throw error
  } finally {
    sealed.destroy()
  }
}
