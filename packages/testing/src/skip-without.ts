import { existsSync } from 'node:fs'

/** A program that some tests need and that npm does not install. */
export interface NeededProgram {
  readonly path: string
  /** Its name in the message that explains why tests are skipped. */
  readonly name: string
  /** The script that installs it, from the root of the repository. */
  readonly installer: string
  /** The environment variable that is `1` if the program must be installed. */
  readonly requiredBy: string
}

/**
 * Returns why tests that need a program are skipped, or false if it is installed.
 * @throws {Error} if it is missing although the environment requires it
 */
export function skipWithout({ path, name, installer, requiredBy }: NeededProgram): string | false {
  if (existsSync(path)) return false
  const reason = `${name} is not installed here; ${installer} installs it`
  if (process.env[requiredBy] === '1') throw new Error(reason)
  return reason
}
