import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCircular } from './circular.ts'

test('a link closes a circle if its target leads back, over any number of links', () => {
  const links = new Map<string, (string | undefined)[]>([
    ['a', ['b', 'c']],
    ['b', ['d']],
    ['c', ['d', undefined]],
    ['d', ['e']],
    ['e', ['b']],
  ])
  assert.equal(isCircular(links, 'a', 'b'), false)
  assert.equal(isCircular(links, 'a', 'c'), false)
  assert.equal(isCircular(links, 'b', 'd'), true)
  assert.equal(isCircular(links, 'd', 'e'), true)
  assert.equal(isCircular(links, 'c', 'd'), false, 'it leads into a circle and is in none')
  assert.equal(isCircular(links, 'a', 'a'), true)
  assert.equal(isCircular(links, 'a', 'nowhere'), false)
})
