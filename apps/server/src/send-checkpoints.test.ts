import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { startTestApp } from '../test/app.ts'
import { openLaboratory } from '../test/calibrating.ts'
import { splitNotes } from './modules/ledger/index.ts'
import { signDelivery } from './modules/webhooks/index.ts'
import { checkpointSender } from './send-checkpoints.ts'

const app = await startTestApp()
const lab = await openLaboratory(app)
const secret = 'a secret of sixteen letters'
const received: { body: Buffer; signature: unknown }[] = []
let status = 204
const take = async (request: IncomingMessage, response: ServerResponse) => {
  received.push({ body: await buffer(request), signature: request.headers['svc-signature'] })
  response.writeHead(status).end()
}
const receiver = createServer((request, response) => void take(request, response))
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
after(() => receiver.close())
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/checkpoints`
const { signal } = new AbortController()
const signed = async () => {
  app.clock.advance(60_000)
  await lab.instrument()
  assert.equal((await app.call('GET', '/ledger/checkpoint', { key: lab.key })).status, 200)
}

test('checkpoints are sent signed, once for each that is new, and again after a refusal', async () => {
  const send = checkpointSender({ db: app.db, clock: app.clock }, { url, secret })
  await signed()
  assert.deepEqual([await send(signal), await send(signal)], [1, 0])
  await signed()
  status = 503
  await assert.rejects(send(signal), /responded with 503/)
  status = 204
  assert.equal(await send(signal), 1)
  assert.equal(received.length, 3)
  for (const { body, signature } of received) {
    assert.equal(splitNotes(body.toString()).length, 1)
    const unixSeconds = Number(/^t=(\d+),/.exec(String(signature))![1])
    assert.equal(signature, signDelivery({ secret, body, unixSeconds }))
  }
  assert.deepEqual(received[2]!.body, received[1]!.body)
})
