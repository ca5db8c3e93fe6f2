import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TurnQueue } from './turn-queue.ts'

/** A queue of items that begin with the name of their owner. */
function queueOf(...items: string[]): TurnQueue<string> {
  const queue = new TurnQueue<string>()
  for (const item of items) queue.push(item[0]!, item)
  return queue
}

function drain(queue: TurnQueue<string>): string[] {
  const taken = Array.from({ length: queue.count() }, () => queue.take()!)
  assert.equal(queue.take(), undefined)
  return taken
}

test('owners are served in turn, and each in its own order', () => {
  assert.deepEqual(drain(queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'c2')), ['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
})

test('a later owner waits for one item of each other owner', () => {
  const queue = queueOf('a1', 'a2', 'a3')
  assert.equal(queue.take(), 'a1')
  queue.push('b', 'b1')
  assert.deepEqual(drain(queue), ['a2', 'b1', 'a3'])
})

test('an item that was returned is next', () => {
  const queue = queueOf('a1', 'a2', 'b1')
  const taken = queue.take()!
  queue.putBack('a', taken)
  assert.deepEqual(drain(queue), ['a1', 'b1', 'a2'])
})

test('a removed item is not served, and an owner without items has no turn', () => {
  const queue = queueOf('a1', 'b1', 'c1')
  assert.equal(queue.remove('b', 'b1'), true)
  assert.equal(queue.remove('b', 'b1'), false)
  assert.deepEqual([queue.count(), queue.count('a'), queue.count('b')], [2, 1, 0])
  assert.deepEqual(drain(queue), ['a1', 'c1'])
})
