import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Deadline, DeadlinePassed } from '../deadline.ts'
import type { PageSource } from './page-source.ts'
import { createTypesetter, type Typesetter, type TypesetterLimits } from './typesetter.ts'

const templates = fileURLToPath(new URL('./test', import.meta.url))

function note(name: string): PageSource {
  const texts = { 'data/note.json': { text: `${name} is a note`, number: 1 } }
  return { name, templates, main: 'note.typ', texts, files: {}, madeAt: '2026-11-21T10:41:07.000Z' }
}

/** A typesetter whose process is stopped with a first document in hand, until `goOn`. */
async function stopped(t: TestContext, limits: Partial<TypesetterLimits> = {}) {
  const typesetter = createTypesetter({ timeoutMs: 300_000, ...limits })
  await typesetter.set(note('first'), { workspaceId: 'A', isLarge: false })
  const processId = typesetter.processId()!
  process.kill(processId, 'SIGSTOP')
  t.after(async () => {
    // Otherwise closing would wait for what a failed test has left in hand.
    process.kill(processId, 'SIGCONT')
    await typesetter.close()
  })
  const done: string[] = []
  const ask = async (name: string) => {
    await typesetter.set(note(name), { workspaceId: name[0]!, isLarge: false })
    done.push(name)
  }
  const inHand = ask('A0')
  return { typesetter, ask, done, inHand, goOn: () => process.kill(processId, 'SIGCONT') }
}

const refusalOf = (requested: Promise<unknown>) =>
  requested.then(
    () => assert.fail('it was taken'),
    (error: { code?: string; reason?: { key: string } }) => error,
  )

test('workspaces are served in turn, however many documents one of them has queued', async (t) => {
  const { ask, done, inHand, goOn } = await stopped(t)
  const requested = ['A1', 'A2', 'A3', 'B1', 'B2', 'C1'].map(ask)
  goOn()
  await Promise.all([inHand, ...requested])
  assert.deepEqual(done, ['A0', 'A1', 'B1', 'C1', 'A2', 'B2', 'A3'])
})

test('a workspace with too many waiting documents is refused, and others are not', async (t) => {
  const { ask, inHand, goOn } = await stopped(t, { ownWaitingMax: 2 })
  const requested = ['A1', 'A2'].map(ask)
  const { code, reason } = await refusalOf(ask('A3'))
  assert.deepEqual([code, reason?.key], ['SERVICE_UNAVAILABLE', 'server.typesetter_own_busy'])
  const other = ask('B1')
  goOn()
  await Promise.all([inHand, ...requested, other])
})

test('a document whose request has passed its deadline is not set, and frees its slot', async (t) => {
  const { ask, done, inHand, goOn } = await stopped(t, { ownWaitingMax: 1 })
  await assert.rejects(
    new Deadline(1).run(() => ask('A1')),
    DeadlinePassed,
  )
  const next = ask('A2')
  goOn()
  await Promise.all([inHand, next])
  assert.deepEqual(done, ['A0', 'A2'])
})

test('a large document does not delay ordinary ones', async (t) => {
  const typesetter: Typesetter = createTypesetter()
  t.after(() => typesetter.close())
  const done: string[] = []
  const ask = async (name: string, isLarge: boolean) => {
    await typesetter.set(note(name), { workspaceId: 'W', isLarge })
    done.push(name)
  }
  await ask('ordinary', false)
  const ordinaryProcess = typesetter.processId()!
  process.kill(ordinaryProcess, 'SIGSTOP')
  const held = ask('held', false)
  await ask('large', true)
  assert.deepEqual(done, ['ordinary', 'large'], 'they are set in different processes')
  process.kill(ordinaryProcess, 'SIGCONT')
  await held
})
