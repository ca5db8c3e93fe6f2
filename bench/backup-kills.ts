// Kills a backup and its restores into a folder and into a database ten times each, at times spread over what they take. A backup
// that was killed leaves no file under its name; a restore that was killed leaves a place that every command refuses, and the same
// command begins anew there.
// BENCH_ENTRIES=4000 BENCH_INTO=database node bench/backup-kills.ts
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillLedger } from './fill/fill-ledger.ts'
import { printTable } from './measure.ts'

const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 4000)
const KILLS = 10
const CLI = fileURLToPath(new URL('../apps/server/src/cli/plumbline.ts', import.meta.url))

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const { workspace } = await makeWorkspace(runtime, 'Kills')
await fillLedger(runtime, owner, workspace, { entries: ENTRIES, instruments: 500 })
const folder = runtime.config.DATA_DIR
const [file, passphrase] = ['kills.plumbline', 'passphrase'].map((name) => `${folder}-${name}`) as [
  string,
  string,
]
const restored = `${folder}-restored`
/** The database that is restored into stands beside that of the backup, and its files in a folder of their own. */
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
  /** Makes the place anew, so that nothing is there. */
  readonly clear: () => Promise<void>
}

const targets: readonly Target[] = [
  { name: 'a folder', into: restored, settings: { DATA_DIR: restored }, clear: removeRestored },
  {
    name: 'a database',
    into: urlOfTarget(),
    settings: { DATABASE_URL: urlOfTarget(), DATA_DIR: files },
    clear: async () => {
      await owner.query(`drop database if exists ${TARGET} with (force)`)
      await owner.query(`create database ${TARGET} template template0 encoding 'UTF8'`)
      for (const path of [files, `${files}-asked`]) await rm(path, { recursive: true, force: true })
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

async function killRestores({ name, into, settings, clear }: Target): Promise<[string, string][]> {
  const restore = ['restore', file, '--into', into, ...encrypted]
  await clear()
  const restoreMs = (await run(restore, undefined, settings)).ms
  await clear()
  let [worked, refused, done] = [0, 0, 0]
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { exitCode: ended } = await run(restore, (restoreMs * (kill + 0.5)) / KILLS, settings)
    if (ended === 0) {
      // It was done before it could be killed.
      done += 1
      await clear()
      continue
    }
    // A command makes the folder that is not there.
    if (into === restored && !existsSync(restored)) continue
    // A command that finds the database empty would make a secret, beside which no other is restored.
    const asked =
      settings['DATABASE_URL'] === undefined ? settings : { ...settings, DATA_DIR: `${files}-asked` }
    const { exitCode, stderr } = await run(['ledger', 'verify'], undefined, asked)
    if (exitCode === 0) worked += 1
    if (/restore/.test(stderr)) refused += 1
  }
  const last = await run(restore, undefined, settings)
  const { holds = false, ledgers = [] } = last.exitCode === 0 ? JSON.parse(last.stdout) : {}
  return [
    [`restore into ${name}`, `${(restoreMs / 1000).toFixed(1)} s`],
    [`restores into ${name} that were done before they could be killed`, String(done)],
    [`commands that worked on ${name} that was half restored`, String(worked)],
    [
      `commands that refused ${name} and said why; the others were killed before it was marked`,
      String(refused),
    ],
    [
      `entries after the restore into ${name} that was let finish`,
      `${ledgers[0]?.entries}, ${holds ? 'verified' : `NOT verified: ${last.stderr}`}`,
    ],
  ]
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
async function run(
  words: readonly string[],
  killAfterMs?: number,
  settings?: Readonly<Record<string, string>>,
): Promise<Run> {
  const begun = performance.now()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    LOG_LEVEL: 'error',
    ...(settings ?? { DATA_DIR: folder }),
  }
  if (settings && settings['DATABASE_URL'] === undefined) delete env['DATABASE_URL']
  if (settings) delete env['SECRET_KEY']
  const child = spawn(process.execPath, [CLI, ...words, '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  if (killAfterMs !== undefined) void delay(killAfterMs).then(() => child.kill('SIGKILL'))
  const [exitCode] = (await ended) as [number | null]
  const ms = performance.now() - begun
  // What a killed command started may hold its pipes for a while.
  const [stdout, stderr] = killAfterMs === undefined ? await printed : ['', '']
  return { exitCode, stdout, stderr, ms }
}
