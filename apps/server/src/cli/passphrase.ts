import { passphraseIn } from '../backup/scheduled-backups.ts'

/** The passphrase that an option names the file of; undefined where it is not given. */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : passphraseIn(file)
}
