import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepOfSwipe } from './swipe.ts'

test('a swipe across leads on or back, and a scroll, a tap or a slant does not', () => {
  const from = { x: 200, y: 300 }
  assert.equal(stepOfSwipe(from, { x: 120, y: 310 }), 1)
  assert.equal(stepOfSwipe(from, { x: 280, y: 290 }), -1)
  assert.equal(stepOfSwipe(from, { x: 210, y: 60 }), null)
  assert.equal(stepOfSwipe(from, { x: 160, y: 300 }), null)
  assert.equal(stepOfSwipe(from, { x: 120, y: 350 }), null)
})
