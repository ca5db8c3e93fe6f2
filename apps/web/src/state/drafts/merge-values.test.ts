import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertProperty } from '@plumbline/testing'
import { constantFrom, property, record, string, uniqueArray } from 'fast-check'
import { mergeValues } from './draft-writer.ts'

const point = (key: string, reading = '') => ({ key, reading })
const base = { result: '', notes: '', points: [point('a'), point('b'), point('c')] }

describe('the entries of two windows', () => {
  test('in different fields and points are all kept', () => {
    const mine = { ...base, result: 'PASS', points: [point('a', '1'), point('b'), point('c')] }
    const theirs = { ...base, notes: 'Warm.', points: [point('a'), point('b'), point('c', '3')] }
    assert.deepEqual(mergeValues(base, mine, theirs), {
      result: 'PASS',
      notes: 'Warm.',
      points: [point('a', '1'), point('b'), point('c', '3')],
    })
  })

  test('in the same field are those of this window', () => {
    const mine = { ...base, result: 'PASS', points: [point('a', '1'), point('b'), point('c')] }
    const theirs = { ...base, result: 'FAIL', points: [point('a', '2'), point('b'), point('c')] }
    assert.deepEqual(mergeValues(base, mine, theirs), mine)
  })

  test('include points that either has added, and omit a point that either has removed and the other has not changed', () => {
    const mine = { ...base, points: [point('a'), point('c'), point('m', '1')] }
    const theirs = { ...base, points: [point('b'), point('c'), point('t', '2')] }
    assert.deepEqual(mergeValues(base, mine, theirs)['points'], [
      point('c'),
      point('m', '1'),
      point('t', '2'),
    ])
  })

  test('keep a point that was read here while the other window removed it', () => {
    const mine = { ...base, points: [point('a', '1'), point('b'), point('c')] }
    const theirs = { ...base, points: [point('b'), point('c')] }
    assert.deepEqual(mergeValues(base, mine, theirs)['points'], mine.points)
  })
})

test('a window without changes takes the values of the other one', () => {
  const options = { noNullPrototype: true }
  const keyed = record({ key: constantFrom('a', 'b', 'c', 'd'), reading: string() }, options)
  const entries = record(
    {
      notes: string(),
      points: uniqueArray(keyed, { selector: ({ key }) => key }),
    },
    options,
  )
  assertProperty(
    property(entries, entries, (before, changed) => {
      assert.deepEqual(mergeValues(before, before, changed), changed)
      assert.deepEqual(mergeValues(before, changed, before), changed)
    }),
  )
})
