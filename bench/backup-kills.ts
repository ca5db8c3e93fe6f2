// Kills a backup and a restore ten times each, at times spread over what they take. A backup that was killed leaves no file under
// its name; a restore that was killed leaves a folder on which no server starts, and the same command begins anew there.
// BENCH_ENTRIES=4000 node bench/backup-kills.ts
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
await writeFile(passphrase, 'correct horse battery staple')
const encrypted = ['--passphrase-file', passphrase]

const backup = (to: string) => ['backup', '--to', to, ...encrypted]
const restore = ['restore', file, '--into', restored, ...encrypted]
const backupMs = (await run(backup(file))).ms
let half = 0
for (let kill = 0; kill < KILLS; kill += 1) {
  const to = `${file}-${kill}`
  await run(backup(to), (backupMs * (kill + 0.5)) / KILLS)
  if (existsSync(to) && (await run(['backup', 'verify', to, ...encrypted])).exitCode !== 0) half += 1
  await rm(to, { force: true })
}

const restoreMs = (await run(restore)).ms
await removeRestored()
let [started, marked] = [0, 0]
for (let kill = 0; kill < KILLS; kill += 1) {
  await run(restore, (restoreMs * (kill + 0.5)) / KILLS)
  // A command makes the folder that is not there.
  if (!existsSync(restored)) continue
  const { exitCode, stderr } = await run(['ledger', 'verify'], undefined, restored)
  if (exitCode === 0) started += 1
  if (/restore/.test(stderr)) marked += 1
}
const last = await run(restore)
const { holds = false, ledgers = [] } = last.exitCode === 0 ? JSON.parse(last.stdout) : {}

printTable(
  `${KILLS} kills of a backup (${(backupMs / 1000).toFixed(1)} s) and of its restore (${(restoreMs / 1000).toFixed(1)} s)`,
  ['what', 'count'],
  [
    ['backups that were there and not whole', String(half)],
    ['commands that worked on a half restored folder', String(started)],
    ['commands that refused one and said why; the other folders were not there yet', String(marked)],
    [
      'entries after the restore that was let finish',
      `${ledgers[0]?.entries}, ${holds ? 'verified' : 'NOT verified'}`,
    ],
  ],
)
await removeRestored()
for (const path of [file, passphrase]) await rm(path, { force: true })
await bench.drop()

async function removeRestored(): Promise<void> {
  await rm(await realpath(join(restored, 'postgres')), { recursive: true, force: true })
  await rm(restored, { recursive: true, force: true })
}

interface Run {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

/** @param killAfterMs when it is killed; it ends by itself without one */
async function run(words: readonly string[], killAfterMs?: number, dataDir = folder): Promise<Run> {
  const begun = performance.now()
  const env: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  if (dataDir === restored) for (const name of ['DATABASE_URL', 'SECRET_KEY']) delete env[name]
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
