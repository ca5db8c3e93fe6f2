import {
  execFileSync,
  spawn,
  type ChildProcessWithoutNullStreams,
  type SpawnOptions,
} from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import {
  connectionOfRunning,
  startEmbeddedPostgres,
  type EmbeddedConnection,
} from '../../src/platform/embedded-postgres/index.ts'
import { checkoutFor, scratchRoot } from './reachable-checkout.ts'

export { isRoot, leftOut, ordinaryUser, scratchRoot } from './reachable-checkout.ts'

/** Creates a folder that other users can pass through; it is deleted after the test. */
export async function scratchFolder(t: TestContext, owner?: { uid: number; gid: number }): Promise<string> {
  const folder = await realpath(await mkdtemp(join(scratchRoot, 'plumbline-test-')))
  await chmod(folder, 0o755)
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid)
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let pristine: Promise<string> | undefined

/** Returns a data folder below `parent` with a database that was started and stopped once. */
export async function usedDataDir(parent: string): Promise<string> {
  pristine ??= makePristine()
  const dataDir = join(parent, 'data')
  await mkdir(parent, { recursive: true })
  execFileSync('cp', ['-a', await pristine, dataDir])
  return dataDir
}

/** Once per test process, because it takes most of a second. */
async function makePristine(): Promise<string> {
  const folder = await mkdtemp(join(scratchRoot, 'plumbline-test-'))
  process.on('exit', () => rmSync(folder, { recursive: true }))
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  await (await startEmbeddedPostgres({ dataDir, log, durable: false })).stop()
  return dataDir
}

/** Output of a child of openInChild once the database is open. */
export interface Opened {
  pid: number
  startedByUs: boolean
  connection: EmbeddedConnection
}

/** A separate process that uses the embedded database of a folder. */
export interface Opener {
  process: ChildProcessWithoutNullStreams
  opened: Opened
  /** Further output lines. */
  lines: NodeJS.AsyncIterator<string>
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
  /** Ends its use of the database, and the process. */
  close(): Promise<void>
}

/**
 * Returns the program of the child: it opens the database, reports it, does some work, and closes at the end of its
 * input.
 */
const openerProgram = (platform: string, dataDir: string, durable: boolean, work: string) => `
  import { startEmbeddedPostgres } from '${platform}embedded-postgres/index.ts'
  import { Client } from 'pg'
  const log = { info() {}, warn() {}, error() {} }
  try {
    const database = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, durable: ${durable} })
    const { connection, startedByUs } = database
    console.log(JSON.stringify({ pid: process.pid, startedByUs, connection }))
    process.stdin.on('data', () => undefined).on('end', () => database.stop())
    ${work}
  } catch (error) {
    console.error(error.name + ': ' + error.message)
    process.exit(1)
  }`

/** Opens the embedded database of a folder in a separate process. */
export async function openInChild(
  dataDir: string,
  options: { durable?: boolean; work?: string; spawn?: SpawnOptions } = {},
): Promise<Opener> {
  const { durable = false, work = '' } = options
  const child = runNode((platform) => openerProgram(platform, dataDir, durable, work), options.spawn)
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.done === true) {
    await ended
    throw new Error(complaint.trim())
  }
  const leave = async (act: () => unknown) => {
    act()
    await ended
  }
  return {
    process: child,
    opened: JSON.parse(first.value) as Opened,
    lines,
    kill: () => leave(() => child.kill('SIGKILL')),
    close: () => leave(() => child.stdin.end()),
  }
}

/**
 * Runs a short program that resolves packages as the server does.
 * @param program returns the code for the URL of the platform's sources, which are in a place that the child's user can
 * access
 */
export function runNode(
  program: (platform: string) => string,
  spawnOptions: SpawnOptions = {},
): ChildProcessWithoutNullStreams {
  const { node, platform } = checkoutFor(spawnOptions)
  return spawn(node, ['--input-type=module', '--eval', program(pathToFileURL(platform).href)], {
    cwd: platform,
    ...spawnOptions,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Runs one statement on a separate connection. */
export async function query<Row extends object>(
  connection: EmbeddedConnection,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Returns the process ID of the server behind a connection. */
export async function serverPid(connection: EmbeddedConnection): Promise<number> {
  const [row] = await query<{ pid: string }>(
    connection,
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )
  return Number(row?.pid)
}

/** Whether no server runs on a folder. */
export async function nothingRuns(dataDir: string): Promise<boolean> {
  return (await connectionOfRunning(dataDir)) === undefined
}
