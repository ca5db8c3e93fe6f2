import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { text } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import { startTestApp } from '../../test/app.ts'
import { enter } from '../../test/register.ts'
import { buildApp } from '../app.ts'
import { buildMonitoring, watch } from '../monitoring.ts'
import { readConfig } from '../platform/config.ts'
import { sql } from '../platform/db/index.ts'
import { createLog } from '../platform/log.ts'
import { Draining } from '../platform/http/index.ts'
import { enqueue, startJobQueue } from '../platform/job-queue/index.ts'

const app = await startTestApp()

/** A span as OTLP sends it in JSON, as far as tests read it. */
interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
  readonly status: { readonly code?: number }
}

const SERVER = 2
const ERROR = 2

const attributeOf = ({ attributes }: Span, key: string) =>
  Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0]

/** A collector that takes what is sent to it by OTLP over HTTP. */
async function startCollector(t: TestContext, status = 200) {
  const received: { request: IncomingMessage; body: any }[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ request, body: JSON.parse(await text(request)) })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: () =>
      received.flatMap(({ body }) =>
        body.resourceSpans.flatMap((each: any) => each.scopeSpans.flatMap((scope: any) => scope.spans)),
      ) as Span[],
  }
}

/** The application as a process serves it whose settings are these; `end` sends what is left, as a stop does. */
async function startTraced(t: TestContext, settings: Record<string, string>, log = app.parts.log) {
  const config = { ...app.parts.config, ...pick(readConfig({ ...settings, SECRET_KEY: 'x'.repeat(32) })) }
  const { parts, watchers } = await watch(
    { ...app.parts, log, config, owner: {}, migrated: [], close: async () => undefined },
    'api',
  )
  const traced = buildApp(parts)
  const monitoring = buildMonitoring(parts, new Draining(), watchers)
  const end = async () => {
    await traced.close()
    await monitoring.close()
  }
  t.after(end)
  return { origin: await traced.listen({ host: '127.0.0.1', port: 0 }), end }
}

function pick(config: ReturnType<typeof readConfig>) {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS,
    OTEL_SERVICE_NAME,
    OTEL_TRACES_SAMPLER_ARG,
  } = config
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS,
    OTEL_SERVICE_NAME,
    OTEL_TRACES_SAMPLER_ARG,
  }
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

async function get(origin: string, path: string, key: string, traceparent?: string) {
  const response = await fetch(`${origin}/api/public/v1${path}`, {
    headers: { 'x-api-key': key, ...(traceparent !== undefined && { traceparent }) },
  })
  await response.arrayBuffer()
  return response
}

