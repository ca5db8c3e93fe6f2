// Measures the duration, memory and file size of a backup of a register with its records, of its verification and of its
// restore, while eight writers continue. The restored ledger must match the checkpoint that was signed before the backup.
// BENCH_KEEP names a folder that keeps the database for later runs.
// BENCH_ENTRIES=100000 BENCH_INSTRUMENTS=10000 node bench/backup.ts
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { latestCheckpoint, ledgerSize } from '../apps/server/src/modules/ledger/index.ts'
import { createSite } from '../apps/server/src/modules/workspaces/index.ts'
import { systemActor } from '../apps/server/src/platform/actor.ts'
import { openFilledDatabase } from './fill/stored-ledger.ts'
import { printTable } from './measure.ts'

const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 100_000)
const INSTRUMENTS = Number(process.env['BENCH_INSTRUMENTS'] ?? 10_000)
const WRITERS = 8
const CLI = fileURLToPath(new URL('../apps/server/src/cli/plumbline.ts', import.meta.url))

/** Polling interval for the memory of a process; the kernel records the peak. */
const POLL_MS = 100

const bench = await openFilledDatabase({ entries: ENTRIES, instruments: INSTRUMENTS })
const { runtime, workspaceId } = bench
const folder = runtime.config.DATA_DIR
const [file, passphrase, checkpointFile] = ['bench.plumbline', 'passphrase', 'kept'].map(
  (name) => `${folder}-${name}`,
)
const restored = `${folder}-restored`
await writeFile(passphrase!, 'correct horse battery staple')
await writeFile(checkpointFile!, (await latestCheckpoint(runtime, workspaceId)).checkpoint)

const over = new AbortController()
let written = 0
const writers = Array.from({ length: WRITERS }, async (_, writer) => {
  while (!over.signal.aborted) {
    await createSite(runtime, systemActor(workspaceId), { name: `Site ${writer} ${written}`, timeZone: null })
    written += 1
  }
})
const before = { acknowledged: await ledgerSize(runtime.db.in(workspaceId)), written }
const withPassphrase = ['--passphrase-file', passphrase!]
const rows = [await run('backup', ['backup', '--to', file!, ...withPassphrase])]
const meanwhile = written - before.written
over.abort()
await Promise.all(writers)
const compared = [...withPassphrase, '--checkpoint', checkpointFile!]
rows.push(await run('backup verify', ['backup', 'verify', file!, ...compared]))
rows.push(await run('restore', ['restore', file!, '--into', restored, ...compared]))
printTable(
  `A backup of ${ENTRIES} entries of ${INSTRUMENTS} instruments, ${(await stat(file!)).size} bytes, while ${WRITERS} writers made ${meanwhile} entries; at least ${before.acknowledged} must be in it`,
  ['what', 'seconds', 'peak memory in MB', 'entries', 'rows'],
  rows,
)
await rm(await realpath(join(restored, 'postgres')), { recursive: true, force: true })
for (const path of [file!, passphrase!, checkpointFile!, restored])
  await rm(path, { recursive: true, force: true })
await bench.drop()

async function run(name: string, words: readonly string[]): Promise<string[]> {
  const startedAt = performance.now()
  const env = { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [CLI, ...words, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [ended, printed] = [once(child, 'exit'), text(child.stdout)]
  let peak = '0'
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = /VmHWM:\s+(\d+)/.exec(status)?.[1] ?? peak
    await delay(POLL_MS)
  }
  const [exitCode] = await ended
  if (exitCode !== 0) throw new Error(`${words.join(' ')} ended with ${exitCode}: ${await printed}`)
  const said = JSON.parse(await printed) as { rows: number; ledgers?: { entries: number }[] }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const entries = said.ledgers?.[0]?.entries
  return [name, seconds, String(Math.round(Number(peak) / 1024)), String(entries ?? ''), String(said.rows)]
}
