import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admitsVersion, etagOf } from './version-tag.ts'

const cases: [ifMatch: string, admits: boolean][] = [
  ['"42"', true],
  ['*', true],
  [' * ', true],
  ['"1", "42"', true],
  ['"1","42" ', true],
  ['"421"', false],
  ['"4"', false],
  ['42', false],
  ['W/"42"', false],
  ['"42.aBc-_"', true],
  ['"42.aBc+gzip"', true],
  ['"421.aBc"', false],
  ['W/"42.aBc"', false],
  ['"*"', false],
  ['', false],
]
for (const [ifMatch, admits] of cases) {
  test(`If-Match: ${ifMatch} ${admits ? 'admits' : 'does not admit'} version 42`, () => {
    assert.equal(admitsVersion(ifMatch, 42), admits)
  })
}

test('every version admits its own tag', () => {
  for (const version of [0, 1, Number.MAX_SAFE_INTEGER]) {
    assert.ok(admitsVersion(etagOf(version), version))
  }
})
