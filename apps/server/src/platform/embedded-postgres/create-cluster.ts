import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exists, syncFolder } from '../data-folder.ts'
import type { ClusterHome } from './cluster-home.ts'
import { explainPrinted, explainSpawn } from './failure.ts'

/** Owner of the database and of everything in it. */
export const SUPERUSER = 'plumbline'

/**
 * Login of the application: it has no privileges of its own and can only assume the role that migrations grant
 * privileges to.
 */
export const LOGIN = 'plumbline_login'

/** Number of random bytes in a password: not guessable, and used only by this program. */
const PASSWORD_BYTES = 24

/** Inside the cluster, so that they are created and moved together. */
const PASSWORD_FILE = 'plumbline-password'

/** In the same folder; created at the first start of a version that has the login. */
const LOGIN_PASSWORD_FILE = 'plumbline-login-password'

/** Environment of all PostgreSQL programs: nothing of ours leaks in; times and texts are not localized. */
export const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Password of the superuser. */
export const readPassword = (data: string): Promise<string> => readFile(join(data, PASSWORD_FILE), 'utf8')

/**
 * Creates the cluster if it does not exist; returns whether it did. It is created under another name and renamed when
 * complete, so that a killed first start leaves no partial cluster. Text sorts by bytes, and letter case follows the
 * Unicode rules built into PostgreSQL, regardless of the system's locales.
 * @param durable false to skip flushing it to disk
 */
export async function createCluster(home: ClusterHome, bin: string, durable: boolean): Promise<boolean> {
  if (await exists(home.data)) return false
  const unfinished = `${home.data}.new`
  const passwordFile = join(home.folder, 'password.new')
  await rm(unfinished, { recursive: true, force: true })
  await writePassword(passwordFile, home)
  await runInitdb(home, bin, [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ])
  await rename(passwordFile, join(unfinished, PASSWORD_FILE))
  await syncFolder(unfinished)
  await rename(unfinished, home.data)
  await syncFolder(home.folder)
  return true
}

/** Returns the password of the application's login; creates it if the cluster has none yet. */
export async function loginPassword(data: string): Promise<string> {
  const path = join(data, LOGIN_PASSWORD_FILE)
  if (!(await exists(path))) {
    // Like the rest of the cluster, it belongs to the account that PostgreSQL runs as.
    await writePassword(`${path}.new`, { account: await stat(data) })
    await rename(`${path}.new`, path)
  }
  return readFile(path, 'utf8')
}

async function writePassword(path: string, { account }: Pick<ClusterHome, 'account'>): Promise<void> {
  await rm(path, { force: true })
  await writeFile(path, randomBytes(PASSWORD_BYTES).toString('base64url'), { mode: 0o600, flush: true })
  await chmod(path, 0o600)
  if (account !== undefined) await chown(path, account.uid, account.gid)
}

function runInitdb(home: ClusterHome, bin: string, settings: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(bin, 'initdb'), settings, {
      ...home.account,
      cwd: home.folder,
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let printed = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
    child.on('error', (error) => reject(explainSpawn(error)))
    child.on('close', (code) => (code === 0 ? resolve() : reject(explainPrinted(printed, home.folder))))
  })
}
