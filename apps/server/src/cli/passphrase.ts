import { passphraseIn } from '../backup/scheduled-backups.ts'

/** Returns the passphrase from the file named by an option; undefined if the option is not given. */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : passphraseIn(file)
}
