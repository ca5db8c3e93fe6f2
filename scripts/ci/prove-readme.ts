// Follows README as a new user: a clone in an empty folder, the machine's own Node.js and npm only, no compile cache and no
// earlier database; `npm start`; every command of "First calls" as printed; backup and restore as printed in
// docs/backup.md; Ctrl-C.
import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connectionOfRunning } from '../../apps/server/src/platform/embedded-postgres/index.ts'
import { serverPid } from '../../apps/server/test/processes/embedded-process.ts'
import { commandBlocks, commandsOf } from './readme-commands.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The port in README. */
const PORT = 8080
const ORIGIN = `http://127.0.0.1:${PORT}`

/** Target for the first response on two cores, including the installation. A longer time is reported, not refused. */
const FIRST_RESPONSE_WANTED_S = 60

/** A start without a response by then is considered hung. */
const HANGING_MS = 20 * 60_000

/** The check of each command of "First calls", in order. */
const checks: readonly ((output: string, session: Session) => void | Promise<void>)[] = [
  (output, session) => {
    const instrument = JSON.parse(output)
    const promised = ['id', 'asset_tag', 'status', 'compliance_status', 'last_calibration_at', 'next_due_at']
    for (const name of promised) assert.ok(typeof instrument[name] === 'string', `${name} is missing`)
    assert.deepEqual([instrument.asset_tag, instrument.status], ['CAL-0042', 'active'])
    session.variables['ID'] = instrument.id
  },
  (output, session) => {
    const record = JSON.parse(output)
    assert.deepEqual([record.result, record.approval_status], ['PASS', 'approved'])
    session.variables['CALIBRATION'] = record.id
  },
  (output) => {
    const page = JSON.parse(output)
    assert.deepEqual(Object.keys(page), ['data', 'pagination'])
  },
  (_output, { folder }) => {
    const pdf = readdirSync(folder).find((name) => name.endsWith('.pdf'))
    assert.ok(pdf, 'no certificate was written')
    assert.equal(readFileSync(join(folder, pdf), 'latin1').slice(0, 5), '%PDF-')
  },
]

/** The new user's shell: its folder and variables. */
interface Session {
  readonly folder: string
  readonly variables: Record<string, string>
}

/** Returns the machine's environment without the installed Node.js and the variables of a test run. */
function bareEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  const own = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { PATH: own.join(delimiter), HOME, LC_ALL: 'C.UTF-8' }
}

const place = mkdtempSync(join(tmpdir(), 'plumbline-newcomer-'))
let server: ChildProcess | undefined
try {
  await prove(join(place, 'plumbline'))
  process.stdout.write("ok   README's commands\n")
} catch (error) {
  process.stdout.write(`FAIL ${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  if (server?.exitCode === null) killGroup(server, 'SIGKILL')
  rmSync(place, { recursive: true, force: true })
}

async function prove(folder: string): Promise<void> {
  assert.ok(!(await isListening()), `port ${PORT} is in use: stop what listens there`)
  const cloned = spawnSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder], { encoding: 'utf8' })
  assert.equal(cloned.status, 0, `git clone: ${cloned.stderr}`)
  const begun = Date.now()
  const started = start(folder)
  server = started.child
  await firstResponse(started)
  const seconds = Math.round((Date.now() - begun) / 1000)
  const isSlow = seconds > FIRST_RESPONSE_WANTED_S
  process.stdout.write(
    `first response after ${seconds} s${isSlow ? `, later than the ${FIRST_RESPONSE_WANTED_S} s wanted` : ''}\n`,
  )
  assert.doesNotMatch(started.output(), /npm warn/i, 'npm warns on the way')
  const key = await callAsPrinted(folder)
  const instruments = await countInstruments(key)
  const restart = restoreCommands(folder)
  await stopByKeyboard(started, join(folder, 'data'))
  const restored = start(folder, restart)
  server = restored.child
  await firstResponse(restored)
  assert.equal(await countInstruments(key), instruments, 'the restored server has other instruments')
  await stopByKeyboard(restored, join(folder, 'restored'))
}

/** Runs the commands of docs/backup.md up to the first restore, and returns the command that starts the restored server. */
function restoreCommands(folder: string): string {
  const guide = readFileSync(join(folder, 'docs', 'backup.md'), 'utf8')
  for (const block of commandBlocks(guide)) {
    for (const command of commandsOf(block)) {
      if (command.startsWith('DATA_DIR=')) return command
      // Scheduled backups and buckets are covered by tests.
      if (!command.startsWith('BACKUP_FOLDER=') && !command.includes('s3://'))
        run(`docs/backup.md, line ${block.line}`, { folder, variables: {} }, command)
    }
  }
  throw new Error('docs/backup.md starts no server on what was restored')
}

async function countInstruments(key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${ORIGIN}/api/public/v1/instruments?limit=1`, { headers })
  assert.equal(response.status, 200)
  const page = (await response.json()) as { pagination: { total: number } }
  return page.pagination.total
}

