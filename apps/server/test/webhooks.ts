import { after, type TestContext } from 'node:test'
import { createWebhookWorkers, webhookTargets } from '../src/modules/webhooks/index.ts'
import type { WebhookWorkerParts, WebhookWorkers } from '../src/modules/webhooks/index.ts'
import type { TestResponse, TestApp, TestWorkspace } from './app.ts'
import { startHostileReceiver, testAuthority, type HostileReceiver } from './servers/hostile-receiver.ts'

/** A receiver over plain HTTP with the URL to subscribe. */
export interface TestReceiver extends HostileReceiver {
  readonly url: string
  /** Resolves with the next request. */
  nextRequest(): Promise<void>
  /** Returns the parsed bodies in the order of arrival. */
  events(): any[]
}

/** Response of a receiver: a status, or the complete head of a response. */
export type TestReply = number | string

/**
 * Starts a receiver that responds to each request with the given reply, possibly later, and with 204 by default; null
 * for no response.
 */
export async function startReceiver(
  t: TestContext,
  reply: (path: string, count: number) => TestReply | null | Promise<TestReply> = () => 204,
): Promise<TestReceiver> {
  let count = 0
  let next = Promise.withResolvers<void>()
  const receiver = await startHostileReceiver({
    certificate: null,
    response: async (socket, { line }) => {
      count += 1
      next.resolve()
      next = Promise.withResolvers<void>()
      const response = await reply(line.split(' ')[1] ?? '', count)
      if (response === null) return
      const head = typeof response === 'number' ? `HTTP/1.1 ${response} Status` : response
      socket.write(`${head}\r\nContent-Length: 0\r\n\r\n`)
    },
  })
  t.after(() => receiver.close())
  return {
    ...receiver,
    url: `http://127.0.0.1:${receiver.port}/hook`,
    nextRequest: () => next.promise,
    events: () => receiver.requests.map((request) => JSON.parse(request.body)),
  }
}

/** Returns workers for a tested application, with its clock; stopped after the tests of the file. */
export function testWorkers(app: TestApp, changes: Partial<WebhookWorkerParts> = {}): WebhookWorkers {
  const { config } = app.parts
  const workers = createWebhookWorkers({
    ...app.parts,
    targets: webhookTargets(config),
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    retryDelaysSeconds: config.WEBHOOK_RETRY_SCHEDULE,
    retentionDays: config.DELIVERY_LOG_RETENTION_DAYS,
    certificateAuthority: testAuthority,
    ...changes,
  })
  after(() => workers.stop())
  return workers
}

/** Creates an endpoint with the workspace's key, or another one. */
export async function subscribe(
  app: TestApp,
  { key }: Pick<TestWorkspace, 'key'>,
  body: { url: string; events?: string[] },
): Promise<{ id: string; secret: string }> {
  const response = await app.call('POST', '/webhooks', { key, body })
  if (response.status !== 201) throw new Error(`subscribing got ${response.status}`)
  return response.body
}

/** Returns the delivery log of an endpoint, newest first. */
export async function deliveriesOf(
  app: TestApp,
  { key }: Pick<TestWorkspace, 'key'>,
  endpointId: string,
  query = '',
): Promise<TestResponse['body'][]> {
  return (await app.call('GET', `/webhooks/${endpointId}/deliveries${query}`, { key })).body.data
}

let entered = 0

/** Creates an instrument, which causes instrument.created; returns it. */
export async function enterInstrument(
  app: TestApp,
  { key }: Pick<TestWorkspace, 'key'>,
  fields: object = {},
): Promise<TestResponse['body']> {
  entered += 1
  const body = { asset_tag: `TAG-${entered}`, name: 'Caliper', calibration_interval_value: 12, ...fields }
  const response = await app.call('POST', '/instruments', { key, body })
  if (response.status !== 201) throw new Error(`entering an instrument got ${response.status}`)
  return response.body
}
