import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sameValue } from './same-value.ts'

const values: readonly (() => unknown)[] = [
  () => null,
  () => undefined,
  () => 0,
  () => '0',
  () => '',
  () => false,
  () => true,
  () => Buffer.from('a'),
  () => Buffer.from('b'),
  () => Buffer.from('ab'),
  () => [],
  () => ['a'],
  () => ['a', 'b'],
  () => ['b', 'a'],
  () => [null],
  () => ({}),
  () => ({ a: 1 }),
  () => ({ a: 2 }),
  () => ({ b: 1 }),
  () => ({ a: 1, b: 1 }),
  () => ({ a: undefined }),
  () => ({ b: undefined }),
  () => ({ a: { b: [1] } }),
  () => ({ a: { b: [2] } }),
  () => ({ 0: 'a' }),
]

test('values equal their copies and nothing else', () => {
  for (const [index, value] of values.entries()) {
    for (const [other, copy] of values.entries())
      assert.equal(sameValue(value(), copy()), index === other, JSON.stringify([value(), copy()]))
  }
})

test('the order of members does not matter', () => {
  assert.ok(sameValue({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }))
})
