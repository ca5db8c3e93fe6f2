import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ManualTimers } from '@plumbline/testing'
import type { StartTimer } from '../start-timer.ts'
import type { PageSource } from './page-source.ts'
import { createTypesetter, type Typesetter, type TypesetterLimits } from './typesetter.ts'

const templates = fileURLToPath(new URL('./test', import.meta.url))
const words = 'All readings were repeated five times after four hours at the reference temperature. '.repeat(
  40,
)

/** A page of text with a name and a note of its own. */
function note(name: string, text = words, number = 1): PageSource {
  const texts = { 'data/note.json': { text: `${name} ${text}`, number } }
  return { name, templates, main: 'note.typ', texts, files: {}, madeAt: '2026-11-21T10:41:07.000Z' }
}

/** A typesetter for ordinary documents of one workspace. */
function typesetterFor(t: TestContext, limits: Partial<TypesetterLimits> = {}, startTimer?: StartTimer) {
  const typesetter = createTypesetter(limits, startTimer)
  t.after(() => typesetter.close())
  const set = (source: PageSource) => typesetter.set(source, { workspaceId: 'W', isLarge: false })
  return { ...typesetter, set }
}

function processOf(typesetter: Pick<Typesetter, 'processId'>): number {
  const id = typesetter.processId()
  assert.ok(id !== undefined, 'a typesetting process runs')
  return id
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => note(`note ${i}`))

test('documents that are requested together are all returned, each to its request', async (t) => {
  const typesetter = typesetterFor(t)
  const files = await Promise.all(numbered(5).map((data) => typesetter.set(data)))
  assert.equal(new Set(files.map((file) => file.toString('latin1'))).size, 5)
  assert.ok(files.every((file) => Buffer.isBuffer(file) && file.toString('latin1', 0, 5) === '%PDF-'))
})

test('the same data results in the same bytes, also in another process', async (t) => {
  const [one, other] = [typesetterFor(t), typesetterFor(t)]
  const file = await one.set(note('sample'))
  assert.ok(file.equals(await one.set(note('sample'))))
  assert.ok(file.equals(await other.set(note('sample'))))
  assert.notEqual(one.processId(), other.processId())
})

test('a process that dies while typesetting loses no document', async (t) => {
  const typesetter = typesetterFor(t)
  const expected = await typesetter.set(note('sample'))
  const died = processOf(typesetter)
  const files = Promise.all([note('sample'), note('sample')].map((data) => typesetter.set(data)))
  process.kill(died, 'SIGKILL')
  for (const file of await files) assert.ok(file.equals(expected))
  assert.notEqual(processOf(typesetter), died)
})

test('a process that dies while idle is replaced unnoticed', async (t) => {
  const typesetter = typesetterFor(t)
  await typesetter.set(note('bare', 'Short.'))
  const died = processOf(typesetter)
  process.kill(died, 'SIGKILL')
  assert.equal((await typesetter.set(note('bare', 'Short.'))).toString('latin1', 0, 5), '%PDF-')
})

test('a document that never ends fails on its own, and the next one is set', async (t) => {
  // Time passes for the first document only; the next one may take as long as it needs.
  const timers = new ManualTimers()
  const typesetter = typesetterFor(t, { timeoutMs: 2000 }, timers.start)
  await typesetter.set(note('bare', 'Short.'))
  const stuck = processOf(typesetter)
  process.kill(stuck, 'SIGSTOP')
  const settled = Promise.allSettled(numbered(2).map((data) => typesetter.set(data)))
  timers.advance(2000)
  const [late, next] = await settled
  assert.equal(
    late?.status === 'rejected' && (late.reason as Error).message,
    'note 0 took longer than 2000 ms',
  )
  assert.equal(next?.status, 'fulfilled')
  assert.notEqual(processOf(typesetter), stuck)
})

test('a request is refused with 503 while too many are waiting', async (t) => {
  const typesetter = typesetterFor(t, { waitingMax: 2 })
  const outcomes = await Promise.allSettled(numbered(5).map((data) => typesetter.set(data)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.equal(refused.length, 2)
  for (const { reason } of refused) {
    assert.equal((reason as { code: string }).code, 'SERVICE_UNAVAILABLE')
  }
})

test('data that cannot be typeset fails with its name and leaves the process running', async (t) => {
  const typesetter = typesetterFor(t)
  await assert.rejects(typesetter.set({ ...note('C-1'), texts: {} }), /C-1 could not be set/)
  const running = processOf(typesetter)
  await typesetter.set(note('bare', 'Short.'))
  assert.equal(processOf(typesetter), running)
})

test('a typesetter that is warmed up sets its first document in the process started then', async (t) => {
  const typesetter = typesetterFor(t)
  typesetter.warmUp()
  const started = processOf(typesetter)
  typesetter.warmUp()
  await typesetter.set(note('bare', 'Short.'))
  assert.equal(processOf(typesetter), started)
})

test('an idle typesetter ends its process and starts another for the next document', async (t) => {
  const typesetter = typesetterFor(t, { idleMs: 1 })
  await typesetter.set(note('bare', 'Short.'))
  while (typesetter.processId() !== undefined) await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await typesetter.set(note('bare', 'Short.'))).toString('latin1', 0, 5), '%PDF-')
})

test('closing finishes waiting documents, ends the process and accepts no more', async (t) => {
  const typesetter = typesetterFor(t)
  const files = Promise.all(numbered(3).map((data) => typesetter.set(data)))
  const id = processOf(typesetter)
  await typesetter.close()
  assert.equal((await files).length, 3)
  assert.equal(typesetter.processId(), undefined)
  assert.throws(() => process.kill(id, 0), { code: 'ESRCH' })
  await assert.rejects(typesetter.set(note('bare', 'Short.')), { code: 'SERVICE_UNAVAILABLE' })
})

test('the process inherits only what it needs from the environment', { skip: withoutProc() }, async (t) => {
  process.env['TYPESETTING_TEST_SECRET'] = 'hidden'
  const typesetter = typesetterFor(t)
  await typesetter.set(note('bare', 'Short.'))
  assert.doesNotMatch(readFileSync(`/proc/${processOf(typesetter)}/environ`, 'utf8'), /SECRET/)
})

test('memory does not grow from document to document', { skip: withoutProc() }, async (t) => {
  const typesetter = typesetterFor(t)
  const setMany = async (count: number) => {
    for (let i = 0; i < count; i++) await typesetter.set(note(`note ${i}`))
    return residentMb(processOf(typesetter))
  }
  const settled = await setMany(60)
  const later = await setMany(120)
  // Kept results would show at once: 120 files and their layouts are over 25 MB.
  assert.ok(later - settled < 15, `${settled} MB became ${later} MB`)
})

test('a document is set in another process, and the server continues meanwhile', async (t) => {
  const typesetter = typesetterFor(t)
  const expected = await typesetter.set(note('sample'))
  process.kill(processOf(typesetter), 'SIGSTOP')
  let isSet = false
  const file = typesetter.set(note('sample')).finally(() => (isSet = true))
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(isSet, false)
  process.kill(processOf(typesetter), 'SIGCONT')
  assert.ok((await file).equals(expected))
})

function withoutProc(): string | false {
  return existsSync('/proc/self/status') ? false : 'the memory of another process is read from /proc'
}

function residentMb(id: number): number {
  const status = readFileSync(`/proc/${id}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}
