import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { TestApp } from '../../../server/test/app.ts'
import { startHostileReceiver } from '../../../server/test/servers/hostile-receiver.ts'
import type { TestSession } from '../../../server/test/session.ts'
import { testWorkers } from '../../../server/test/webhooks.ts'

/** The response of the failing receiver. */
const OVERLOADED = 'upstream unavailable: the queue of the ERP is full'

/** Creates an endpoint whose receiver accepts everything and one whose receiver always fails, each with a delivery log. */
export async function sampleWebhooks(
  app: TestApp,
  manager: TestSession,
): Promise<{ failing: string; delivery: string }> {
  const receiver = await startHostileReceiver({
    certificate: null,
    response: (socket, { line }) => {
      const isFailing = line.includes('/planning')
      const body = isFailing ? OVERLOADED : ''
      const status = isFailing ? '503 Service Unavailable' : '204 No Content'
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    },
  })
  after(() => receiver.close())
  const workers = testWorkers(app)
  const origin = `http://127.0.0.1:${receiver.port}`
  const make = async (path: string, body: object) => {
    const response = await manager.call('POST', path, { body })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body.id as string
  }
  const taking = await make('/webhooks', { url: `${origin}/erp`, description: 'ERP, cost centres' })
  const failing = await make('/webhooks', {
    url: `${origin}/planning`,
    description: 'Maintenance planning',
    events: ['calibration.overdue', 'calibration.due_soon'],
  })
  for (const type of ['calibration.due_soon', 'calibration.overdue', 'instrument.retired']) {
    for (const id of [taking, failing]) await make(`/webhooks/${id}/test-event`, { type })
    app.clock.advance(10_000)
    await workers.runOnce()
  }
  const log = await manager.call('GET', `/webhooks/${failing}/deliveries`)
  return { failing, delivery: log.body.data.at(-1).id }
}
