import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idMaker, instantOfId, isUuid, leastIdAt } from './ids.ts'

const newId = idMaker()

const LATER = Date.UTC(2100, 0, 1)

test('IDs of one millisecond sort in the order of their creation', () => {
  const ids = Array.from({ length: 2000 }, () => newId(LATER))
  assert.deepEqual(ids, ids.toSorted())
  assert.equal(new Set(ids).size, ids.length)
  for (const id of [ids[0]!, ids.at(-1)!]) {
    assert.ok(isUuid(id), id)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(instantOfId(id), '2100-01-01T00:00:00.000Z')
    assert.ok(id >= leastIdAt(LATER) && id < leastIdAt(LATER + 1))
  }
})

test('IDs differ even if there are more per millisecond than can be numbered', () => {
  const ids = Array.from({ length: 6000 }, () => newId(LATER + 1))
  assert.equal(new Set(ids).size, ids.length)
})

test('an ID of an earlier instant sorts before later ones', () => {
  const earlier = newId(LATER - 1000)
  assert.ok(earlier < newId(LATER + 1) && earlier >= leastIdAt(LATER - 1000))
})
