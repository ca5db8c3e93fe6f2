import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CalibrationRecord } from '@plumbline/contract'
import { draftStore, type DraftStorage, type RecordDraft } from './record-draft.ts'
import { recordSender } from './record-sender.ts'

const draftId = { userId: 'u1', workspaceId: 'w1', kind: 'calibration', subjectId: 'i1' } as const
const draft: RecordDraft = {
  ...draftId,
  label: 'T-1',
  key: 'k1',
  values: { result: 'PASS' },
  touched: true,
  changedAt: '2026-11-21T14:03:00.000Z',
  sending: { body: { result: 'PASS' } },
}
const record = { id: 'c1' } as CalibrationRecord
const failure = (status: number, details = {}) => Object.assign(new Error('refused'), { status, details })

/** A storage of the browser, in memory. */
function storage(): DraftStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
}

/** A sender whose responses the test gives, one for each try, and whose clock the test winds. */
function sending(responses: (CalibrationRecord | Error)[], drafted: RecordDraft = draft) {
  const drafts = draftStore(() => shared)
  const shared = storage()
  drafts.write(drafted)
  const posted: RecordDraft[] = []
  let later: (() => void) | undefined
  const delays: number[] = []
  const sender = recordSender({
    drafts,
    post: (sent) => {
      posted.push(sent)
      const response = responses.shift()!
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response)
    },
    after: (milliseconds, work) => {
      delays.push(milliseconds)
      later = work
      return () => (later = undefined)
    },
  })
  const settled: string[] = []
  sender.onSettled((_draft, { phase }) => settled.push(phase))
  const phase = () => sender.stateOf(draftId, 'k1').phase
  const wind = async () => {
    later?.()
    await new Promise(setImmediate)
  }
  return { drafts, sender, posted, delays, settled, phase, wind }
}

