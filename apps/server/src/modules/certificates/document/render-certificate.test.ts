import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test, type TestContext } from 'node:test'
import {
  createCertificateRenderer,
  type CertificateRenderer,
  type RendererLimits,
} from './render-certificate.ts'
import { bareCertificate, sampleCertificate } from './sample-certificates.ts'

function rendererFor(t: TestContext, limits: Partial<RendererLimits> = {}): CertificateRenderer {
  const renderer = createCertificateRenderer(limits)
  t.after(() => renderer.close())
  return renderer
}

function processOf(renderer: CertificateRenderer): number {
  const id = renderer.processId()
  assert.ok(id !== undefined, 'a typesetting process runs')
  return id
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ ...bareCertificate(), number: `C-${i}` }))

test('certificates asked for at once all come, each its own', async (t) => {
  const renderer = rendererFor(t)
  const files = await Promise.all(numbered(5).map((data) => renderer.render(data)))
  assert.equal(new Set(files.map((file) => file.toString('latin1'))).size, 5)
  assert.ok(files.every((file) => Buffer.isBuffer(file) && file.toString('latin1', 0, 5) === '%PDF-'))
})

test('the same data gives the same bytes, also in another process', async (t) => {
  const [one, other] = [rendererFor(t), rendererFor(t)]
  const file = await one.render(sampleCertificate())
  assert.ok(file.equals(await one.render(sampleCertificate())))
  assert.ok(file.equals(await other.render(sampleCertificate())))
  assert.notEqual(one.processId(), other.processId())
})

test('a process that dies with a certificate in hand loses none', async (t) => {
  const renderer = rendererFor(t)
  const expected = await renderer.render(sampleCertificate())
  const died = processOf(renderer)
  const files = Promise.all([sampleCertificate(), sampleCertificate()].map((data) => renderer.render(data)))
  process.kill(died, 'SIGKILL')
  for (const file of await files) assert.ok(file.equals(expected))
  assert.notEqual(processOf(renderer), died)
})

test('a process that dies while nothing is in hand is replaced unseen', async (t) => {
  const renderer = rendererFor(t)
  await renderer.render(bareCertificate())
  const died = processOf(renderer)
  process.kill(died, 'SIGKILL')
  assert.equal((await renderer.render(bareCertificate())).toString('latin1', 0, 5), '%PDF-')
})

test('a certificate that never ends fails alone, and the next one comes', async (t) => {
  const renderer = rendererFor(t, { timeoutMs: 2000 })
  await renderer.render(bareCertificate())
  const stuck = processOf(renderer)
  process.kill(stuck, 'SIGSTOP')
  const [late, next] = await Promise.allSettled(numbered(2).map((data) => renderer.render(data)))
  assert.equal(
    late?.status === 'rejected' && (late.reason as Error).message,
    'certificate C-0 took longer than 2000 ms',
  )
  assert.equal(next?.status, 'fulfilled')
  assert.notEqual(processOf(renderer), stuck)
})

test('who comes when too many wait is told to come again', async (t) => {
  const renderer = rendererFor(t, { waitingMax: 2 })
  const outcomes = await Promise.allSettled(numbered(5).map((data) => renderer.render(data)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.equal(refused.length, 2)
  for (const { reason } of refused) {
    assert.equal((reason as { code: string }).code, 'SERVICE_UNAVAILABLE')
  }
})

test('data that cannot be set fails with its number and leaves the process standing', async (t) => {
  const renderer = rendererFor(t)
  const authorisation = { name: 'T. Herrera', at: 'yesterday' }
  await assert.rejects(
    renderer.render({ ...bareCertificate(), authorisation }),
    /certificate C-1 could not be set/,
  )
  const standing = processOf(renderer)
  await renderer.render(bareCertificate())
  assert.equal(processOf(renderer), standing)
})

test('a renderer that is warmed up sets its first certificate in the process started then', async (t) => {
  const renderer = rendererFor(t)
  renderer.warmUp()
  const started = processOf(renderer)
  renderer.warmUp()
  await renderer.render(bareCertificate())
  assert.equal(processOf(renderer), started)
})

test('a renderer without work gives its process up and starts another when asked', async (t) => {
  const renderer = rendererFor(t, { idleMs: 1 })
  await renderer.render(bareCertificate())
  while (renderer.processId() !== undefined) await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await renderer.render(bareCertificate())).toString('latin1', 0, 5), '%PDF-')
})

test('closing finishes what waits, ends the process and takes nothing more', async (t) => {
  const renderer = rendererFor(t)
  const files = Promise.all(numbered(3).map((data) => renderer.render(data)))
  const id = processOf(renderer)
  await renderer.close()
  assert.equal((await files).length, 3)
  assert.equal(renderer.processId(), undefined)
  assert.throws(() => process.kill(id, 0), { code: 'ESRCH' })
  await assert.rejects(renderer.render(bareCertificate()), { code: 'SERVICE_UNAVAILABLE' })
})

test(
  'the process inherits nothing of the environment but what it needs',
  { skip: withoutProc() },
  async (t) => {
    process.env['CERTIFICATE_TEST_SECRET'] = 'hidden'
    const renderer = rendererFor(t)
    await renderer.render(bareCertificate())
    assert.doesNotMatch(readFileSync(`/proc/${processOf(renderer)}/environ`, 'utf8'), /SECRET/)
  },
)

test('memory does not grow from certificate to certificate', { skip: withoutProc() }, async (t) => {
  const renderer = rendererFor(t)
  const renderMany = async (count: number) => {
    for (let i = 0; i < count; i++)
      await renderer.render(sampleCertificate({ number: `C-${i}`, notes: `${i}` }))
    return residentMb(processOf(renderer))
  }
  const settled = await renderMany(60)
  const later = await renderMany(120)
  // Kept results would show at once: 120 files and their layouts are over 25 MB.
  assert.ok(later - settled < 15, `${settled} MB became ${later} MB`)
})

test("setting a certificate does not hold the server's event loop", async (t) => {
  const renderer = rendererFor(t)
  await renderer.render(sampleCertificate())
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let i = 0; i < 20; i++) await renderer.render(sampleCertificate({ number: `C-${i}` }))
  delay.disable()
  // Half of the certificates take longer than this; a busy machine may still delay a single turn.
  assert.ok(delay.percentile(90) / 1e6 < 10, `${delay.percentile(90) / 1e6} ms`)
})

function withoutProc(): string | false {
  return existsSync('/proc/self/status') ? false : 'the memory of another process is read from /proc'
}

function residentMb(id: number): number {
  const status = readFileSync(`/proc/${id}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}
