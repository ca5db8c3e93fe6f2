import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createLog } from '../log.ts'
import { closeWithin, createHttpServer } from './index.ts'

test('an unread download does not prevent a server from stopping within the limit', async () => {
  const app = createHttpServer({ log: createLog('silent'), trustedProxies: [], defaultHeaders: {} })
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(65_536))
    },
  })
  app.get('/endless', (_request, reply) => reply.send(endless))
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const [response] = await once(get(`${origin}/endless`), 'response')
  assert.equal(await closeWithin(app, 100), true)
  await assert.rejects(response.toArray())
  assert.ok(endless.destroyed)
})