describe('a record that is being sent', () => {
  test('leaves the device only after the server has it', async () => {
    const { drafts, sender, phase, settled } = sending([record])
    const sent = sender.send(draftId, 'k1')
    assert.equal(phase(), 'sending')
    assert.notEqual(drafts.read(draftId), null)
    await sent
    assert.equal(phase(), 'saved')
    assert.equal(drafts.read(draftId), null)
    assert.deepEqual(settled, ['saved'])
  })

  test('waits for the network and is sent again with the same key and body, at growing intervals', async () => {
    const { drafts, sender, posted, phase, wind, delays } = sending([
      failure(0),
      failure(503),
      failure(0),
      record,
    ])
    await sender.send(draftId, 'k1')
    assert.equal(phase(), 'waiting')
    assert.deepEqual(
      sender.waiting().map(({ label }) => label),
      ['T-1'],
    )
    assert.notEqual(drafts.read(draftId)?.sending, null)
    await wind()
    await wind()
    await wind()
    assert.equal(phase(), 'saved')
    assert.deepEqual(delays, [1000, 2000, 5000])
    const tries = posted.map(({ key, sending: sent }) => `${key} ${JSON.stringify(sent)}`)
    assert.deepEqual([tries.length, new Set(tries).size], [4, 1])
    assert.deepEqual(sender.waiting(), [])
  })

  test('is sent immediately when the network is back', async () => {
    const { sender, phase } = sending([failure(0), record])
    await sender.send(draftId, 'k1')
    sender.retryAll()
    await new Promise(setImmediate)
    assert.equal(phase(), 'saved')
  })

  test('waits without asking again and again for a person who has to sign in', async () => {
    const { sender, phase, delays } = sending([failure(401), record])
    await sender.send(draftId, 'k1')
    assert.equal(phase(), 'waiting')
    assert.deepEqual(delays, [])
    sender.retryAll()
    await new Promise(setImmediate)
    assert.equal(phase(), 'saved')
  })

  test('can be corrected under the same key after a refusal', async () => {
    const { drafts, sender, phase } = sending([failure(422)])
    await sender.send(draftId, 'k1')
    assert.equal(phase(), 'refused')
    assert.deepEqual([drafts.read(draftId)?.key, drafts.read(draftId)?.sending], ['k1', null])
    assert.deepEqual(drafts.read(draftId)?.values, { result: 'PASS' })
  })

  test('is not written again if another window has written it under the key', async () => {
    const { sender, phase } = sending([failure(422, { field: 'Idempotency-Key' })])
    await sender.send(draftId, 'k1')
    assert.equal(phase(), 'elsewhere')
  })

  test('can be withdrawn while it waits, changed, and sent again under its key', async () => {
    const { drafts, sender, posted, phase, wind } = sending([failure(0), record])
    await sender.send(draftId, 'k1')
    assert.equal(sender.takeBack(draftId, 'k1'), true)
    drafts.write({ ...draft, sending: null, takenBack: true })
    await wind()
    sender.retryAll()
    assert.deepEqual([phase(), posted.length, sender.waiting().length], ['idle', 1, 0])
    drafts.write({ ...draft, sending: { body: { result: 'FAIL' } }, takenBack: true })
    await sender.send(draftId, 'k1')
    assert.deepEqual([phase(), posted[1]?.key, posted[1]?.sending?.body], ['saved', 'k1', { result: 'FAIL' }])
  })

  test('that arrived before it was withdrawn is reported, and the changes are kept', async () => {
    const taken = { ...draft, takenBack: true }
    const { drafts, sender, phase, settled } = sending([failure(422, { field: 'Idempotency-Key' })], taken)
    await sender.send(draftId, 'k1')
    assert.deepEqual([phase(), settled], ['arrived', ['arrived']])
    assert.deepEqual([drafts.read(draftId)?.sending, drafts.read(draftId)?.values], [null, draft.values])
  })

  test('is no longer sent from this window after another one has withdrawn it', async () => {
    const { drafts, sender, posted, phase, wind } = sending([failure(0)])
    await sender.send(draftId, 'k1')
    drafts.write({ ...draft, sending: null, takenBack: true })
    await wind()
    assert.deepEqual([phase(), posted.length, sender.waiting().length], ['idle', 1, 0])
  })

  test('is not taken back while its response is on its way', async () => {
    const { sender, phase } = sending([record])
    const sent = sender.send(draftId, 'k1')
    assert.equal(sender.takeBack(draftId, 'k1'), false)
    await sent
    assert.equal(phase(), 'saved')
  })

  test('is not sent if another window has saved and removed it', async () => {
    const { drafts, sender, posted, phase } = sending([])
    drafts.remove(draftId)
    await sender.send(draftId, 'k1')
    assert.equal(phase(), 'elsewhere')
    assert.deepEqual(posted, [])
  })

  test('is sent once however often it is saved', async () => {
    const { sender, posted } = sending([record])
    await Promise.all([sender.send(draftId, 'k1'), sender.send(draftId, 'k1')])
    assert.equal(posted.length, 1)
  })
})

describe('drafts on a shared device', () => {
  test('belong to their user, and signing out removes all but those waiting to be sent', () => {
    const shared = storage()
    const drafts = draftStore(() => shared)
    drafts.write(draft)
    drafts.write({ ...draft, subjectId: 'i2', sending: null })
    drafts.write({ ...draft, userId: 'u2', sending: null })
    assert.equal(drafts.of('u1').length, 2)
    drafts.removeUnsentOf('u1')
    assert.deepEqual(
      drafts.of('u1').map(({ subjectId }) => subjectId),
      ['i1'],
    )
    assert.equal(drafts.of('u2').length, 1)
  })

  test('live as long as the page where the browser keeps nothing', () => {
    const drafts = draftStore(() => {
      throw new Error('closed')
    })
    drafts.write(draft)
    assert.equal(drafts.read(draftId)?.key, 'k1')
    assert.equal(drafts.of('u1').length, 1)
    drafts.remove(draftId)
    assert.equal(drafts.read(draftId), null)
  })

  test('in an unknown format are ignored', () => {
    const shared = storage()
    shared.setItem('plumbline-draft:u1:w1:calibration:i1', '{"old":true}')
    assert.equal(draftStore(() => shared).read(draftId), null)
  })
})
