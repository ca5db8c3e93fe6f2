import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, skipWithout, until } from '@plumbline/testing'
import type { Client } from 'pg'
import { withClient } from '../cluster.ts'

/** A real PostgreSQL server of Debian's packages for this test process. */
export interface PostgresServer {
  /** URL of the database `postgres`, with the login of a superuser. */
  readonly url: string
  /** Runs work with a connection to a database; to `postgres` by default. */
  withClient<T>(work: (client: Client) => Promise<T>, database?: string): Promise<T>
  /** Creates and starts a streaming standby. @param settings like those of `startPostgres` */
  standby(settings?: readonly string[]): Promise<PostgresServer>
  /** Ends all of its processes at the same moment, like a power failure. */
  kill(): Promise<void>
  /** Ends it, if it still runs, and deletes its data. */
  end(): Promise<void>
}

const BIN = '/usr/lib/postgresql/15/bin'

/** PostgreSQL's own user if the package created one; it refuses to run as root. */
const NAMES = ['postgres', 'nobody']

const SUPERUSER = 'plumbline'

/** Why tests with a standby are skipped here, or false. With REPLICA_TESTS_REQUIRED=1 missing programs are an error. */
export function replicaTestsSkipped(): string | false {
  return skipWithout({
    path: `${BIN}/pg_basebackup`,
    name: 'PostgreSQL 15',
    installer: 'apt-get install postgresql-15',
    requiredBy: 'REPLICA_TESTS_REQUIRED',
  })
}

/** Creates and starts a server. @param settings in the form `name=value` */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const folder = await newFolder()
  await run('initdb', folder, ['-D', join(folder, 'data'), '-U', SUPERUSER, ...INITDB])
  return launch(folder, settings)
}

const INITDB = ['--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8']

/** Enough for tests, on machines with little shared memory. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=32MB',
  'dynamic_shared_memory_type=mmap',
  'max_connections=60',
  'log_min_messages=fatal',
]

async function launch(folder: string, settings: readonly string[]): Promise<PostgresServer> {
  const port = await freePort()
  const url = `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres`
  const withDatabase: PostgresServer['withClient'] = (work, database = 'postgres') =>
    withClient(url.replace(/postgres$/, database), work)
  const data = join(folder, 'data')
  const given = [...SETTINGS, `port=${port}`, ...settings].flatMap((each) => ['-c', each])
  const server = spawn(join(BIN, 'postgres'), ['-D', data, ...given], {
    ...(await asUser()),
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  // A test that fails early neither waits for it nor leaves it behind.
  server.unref()
  const quit = () => server.kill('SIGQUIT')
  process.once('exit', quit)
  server.once('exit', () => process.off('exit', quit))
  const answers = () =>
    withDatabase((client) => client.query('select')).then(
      () => true,
      () => false,
    )
  await until(answers, 'a running PostgreSQL')
  const kill = async () => {
    server.ref()
    const pids = [server.pid!, ...childrenOf(server.pid!)]
    // Stopped first, so that none can do anything after another has ended.
    for (const name of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of pids) signal(pid, name)
    await ended
  }
  return {
    url,
    withClient: withDatabase,
    standby: async (more = []) => {
      const copy = await newFolder()
      const source = ['-h', '127.0.0.1', '-p', String(port), '-U', SUPERUSER]
      const target = ['-D', join(copy, 'data'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
      await run('pg_basebackup', copy, [...source, ...target])
      return launch(copy, more)
    },
    kill,
    end: async () => {
      if (server.exitCode === null && server.signalCode === null) await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-replicated-'))
  const { uid, gid } = await asUser()
  if (uid !== undefined) await chown(folder, uid, gid!)
  await chmod(folder, 0o700)
  return folder
}

async function run(program: string, cwd: string, options: readonly string[]): Promise<void> {
  const child = spawn(join(BIN, program), options, { ...(await asUser()), cwd, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
}

async function asUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.geteuid?.() !== 0) return {}
  const passwd = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const [, , uid, gid] = NAMES.map((name) => passwd.find((fields) => fields[0] === name)).find(Boolean)!
  return { uid: Number(uid), gid: Number(gid) }
}

function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return listed.trim().split(/\s+/).map(Number)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // A process of an idle connection may have ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
