import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { mergeLabels } from './custom-fields.ts'

const label = fc.oneof(
  fc.constantFrom('a', 'b', '__proto__', 'constructor', '0'),
  fc.string({ minLength: 1 }),
)
const labelsOf = (value: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(label, value), { maxLength: 6 }).map((entries) => Object.fromEntries(entries))
const stored = labelsOf(fc.string({ minLength: 1 }))
const sent = labelsOf(fc.oneof(fc.constant(''), fc.string()))
const asMap = (labels: object) => new Map(Object.entries(labels))

test('sending nothing, or what is already set, changes nothing', () => {
  assertProperty(
    fc.property(stored, (present) => {
      assert.deepEqual(asMap(mergeLabels(present, {})), asMap(present))
      assert.deepEqual(asMap(mergeLabels(present, present)), asMap(present))
    }),
  )
})

test('every label gets the value that was sent, or is removed if that is empty; others stay', () => {
  assertProperty(
    fc.property(stored, sent, (present, change) => {
      const [before, asked, after] = [present, change, mergeLabels(present, change)].map(asMap)
      for (const [name, value] of asked!) assert.equal(after!.get(name), value === '' ? undefined : value)
      for (const [name, value] of before!) if (!asked!.has(name)) assert.equal(after!.get(name), value)
      for (const name of after!.keys()) assert.ok(before!.has(name) || asked!.has(name))
    }),
  )
})

test('merging twice is merging once, and two merges are one of both', () => {
  assertProperty(
    fc.property(stored, sent, sent, (present, first, second) => {
      const once = mergeLabels(present, first)
      assert.deepEqual(asMap(mergeLabels(once, first)), asMap(once))
      const both = Object.fromEntries([...Object.entries(first), ...Object.entries(second)])
      assert.deepEqual(asMap(mergeLabels(once, second)), asMap(mergeLabels(present, both)))
    }),
  )
})

test('no empty value is ever stored', () => {
  assertProperty(
    fc.property(stored, sent, (present, change) => {
      assert.ok(!Object.values(mergeLabels(present, change)).includes(''))
    }),
  )
})
