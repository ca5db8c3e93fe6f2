// Ten calls with the types of openapi-typescript and fetch. BASE and KEY are given by the environment.
import assert from 'node:assert/strict'
import type { components, paths } from './schema.ts'

type Method = 'get' | 'post' | 'patch' | 'delete'
type Json<Of> = Of extends { content: { 'application/json': infer Body } } ? Body : never
type BodyOf<Op> = Op extends { requestBody: infer Body } ? Json<Body> : undefined
type ReplyOf<Op> = Op extends { responses: infer Replies }
  ? Json<Replies[Extract<keyof Replies, 200 | 201>]>
  : never

async function call<Path extends keyof paths, Verb extends Method & keyof paths[Path]>(
  verb: Verb,
  path: Path,
  {
    params = {},
    body,
    headers,
  }: {
    params?: Record<string, string>
    body?: BodyOf<paths[Path][Verb]>
    headers?: Record<string, string>
  } = {},
): Promise<ReplyOf<paths[Path][Verb]>> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const response = await fetch(`${process.env['BASE']}${filled}`, {
    method: verb.toUpperCase(),
    headers: {
      authorization: `Bearer ${process.env['KEY']}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw Object.assign(new Error(text), { status: response.status })
  return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<paths[Path][Verb]>
}

const made = await call('post', '/instruments', {
  body: {
    asset_tag: 'GEN-OTS',
    name: 'Caliper',
    unit_of_measure: 'mm',
    calibration_interval_value: 12,
    last_calibration_date: '2026-05-12T08:30:00Z',
    customFields: { Cabinet: '4' },
  },
})
assert.equal(made.next_due_at?.slice(0, 4), '2027')
const params = { instrument_id: made.id }
const changed = await call('patch', '/instruments/{instrument_id}', {
  params,
  body: { customFields: { Shelf: '2' }, calibration_interval_unit: 'months' },
})
assert.equal(changed.customFields['Shelf'], '2')
const page = await call('get', '/instruments')
assert.ok(page.pagination.total > 0)

const point: components['schemas']['MeasurementCreate'] = {
  nominal: { value: '10.000', unit: 'mm' },
  tolerance: { symmetric: { absolute: '0.02' } },
  as_found: { readings: ['10.012'] },
}
const record = await call('post', '/instruments/{instrument_id}/calibrations', {
  params,
  headers: { 'idempotency-key': 'GEN-OTS-1' },
  body: {
    result: 'PASS',
    performed_at: '2026-06-01T09:00:00Z',
    calibration_type: 'in_house',
    measurements: [point],
  },
})
assert.equal(record.measurements[0]?.as_found?.verdict, 'in')
const item = { instrument_id: made.id, idempotency_key: 'GEN-OTS-2', body: { result: 'PASS' } }
const batch = await call('post', '/calibrations/batch', { body: { items: [item] } })
assert.equal(batch.results.length, 1)
const feed = await call('get', '/instruments/{instrument_id}/calibrations', { params })
assert.equal(feed.pagination.total, 3)
const evaluated = await call('post', '/measurements/evaluate', { body: { points: [point] } })
assert.equal(evaluated.points[0]?.as_found?.verdict, 'in')

const webhook = await call('post', '/webhooks', {
  body: { url: 'http://127.0.0.1:9/types', events: ['calibration.created'] },
})
const ofWebhook = { params: { id: webhook.id } }
await call('delete', '/webhooks/{id}', ofWebhook)
await assert.rejects(call('get', '/webhooks/{id}', ofWebhook), (refused: Error) => {
  const error = JSON.parse(refused.message) as components['schemas']['Error']
  assert.equal(error.code, 'NOT_FOUND')
  return true
})
