import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { freePort, skipWithout, until } from '@plumbline/testing'

/** A real PgBouncer for this test process. */
export interface PgBouncer {
  /** URL of the database `postgres` behind it; replace that name to reach another database of the same server. */
  readonly url: string
  stop(): Promise<void>
}

/** Returns why tests behind a pooler are skipped here, or false if they run. With POOLER_TESTS_REQUIRED=1 a missing one is an error. */
export function poolerTestsSkipped(): string | false {
  return skipWithout({
    path: BINARY,
    name: 'PgBouncer',
    installer: 'apt-get install pgbouncer',
    requiredBy: 'POOLER_TESTS_REQUIRED',
  })
}

/**
 * Starts PgBouncer in transaction mode in front of a database server.
 * @param sessions number of server sessions shared by all clients of one database
 */
export async function startPgBouncer(databaseUrl: string, sessions: number): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-pgbouncer-'))
  const port = await freePort()
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl)
  const host = decodeURIComponent(hostname)
  // It ignores a database with an empty password.
  const login = `user=${username}${password === '' ? '' : ` password=${password}`}`
  const settings = `
[databases]
* = host=${host} port=${serverPort} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
`
  await writeFile(join(folder, 'pgbouncer.ini'), settings)
  await writeFile(join(folder, 'users'), `"${username}" ""\n`)
  // It does not run as root, and only the server's own user can access a socket of the server.
  const asUser = process.getuid?.() === 0 ? ['-u', await userOf(host)] : []
  await chmod(folder, 0o755)
  const server = spawn(BINARY, ['-q', ...asUser, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  const ended = once(server, 'exit')
  await until(() => isListening(port))
  return {
    url: `postgres://${username}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

/** Returns the user who can access the folder of a socket; any user for a server that is reached by TCP. */
async function userOf(host: string): Promise<string> {
  if (!isAbsolute(host)) return 'nobody'
  const { uid } = await stat(host)
  return execFileSync('id', ['-nu', String(uid)])
    .toString()
    .trim()
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

/** Where Debian installs it; that folder is not always in PATH. */
const BINARY = '/usr/sbin/pgbouncer'
