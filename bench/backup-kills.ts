// Kills a backup and its restores into a folder and into a database ten times each. A killed backup leaves no file under its
// name. A restore is killed at times spread over its duration, and repeated if it was complete before that. It leaves a
// destination that every command refuses, and the same command run again restores everything.
// BENCH_ENTRIES=4000 BENCH_INTO=database node bench/backup-kills.ts
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { RESTORE_MARKER, RESTORE_SCHEMA } from '../apps/server/src/platform/data-folder.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillLedger } from './fill/fill-ledger.ts'
import { printTable } from './measure.ts'

const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 4000)
const KILLS = 10
/** Number of restores that were complete before they were killed, after which the benchmark gives up. */
const ATTEMPTS_MAX = 30
/** Polling interval for the start of a restore. */
const POLL_MS = 20
const CLI = fileURLToPath(new URL('../apps/server/src/cli/plumbline.ts', import.meta.url))

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const { workspace } = await makeWorkspace(runtime, 'Kills')
await fillLedger(runtime, owner, workspace, { entries: ENTRIES, instruments: 500 })
const folder = runtime.config.DATA_DIR
const { rows: heads } = await owner.query<{ size: string }>('select size from ledger_heads')
const entries = Number(heads[0]!.size)
const [file, passphrase] = ['kills.plumbline', 'passphrase'].map((name) => `${folder}-${name}`) as [
  string,
  string,
]
const restored = `${folder}-restored`
/** The database to restore into is on the same server as that of the backup; its files are in a separate folder. */
const TARGET = 'bench_restored'
const files = `${folder}-restored-files`
await writeFile(passphrase, 'correct horse battery staple')
const encrypted = ['--passphrase-file', passphrase]

const backup = (to: string) => ['backup', '--to', to, ...encrypted]
const backupMs = (await run(backup(file))).ms
let half = 0
for (let kill = 0; kill < KILLS; kill += 1) {
  const to = `${file}-${kill}`
  await run(backup(to), (backupMs * (kill + 0.5)) / KILLS)
  if (existsSync(to) && (await run(['backup', 'verify', to, ...encrypted])).exitCode !== 0) half += 1
  await rm(to, { force: true })
}

/** Where the backup is restored to. */
interface Target {
  readonly name: string
  readonly into: string
  /** Settings of a command that works with what was restored. */
  readonly settings: Readonly<Record<string, string>>
  /** Deletes and recreates the destination. */
  readonly clear: () => Promise<void>
  /** Whether a restore has started to write to it. */
  readonly isMarked: () => Promise<boolean>
}

const targets: readonly Target[] = [
  {
    name: 'a folder',
    into: restored,
    settings: { DATA_DIR: restored },
    clear: removeRestored,
    isMarked: async () => existsSync(join(restored, RESTORE_MARKER)),
  },
  {
    name: 'a database',
    into: urlOfTarget(),
    settings: { DATABASE_URL: urlOfTarget(), DATA_DIR: files },
    clear: async () => {
      await owner.query(`drop database if exists ${TARGET} with (force)`)
      await owner.query(`create database ${TARGET} template template0 encoding 'UTF8'`)
      await rm(files, { recursive: true, force: true })
    },
    isMarked: async () => {
      const target = new Client({ connectionString: urlOfTarget() })
      await target.connect()
      try {
        const { rows: found } = await target.query('select from pg_namespace where nspname = $1', [
          RESTORE_SCHEMA,
        ])
        return found.length > 0
      } finally {
        await target.end()
      }
    },
  },
]

const rows: [string, string][] = [['backups that were there and not whole', String(half)]]
const chosen = targets.filter(({ name }) => name.includes(process.env['BENCH_INTO'] ?? ''))
for (const target of chosen) rows.push(...(await killRestores(target)))
printTable(
  `${KILLS} kills of a backup (${(backupMs / 1000).toFixed(1)} s) and of each restore`,
  ['what', 'count'],
  rows,
)
for (const { clear } of targets) await clear()
for (const path of [file, passphrase]) await rm(path, { force: true })
await bench.drop()

