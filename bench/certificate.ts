// Measures how long a new certificate takes, whether typesetting blocks the event loop, and whether memory grows.
// node bench/certificate.ts [certificates]
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { certificatePages } from '../apps/server/src/modules/certificates/document/certificate-pages.ts'
import { sampleCertificate } from '../apps/server/src/modules/certificates/document/sample-certificates.ts'
import { createTypesetter } from '../apps/server/src/platform/typesetting/index.ts'

const COUNT = Number(process.argv[2] ?? 1000)
const MEMORY_EVERY = COUNT / 5

/** Enough for a process to start on a busy machine. */
const STARTED_MS = 2000

/** Number of certificates that a new process typesets to warm up. */
const WARM_UP = 30

/** Duration of the idle measurement, to compare with. */
const IDLE_MS = 2000

const loop = monitorEventLoopDelay({ resolution: 1 })
const memory: Array<Record<string, number>> = []

loop.enable()
await pause(IDLE_MS)
const idle = takeLoopDelay()

let typesetter = createTypesetter()
const coldMs = await timed(0)
await typesetter.close()

typesetter = createTypesetter()
typesetter.warmUp()
await pause(STARTED_MS)
const warmedMs = await timed(0)

for (let i = 1; i <= WARM_UP; i++) await timed(i)
loop.reset()
const times: number[] = []
for (let i = 1; i <= COUNT; i++) {
  times.push(await timed(WARM_UP + i))
  if (i === 1 || i % MEMORY_EVERY === 0) memory.push({ certificates: i, ...memoryMb() })
}
const busy = takeLoopDelay()

console.log('Time to a fresh certificate')
console.table({
  'first, process not started': { ms: round(coldMs) },
  'first, process warmed up': { ms: round(warmedMs) },
  ...quantiles(times),
})
console.log('Delay of the event loop beside it')
console.table({ idle, busy })
console.log('Resident memory')
console.table(memory)
await typesetter.close()

async function timed(i: number): Promise<number> {
  const data = sampleCertificate({ number: `NM-2026-${i}`, notes: `Reading ${i} repeated five times.` })
  const start = performance.now()
  await typesetter.set(certificatePages(data), { workspaceId: 'bench', isLarge: false })
  return performance.now() - start
}

function quantiles(values: number[]): Record<string, { ms: number }> {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => ({ ms: round(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN) })
  return { p50: at(0.5), p99: at(0.99), slowest: at(1) }
}

function takeLoopDelay(): Record<string, number> {
  const inMs = (nanoseconds: number) => round(nanoseconds / 1e6)
  const delay = {
    'p50 ms': inMs(loop.percentile(50)),
    'p99 ms': inMs(loop.percentile(99)),
    'max ms': inMs(loop.max),
  }
  loop.reset()
  return delay
}

function memoryMb(): Record<string, number> {
  return { 'server MB': residentMb('self'), 'typesetting MB': residentMb(typesetter.processId() ?? 'self') }
}

function residentMb(id: number | 'self'): number {
  const status = readFileSync(`/proc/${id}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024)
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}