interface Started {
  readonly child: ChildProcess
  readonly output: () => string
}

/** Starts the server in a separate process group, as a terminal does. */
function start(folder: string, command = 'npm start'): Started {
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  return { child, output: () => output }
}

async function firstResponse({ child, output }: Started): Promise<void> {
  for (const end = Date.now() + HANGING_MS; Date.now() < end; await delay(100)) {
    assert.equal(child.exitCode, null, `npm start ended:\n${output()}`)
    const response = await fetch(`${ORIGIN}/healthz`).catch(() => undefined)
    // The server listens slightly before it prints what to do next.
    if (response?.ok && output().includes(`Plumbline is running at ${ORIGIN}`)) return
  }
  throw new Error(`npm start does not respond:\n${output()}`)
}

/** Runs the commands of README as printed, from the one that reads the key; returns the key. */
async function callAsPrinted(folder: string): Promise<string> {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const key = /ctk_[\w-]+/.exec(readFileSync(join(folder, 'data', 'first-sign-in.txt'), 'utf8'))?.[0]
  assert.ok(key, 'data/first-sign-in.txt holds no key')
  const session: Session = { folder, variables: {} }
  let called = 0
  for (const block of commandBlocks(readme)) {
    for (const command of commandsOf(block)) {
      const where = `README.md, line ${block.line}: ${command.split('\n')[0]}`
      const exported = /^export (\w+)=(.*)$/.exec(command)
      if (exported) session.variables[exported[1]!] = exported[2] === 'ctk_…' ? key : exported[2]!
      else if (command.startsWith('curl')) await check(where, session, command, checks[called++])
      else if (command.startsWith('npx')) await check(where, session, command, namesTheServer)
    }
  }
  assert.equal(called, checks.length, 'README has other calls than are checked here')
  return key
}

function namesTheServer(output: string): void {
  assert.ok(output.includes(`${ORIGIN} as `), 'demo does not name the address of the running server')
  assert.match(output, /^254 instruments/)
}

async function check(
  where: string,
  session: Session,
  command: string,
  verify: (typeof checks)[number] | undefined,
): Promise<void> {
  const output = run(where, session, command)
  assert.ok(verify, `${where}: nothing says what it must return`)
  try {
    await verify(output, session)
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}; it returned ${output.slice(0, 400)}`, {
      cause: error,
    })
  }
}

/** Runs a command in a new shell and returns its output. Throws if it fails or prints to standard error. */
function run(where: string, session: Session, command: string): string {
  // PORT in this shell differs from the server's port.
  const environment = { ...bareEnvironment(), PORT: '9', ...session.variables }
  const ran = spawnSync('sh', ['-c', command], { cwd: session.folder, env: environment, encoding: 'utf8' })
  process.stdout.write(`$ ${command}\n${ran.stdout.slice(0, 400)}\n`)
  assert.deepEqual([ran.status, ran.stderr], [0, ''], `${where}: exit ${ran.status}: ${ran.stderr}`)
  return ran.stdout
}

/** Sends SIGINT to the whole process group, as Ctrl-C does. */
async function stopByKeyboard({ child, output }: Started, dataDir: string): Promise<void> {
  const connection = await connectionOfRunning(dataDir)
  assert.ok(connection, 'no database runs on the data folder')
  const databasePid = await serverPid(connection)
  assert.ok(runs(databasePid))
  const ended = once(child, 'exit')
  killGroup(child, 'SIGINT')
  await Promise.race([
    ended,
    delay(HANGING_MS, undefined, { ref: false }).then(() => {
      throw new Error(`npm start goes on after Ctrl-C:\n${output()}`)
    }),
  ])
  assert.ok(!(await isListening()), 'the server listens after Ctrl-C')
  assert.ok(!runs(databasePid), `the database (process ${databasePid}) goes on after Ctrl-C`)
}

/**
 * Whether a process is still running. A process that has ended keeps its ID until its parent or init has waited for it,
 * but has no command line any more, so the ID alone is not enough.
 */
function runs(pid: number): boolean {
  if (process.platform !== 'linux') return spawnSync('ps', ['-p', String(pid)]).status === 0
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid!, signal)
  } catch {
    // It has already ended.
  }
}

async function isListening(): Promise<boolean> {
  const socket = connect(PORT, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
