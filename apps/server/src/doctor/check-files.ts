import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../platform/config.ts'
import { FIRST_SIGN_IN_FILE } from '../first-start.ts'
import { fine, problem, warning, type Finding } from './finding.ts'

/** Permission bits of group and others. */
const OTHERS = 0o077

/** Checks who can read the files that contain secrets. */
export async function checkKeyFiles({ DATA_DIR, SECRET_KEY }: Config): Promise<Finding[]> {
  const secretFiles = SECRET_KEY === undefined ? [join(DATA_DIR, 'secret.key')] : []
  const found = await Promise.all([...[...secretFiles, '.env'].map(checkMode), checkFirstSignIn(DATA_DIR)])
  const present = found.filter((finding) => finding !== undefined)
  return present.length > 0
    ? present
    : [fine('key files', 'there are none; the secret comes from the environment')]
}

/** Checks for the file with the first sign-in, which is intended to be read once. */
async function checkFirstSignIn(dataDir: string): Promise<Finding | undefined> {
  const path = join(dataDir, FIRST_SIGN_IN_FILE)
  const found = await checkMode(path)
  if (found?.state !== 'ok') return found
  return warning(
    'key files',
    `${path} still holds the first password and key`,
    'keep them elsewhere and delete it',
  )
}

async function checkMode(path: string): Promise<Finding | undefined> {
  const file = await stat(path).catch(() => undefined)
  if (!file?.isFile()) return undefined
  const mode = (file.mode & 0o777).toString(8).padStart(3, '0')
  if ((file.mode & OTHERS) === 0) return fine('key files', `${path} is for its owner alone (mode ${mode})`)
  return problem('key files', `${path} can be read by others (mode ${mode})`, `run: chmod 600 ${path}`)
}
