import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { zipOf } from './zip.ts'

const endless = () => new Readable({ read: () => undefined })

test('abandoning a ZIP file closes its open sources, and opens no more', async () => {
  const content = endless()
  const late = endless()
  const ended = Promise.withResolvers<void>()
  const opening = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const one = zipOf(new Date(0), async (add) => {
    opening.resolve()
    await add('one', () => content).finally(ended.resolve)
  })
  one.resume()
  await opening.promise
  await new Promise(setImmediate)
  one.destroy()
  await ended.promise.catch(() => undefined)
  assert.ok(content.destroyed)

  const other: Readable = zipOf(new Date(0), (add) =>
    add('late', async () => {
      await new Promise(setImmediate)
      other.destroy()
      await once(other, 'close')
      return late
    }).finally(left.resolve),
  )
  await left.promise
  assert.ok(late.destroyed)
})
