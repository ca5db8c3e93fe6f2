import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from './assert-property.ts'
import { codePoint } from './code-point.ts'

test('a code point is one character that UTF-8 holds', () => {
  assertProperty(
    fc.property(codePoint, (character) => {
      assert.match(character, /^.$/su)
      assert.ok(character.isWellFormed())
    }),
  )
})

test('the first and last are there, and surrogates are not', () => {
  for (const character of ['\0', '\ud7ff', '\ue000', '\u{10ffff}']) {
    assert.ok(codePoint.canShrinkWithoutContext(character), JSON.stringify(character))
  }
  for (const other of ['', 'ab', '\ud800', '\udfff', 1]) {
    assert.ok(!codePoint.canShrinkWithoutContext(other), JSON.stringify(other))
  }
})
