import assert from 'node:assert/strict'
import { test } from 'node:test'
import { text } from 'node:stream/consumers'
import { PageStream } from './page-stream.ts'

const opening = () =>
  new PageStream({ workspaceId: 'w', sessionId: 's' }, 'p', {
    role: 'admin',
    siteIds: null,
    readsActivity: true,
  })

test('a page gets nothing before it is ready, nor after its end', async () => {
  const page = opening()
  page.send('alive', {})
  page.ready(false)
  page.send('changed', { changed: ['instruments'] })
  page.end()
  page.send('alive', {})
  page.end()
  const said = 'event: ready\ndata: {"missed":false}\n\nevent: changed\ndata: {"changed":["instruments"]}\n\n'
  assert.equal(await text(page.body), said)
})

test('what changes while a page gets ready is not missed', async () => {
  const page = opening()
  page.send('changed', { changed: ['settings'] })
  page.ready(false)
  page.end()
  assert.equal(await text(page.body), 'event: ready\ndata: {"missed":true}\n\n')
})

test('the stream of a client that does not read is cut, however long it stays', () => {
  const page = opening()
  page.ready(false)
  for (let beat = 0; beat < 2000; beat += 1) page.send('alive', {})
  assert.ok(page.body.destroyed)
  assert.ok(page.body.readableLength < 20_000)
})
