import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { draftWriter, flushOpenDrafts, openWriter, type Written } from './draft-writer.ts'
import { draftStore, type RecordDraft } from './record-draft.ts'

const draftId = { userId: 'u1', workspaceId: 'w1', kind: 'calibration', subjectId: 'i1' } as const
const opened: RecordDraft = {
  ...draftId,
  label: 'T-1',
  key: 'k1',
  values: { notes: '', result: '' },
  touched: false,
  changedAt: '2026-11-21T14:03:00.000Z',
  sending: null,
}
const typed = (values: object, draft = opened): RecordDraft => ({
  ...draft,
  touched: true,
  values: { ...draft.values, ...values },
})

/** The storage of a browser that its windows share; a full one takes nothing. */
function storageOfTest() {
  const kept = new Map<string, string>()
  return {
    isFull: false,
    writes: 0,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, text: string) {
      if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
      this.writes += 1
      kept.set(name, text)
    },
    removeItem: (name: string) => void kept.delete(name),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
}

/** A window on the draft of a device, whose clock the test winds. */
function windowOn(storage = storageOfTest(), draft = opened) {
  const drafts = draftStore(() => storage)
  if (drafts.read(draftId) === null) drafts.write(draft)
  let later: (() => void) | undefined
  const seen: Written[] = []
  const writer = draftWriter(
    {
      drafts,
      after: (_milliseconds, work) => {
        later = work
        return () => (later = undefined)
      },
      onWritten: (written) => seen.push(written),
    },
    drafts.read(draftId)!,
  )
  return { drafts, storage, writer, seen, wind: () => later?.(), values: () => drafts.read(draftId)?.values }
}

describe('typed values', () => {
  test('are written once for several keys', () => {
    const { storage, writer, wind, values } = windowOn()
    const before = storage.writes
    for (const notes of ['W', 'Wa', 'Warm']) writer.put(typed({ notes }))
    assert.equal(storage.writes, before)
    wind()
    assert.equal(storage.writes, before + 1)
    assert.deepEqual(values(), { notes: 'Warm', result: '' })
  })

  test('are written immediately when the page is closed, and not again', () => {
    const { storage, writer, wind, values } = windowOn()
    writer.put(typed({ notes: 'Warm' }))
    writer.flush()
    const writes = storage.writes
    wind()
    writer.flush()
    assert.equal(storage.writes, writes)
    assert.deepEqual(values(), { notes: 'Warm', result: '' })
  })

  test('of every open form are written immediately when drafts are listed', () => {
    const { writer, values } = windowOn()
    const close = openWriter(writer)
    writer.put(typed({ notes: 'Warm' }))
    flushOpenDrafts()
    assert.deepEqual(values(), { notes: 'Warm', result: '' })
    close()
    writer.put(typed({ notes: 'Warmer' }))
    flushOpenDrafts()
    assert.deepEqual(values(), { notes: 'Warm', result: '' })
  })

  test('in two windows are merged', () => {
    const one = windowOn()
    const other = windowOn(one.storage)
    one.writer.put(typed({ notes: 'Warm' }))
    other.writer.put(typed({ result: 'PASS' }))
    one.wind()
    other.wind()
    assert.deepEqual(one.values(), { notes: 'Warm', result: 'PASS' })
    assert.deepEqual(
      other.seen.map((each) => 'draft' in each && each.draft.values),
      [{ notes: 'Warm', result: 'PASS' }],
    )
  })

  test('stay while those of another window are taken over', () => {
    const one = windowOn()
    const other = windowOn(one.storage)
    other.writer.put(typed({ result: 'PASS' }))
    one.writer.put(typed({ notes: 'Warm' }))
    one.wind()
    const shown = other.writer.takeOver(one.drafts.read(draftId)!)
    assert.deepEqual(shown.values, { notes: 'Warm', result: 'PASS' })
    other.wind()
    assert.deepEqual(one.values(), { notes: 'Warm', result: 'PASS' })
  })
})

describe('two windows that write before they see the writing of each other', () => {
  for (const [title, first, second, both] of [
    [
      'keep what only one of them changed',
      { notes: 'Warm' },
      { result: 'PASS' },
      { notes: 'Warm', result: 'PASS' },
    ],
    [
      'agree where both changed the same',
      { notes: 'Warm' },
      { notes: 'Cold' },
      { notes: 'Warm', result: '' },
    ],
  ] as const) {
    test(title, () => {
      const one = windowOn()
      const other = windowOn()
      one.writer.put(typed(first))
      other.writer.put(typed(second))
      one.wind()
      other.wind()
      // The writing of the other one came second: it stands on the device, and only the first window hears of it.
      assert.deepEqual(one.writer.takeOver(other.drafts.read(draftId)!).values, both)
      one.drafts.write(other.drafts.read(draftId)!)
      one.wind()
      assert.deepEqual(one.values(), both)
      assert.deepEqual(other.writer.takeOver(one.drafts.read(draftId)!).values, both)
      const writes = other.storage.writes
      other.wind()
      assert.equal(other.storage.writes, writes)
    })
  }

  test('lose nothing when several writings were not seen', () => {
    const one = windowOn()
    const other = windowOn()
    one.writer.put(typed({ notes: 'Warm' }))
    one.wind()
    for (const result of ['FAIL', 'PASS']) {
      other.writer.put(typed({ result }, other.drafts.read(draftId)!))
      other.wind()
    }
    assert.deepEqual(one.writer.takeOver(other.drafts.read(draftId)!).values, {
      notes: 'Warm',
      result: 'PASS',
    })
  })
})

describe('a draft that another window', () => {
  test('has saved or that its person signed out of is not brought back', () => {
    const { drafts, writer, wind, seen } = windowOn()
    writer.put(typed({ notes: 'Warm' }))
    drafts.remove(draftId)
    wind()
    assert.equal(drafts.read(draftId), null)
    assert.deepEqual(seen, [{ elsewhere: null }])
  })

  test('is sending or has started again is not changed', () => {
    for (const there of [
      { ...opened, sending: { body: { result: 'PASS' } } },
      { ...opened, key: 'k2' },
    ]) {
      const { drafts, writer, wind, seen } = windowOn()
      writer.put(typed({ notes: 'Warm' }))
      drafts.write(there)
      wind()
      assert.deepEqual(drafts.read(draftId), there)
      assert.deepEqual(seen, [{ elsewhere: there }])
    }
  })

  test('was refused after it was saved here is written again', () => {
    const { drafts, writer, wind, values } = windowOn()
    const saved = typed({ result: 'PASS' })
    writer.replace({ ...saved, sending: { body: { result: 'PASS' } } })
    // As the sender leaves it after a refusal.
    drafts.write({ ...drafts.read(draftId)!, sending: null })
    writer.put(typed({ result: 'FAIL' }, saved))
    wind()
    assert.deepEqual(values(), { notes: '', result: 'FAIL' })
  })
})

test('a full storage is reported, and the page continues with what was typed', () => {
  const { drafts, storage, writer, wind, seen, values } = windowOn()
  storage.isFull = true
  writer.put(typed({ notes: 'Warm' }))
  wind()
  assert.deepEqual(values(), { notes: 'Warm', result: '' })
  assert.deepEqual(
    drafts.of('u1').map((draft) => draft.values),
    [{ notes: 'Warm', result: '' }],
  )
  storage.isFull = false
  writer.put(typed({ notes: 'Warm.' }))
  wind()
  assert.deepEqual(
    seen.map((each) => 'draft' in each && each.isSaved),
    [false, true],
  )
  assert.match(storage.getItem('plumbline-draft:u1:w1:calibration:i1')!, /Warm\./)
})
