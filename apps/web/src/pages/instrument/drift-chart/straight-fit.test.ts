import assert from 'node:assert/strict'
import { test } from 'node:test'
import { straightFit } from './straight-fit.ts'

test('points on a line give that line, without scatter', () => {
  const fit = straightFit([
    { x: 0, y: 1 },
    { x: 10, y: 3 },
    { x: 20, y: 5 },
  ])!
  assert.equal(fit.at(30), 7)
  assert.ok(fit.halfWidth(30) < 1e-9)
})

test('the band follows the prediction interval of the textbook and widens away from the points', () => {
  // y = 2.2 + 0.6 x, residual standard deviation 0.8944, t(3) = 3.182
  const fit = straightFit([
    { x: 1, y: 2 },
    { x: 2, y: 4 },
    { x: 3, y: 5 },
    { x: 4, y: 4 },
    { x: 5, y: 5 },
  ])!
  assert.ok(Math.abs(fit.at(0) - 2.2) < 1e-9)
  assert.ok(Math.abs(fit.halfWidth(3) - 3.182 * 0.894427 * Math.sqrt(1.2)) < 1e-4)
  assert.ok(fit.halfWidth(6) > fit.halfWidth(3))
})

test('no line is fitted to two points, or to points at one moment', () => {
  assert.equal(
    straightFit([
      { x: 0, y: 1 },
      { x: 1, y: 2 },
    ]),
    null,
  )
  assert.equal(
    straightFit([
      { x: 5, y: 1 },
      { x: 5, y: 2 },
      { x: 5, y: 3 },
    ]),
    null,
  )
})
