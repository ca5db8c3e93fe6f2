import { readFile } from 'node:fs/promises'

/** A shorter one is tried out in too little time by whoever gets hold of a backup. */
const LENGTH_MIN = 12

/** The passphrase in a file, without the line end behind it; undefined where no file is named. */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined
  const passphrase = (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
  if (passphrase.length < LENGTH_MIN)
    throw new Error(`the passphrase in ${file} needs ${LENGTH_MIN} characters`)
  return passphrase
}