test('a request becomes a span of the trace that its client began, with its exchanges with the database as children', async (t) => {
  const collector = await startCollector(t)
  const { origin, end } = await startTraced(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.origin}/collect`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%2Cb, x-team=quality',
    OTEL_SERVICE_NAME: 'calibration',
  })
  const workspace = await app.workspace()
  const instrument = await enter(app, workspace.key)
  const response = await get(
    origin,
    `/instruments/${instrument.id}`,
    workspace.key,
    `00-${TRACE}-${PARENT}-01`,
  )
  assert.equal((await fetch(`${origin}/readyz`)).status, 200)
  const unknown = await get(origin, '/nothing', workspace.key, 'nonsense')
  await end()
  const [{ request, body }] = collector.received as [(typeof collector.received)[number]]
  assert.deepEqual(
    [request.url, request.headers.authorization, request.headers['x-team']],
    ['/collect/v1/traces', 'Bearer a,b', 'quality'],
  )
  const service = body.resourceSpans[0].resource.attributes.find((each: any) => each.key === 'service.name')
  assert.equal(service.value.stringValue, 'calibration')
  const spans = collector.spans()
  const span = spans.find(({ name }) => name === 'GET getInstrument')
  assert.ok(span)
  assert.deepEqual(
    [span.traceId, span.parentSpanId, span.kind, span.status.code ?? 0],
    [TRACE, PARENT, SERVER, 0],
  )
  assert.equal(attributeOf(span, 'plumbline.request_id'), response.headers.get('x-request-id'))
  assert.equal(attributeOf(span, 'http.response.status_code'), 200)
  const trips = spans.filter(({ parentSpanId }) => parentSpanId === span.spanId)
  assert.equal(trips.length, attributeOf(span, 'plumbline.database.round_trips'))
  assert.ok(trips.length > 0)
  for (const trip of trips) {
    assert.deepEqual([trip.name, trip.traceId], ['postgresql', TRACE])
    assert.ok(BigInt(trip.startTimeUnixNano) >= BigInt(span.startTimeUnixNano))
    assert.ok(BigInt(trip.endTimeUnixNano) <= BigInt(span.endTimeUnixNano))
  }
  const other = spans.find(
    (each) => attributeOf(each, 'plumbline.request_id') === unknown.headers.get('x-request-id'),
  )
  assert.ok(other)
  assert.deepEqual([other.name, other.parentSpanId ?? ''], ['GET unknown', ''])
  assert.notEqual(other.traceId, TRACE)
  assert.ok(!spans.some(({ name }) => name.includes('readyz')), 'health checks would bury the others')
  assert.ok(!JSON.stringify(collector.received.map((each) => each.body)).includes(workspace.id))
})

test('requests without a trace are sampled, and others follow their trace', async (t) => {
  const collector = await startCollector(t)
  const { origin, end } = await startTraced(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  const { key } = await app.workspace()
  await get(origin, '/instruments?limit=1', key)
  await get(origin, '/instruments?limit=1', key, `00-${TRACE}-${PARENT}-00`)
  await get(origin, '/instruments?limit=1', key, `01-${TRACE}-${PARENT}-01-of a later version`)
  await end()
  const requests = collector.spans().filter(({ kind }) => kind === SERVER)
  assert.deepEqual(
    requests.map(({ traceId }) => traceId),
    [TRACE],
  )
})

test('a task of the queue has its own trace, and a failed one is marked', async (t) => {
  const collector = await startCollector(t)
  const { end } = await startTraced(t, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin })
  const workspace = await app.workspace()
  const worked = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<void>()
  const tasks = {
    a_traced_task: {
      work: async () => {
        await app.db.in(workspace.id).rows(sql`select 1`)
        worked.resolve()
      },
    },
    a_failing_task: {
      work: async () => {
        failed.resolve()
        throw new Error('as the test wants it')
      },
    },
  }
  const queue = await startJobQueue({ ...app.workerParts, tasks })
  await app.db.transaction(workspace.id, async (tx) => {
    enqueue(tx, 'a_traced_task', {})
    enqueue(tx, 'a_failing_task', {})
  })
  await Promise.all([worked.promise, failed.promise])
  await queue.stop()
  await end()
  const spans = collector.spans()
  const task = spans.find(({ name }) => name === 'task a_traced_task')
  assert.ok(task)
  assert.ok(spans.some(({ name, parentSpanId }) => name === 'postgresql' && parentSpanId === task.spanId))
  assert.equal(spans.find(({ name }) => name === 'task a_failing_task')?.status.code, ERROR)
})

test('a collector that refuses spans is logged once, and requests continue', async (t) => {
  const collector = await startCollector(t, 400)
  let logged = ''
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged += String(chunk)
      done()
    },
  })
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin }
  const { origin, end } = await startTraced(t, settings, createLog('warn', stream))
  const { key } = await app.workspace()
  assert.equal((await get(origin, '/instruments?limit=1', key)).status, 200)
  await end()
  assert.equal(collector.received.length, 1)
  assert.equal(logged.split('traces could not be sent').length - 1, 1)
})

test('settings of tracing that mean nothing are refused, without what may be a secret in them', () => {
  const wrong: readonly (readonly [string, string])[] = [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%secret'],
  ]
  for (const [name, value] of wrong) {
    assert.throws(
      () => readConfig({ [name]: value }),
      ({ message }: Error) => message.includes(name) && !message.includes('secret'),
      `${name}=${value}`,
    )
  }
})
