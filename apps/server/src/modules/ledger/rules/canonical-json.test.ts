import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty, codePoint } from '@plumbline/testing'
import { CANONICAL_DEPTH_MAX, canonicalJson, type CanonicalValue } from './canonical-json.ts'

const texts: [title: string, value: CanonicalValue, text: string][] = [
  [
    'members are ordered by name',
    { b: 1, a: 2, '': 3, A: 4, 10: 5, 9: 6 },
    '{"":3,"10":5,"9":6,"A":4,"a":2,"b":1}',
  ],
  [
    'names are ordered by UTF-16 code units, as in the sample of RFC 8785',
    { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 },
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
  ],
  [
    'strings take the shortest escapes, as in the sample of RFC 8785',
    '\u20ac$\u000f\nA\'B"\\\\"/',
    '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"',
  ],
  ['line separators and DEL stay as they are', '\u2028\u2029\u007f', '"\u2028\u2029\u007f"'],
  ['control characters are escaped in lower case', '\b\f\t\u0000\u001b', '"\\b\\f\\t\\u0000\\u001b"'],
  ['empty things', [{}, [], ''], '[{},[],""]'],
  ['words', [true, false, null], '[true,false,null]'],
  [
    'the largest and the smallest integer',
    [9007199254740991, -9007199254740991],
    '[9007199254740991,-9007199254740991]',
  ],
  ['minus zero is zero', -0, '0'],
  [
    'an object without a prototype',
    Object.assign(Object.create(null), { a: 1 }) as CanonicalValue,
    '{"a":1}',
  ],
]

for (const [title, value, text] of texts) {
  test(`canonical text: ${title}`, () => assert.equal(canonicalJson(value), text))
}

test('a member named __proto__ is kept like any other', () => {
  const value = JSON.parse('{"b":1,"__proto__":{"a":[2]},"constructor":3}') as CanonicalValue
  assert.equal(canonicalJson(value), '{"__proto__":{"a":[2]},"b":1,"constructor":3}')
})

class Reading {
  readonly value = '1.0'
}

const refused: [title: string, value: unknown, message: RegExp][] = [
  ['a fraction', { a: [0, 1.5] }, /\$\.a\[1\] is 1\.5, not an integer/],
  ['a fraction behind other members', { a: { b: 1 }, c: 1.5 }, /\$\.c is 1\.5/],
  ['an integer beyond 2^53 - 1', 2 ** 53, /\$ is 9007199254740992/],
  ['not a number', Number.NaN, /NaN/],
  ['infinity', [Infinity], /Infinity/],
  ['undefined in an object', { a: { b: undefined } }, /\$\.a\.b is undefined/],
  ['a hole in an array', [1, , 3], /\$\[1\] is undefined/], // oxlint-disable-line no-sparse-arrays
  ['a bigint', 1n, /is a bigint/],
  ['a function', { a: () => 1 }, /\$\.a is a function/],
  ['a lone surrogate', ['\ud800'], /\$\[0\] holds a lone surrogate/],
  ['a lone surrogate in a name', { '\udc00x': 1 }, /lone surrogate/],
  ['a date', { at: new Date(0) }, /\$\.at is not a plain object/],
  ['an object of a class', new Reading(), /not a plain object/],
  ['a symbol for a name', { [Symbol('a')]: 1 }, /symbol/],
]

for (const [title, value, message] of refused) {
  test(`refused: ${title}`, () =>
    assert.throws(() => canonicalJson(value as CanonicalValue), { name: 'TypeError', message }))
}

test('a cycle is refused instead of running out of stack', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  assert.throws(() => canonicalJson(cycle as CanonicalValue), /deeper than 64/)
})

test('the deepest allowed nesting has a text', () => {
  let value: CanonicalValue = 1
  for (let depth = 0; depth < CANONICAL_DEPTH_MAX; depth += 1) value = [value]
  assert.equal(canonicalJson(value), `${'['.repeat(64)}1${']'.repeat(64)}`)
})

const { value: canonicalValue } = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: codePoint }),
    fc.maxSafeInteger().filter((integer) => !Object.is(integer, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: codePoint }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

test('a canonical text is parsed as the same value and is its own canonical text', () => {
  assertProperty(
    fc.property(canonicalValue, (value) => {
      const text = canonicalJson(value)
      const readBack = JSON.parse(text) as CanonicalValue
      assert.deepEqual(readBack, value)
      assert.equal(canonicalJson(readBack), text)
    }),
  )
})

test('the order of members makes no difference', () => {
  assertProperty(
    fc.property(fc.dictionary(fc.string(), fc.integer(), { noNullPrototype: true }), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed())
      assert.equal(canonicalJson(reversed), canonicalJson(value))
    }),
  )
})
