import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { EmbeddedPostgresError, WAY_OUT } from './failure.ts'

/** A system user other than root that PostgreSQL runs as. */
export interface Account {
  uid: number
  gid: number
}

/** Our own user if a package created one, otherwise PostgreSQL's, otherwise one that every system has. */
const NAMES = ['plumbline', 'postgres', 'nobody']

/**
 * Returns the user to start PostgreSQL as; undefined for the current one. PostgreSQL refuses to run as root, so root
 * switches to another user. Only its owner can run an existing cluster.
 * @param owner owner of the existing cluster; undefined before the first start
 * @param path folder of the cluster, for messages
 */
export async function chooseAccount(owner: Account | undefined, path: string): Promise<Account | undefined> {
  const present = process.geteuid?.()
  if (present !== 0) {
    if (owner === undefined || owner.uid === present) return undefined
    throw new EmbeddedPostgresError(`${path} belongs to user ${owner.uid}: start as that user or as root`)
  }
  if (owner?.uid === 0) {
    throw new EmbeddedPostgresError(
      `${path} belongs to root, which PostgreSQL refuses: give it with its contents to another user (chown -R nobody)`,
    )
  }
  return owner ?? accountOf(await readFile('/etc/passwd', 'utf8').catch(() => ''))
}

/** Returns the first of our names in the text of a passwd file; initdb requires a user that is listed there. */
export function accountOf(passwd: string): Account {
  const entries = passwd.split('\n').map((line) => line.split(':'))
  for (const name of NAMES) {
    const entry = entries.find((fields) => fields[0] === name)
    const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])]
    if (entry !== undefined && uid > 0 && gid >= 0) return { uid, gid }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and there is no user ${NAMES.join(', ')} to run it as: start as another user, or ${WAY_OUT}`,
  )
}

/**
 * Whether the account passes all tests of the shell (`-x /folder`, `-r /file`). The tests run under that account,
 * because modes alone show neither access lists nor mounts.
 */
export function accountPasses(account: Account | undefined, tests: readonly [string, string][]): boolean {
  if (account === undefined) return true
  const script = tests.map(([flag], index) => `test ${flag} "$${index + 1}"`).join(' && ')
  const paths = tests.map(([, path]) => path)
  const result = spawnSync('/bin/sh', ['-c', script, 'sh', ...paths], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  })
  return result.status === 0
}