async function killRestores(target: Target): Promise<[string, string][]> {
  const { name, into, settings, clear } = target
  const restore = ['restore', file, '--into', into, ...encrypted]
  await clear()
  const whole = await runWatched(restore, target)
  let restoringMs = whole.restoringMs
  let [killed, done, worked, refused, verified] = [0, 0, 0, 0, 0]
  while (killed < KILLS && done < ATTEMPTS_MAX) {
    await clear()
    const attempt = await runWatched(restore, target, (restoringMs * (killed + 0.5)) / KILLS)
    const verification = await runToEnd(['ledger', 'verify'], settings)
    // A restore that was killed after its last step is complete too.
    if (attempt.exitCode === 0 || isWhole(verification, 'workspaces')) {
      done += 1
      restoringMs = Math.min(restoringMs, attempt.restoringMs)
      continue
    }
    killed += 1
    if (verification.exitCode === 0) worked += 1
    if (/restore/.test(verification.stderr)) refused += 1
    const again = await runToEnd(restore, settings)
    if (isWhole(again, 'ledgers')) verified += 1
    else process.stderr.write(`after kill ${killed}: ${again.stderr}\n`)
  }
  return [
    [
      `restore into ${name}`,
      `${(whole.ms / 1000).toFixed(1)} s, writing ${(whole.restoringMs / 1000).toFixed(1)} s`,
    ],
    [`restores into ${name} that were killed while they wrote`, String(killed)],
    [`restores into ${name} that were done before their kill, and tried again`, String(done)],
    [`commands that worked on ${name} that was half restored`, String(worked)],
    [`commands that refused ${name} that was half restored, and said why`, String(refused)],
    [
      `restores into ${name} after a kill that restored and verified all ${entries} entries`,
      String(verified),
    ],
  ]
}

/** Whether a command found the whole ledger, and nothing wrong with it. */
function isWhole({ exitCode, stdout }: Run, list: 'workspaces' | 'ledgers'): boolean {
  if (exitCode !== 0) return false
  const said = JSON.parse(stdout)
  return said.holds === true && said[list][0]?.entries === entries
}

/** A run of a restore, and how long it wrote. */
interface WatchedRun extends Run {
  readonly restoringMs: number
}

/** @param killAfterMs how long it has been writing when it is killed; it ends by itself without one */
async function runWatched(
  words: readonly string[],
  target: Target,
  killAfterMs?: number,
): Promise<WatchedRun> {
  const { child, ended } = start(words, target.settings)
  const over = new AbortController()
  let markedAt = Number.POSITIVE_INFINITY
  const watched = (async () => {
    while (!over.signal.aborted && !(await target.isMarked().catch(() => false))) await delay(POLL_MS)
    markedAt = performance.now()
    if (killAfterMs === undefined) return
    await delay(killAfterMs)
    child.kill('SIGKILL')
  })()
  const ran = await ended
  over.abort()
  const restoringMs = performance.now() - markedAt
  await watched
  return { ...ran, restoringMs }
}

function urlOfTarget(): string {
  const { user, password, host, port } = runtime.owner
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password ?? ''))}`
  return `postgres://${login}@${encodeURIComponent(host ?? 'localhost')}:${port ?? 5432}/${TARGET}`
}

async function removeRestored(): Promise<void> {
  if (!existsSync(restored)) return
  const home = await realpath(join(restored, 'postgres')).catch(() => undefined)
  if (home !== undefined) await rm(home, { recursive: true, force: true })
  await rm(restored, { recursive: true, force: true })
}

interface Run {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

/** @param killAfterMs when it is killed; it ends by itself without one */
async function run(words: readonly string[], killAfterMs?: number): Promise<Run> {
  const { child, ended } = start(words)
  if (killAfterMs !== undefined) void delay(killAfterMs).then(() => child.kill('SIGKILL'))
  return ended
}

function runToEnd(words: readonly string[], settings: Target['settings']): Promise<Run> {
  return start(words, settings).ended
}

/** @param settings in addition to those of the process; the database of the backup by default */
function start(
  words: readonly string[],
  settings?: Target['settings'],
): { child: ChildProcess; ended: Promise<Run> } {
  const startedAt = performance.now()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    LOG_LEVEL: 'error',
    ...(settings ?? { DATA_DIR: folder }),
  }
  if (settings && settings['DATABASE_URL'] === undefined) delete env['DATABASE_URL']
  if (settings) delete env['SECRET_KEY']
  const child = spawn(process.execPath, [CLI, ...words, '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  const ended = exited.then(async ([exitCode]): Promise<Run> => {
    const ms = performance.now() - startedAt
    // What a killed command started may hold its pipes for a while.
    const [stdout, stderr] = exitCode === null ? ['', ''] : await printed
    return { exitCode: exitCode as number | null, stdout, stderr, ms }
  })
  return { child, ended }
}
