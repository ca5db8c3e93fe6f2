import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Body } from '../../../../test/calibrating.ts'
import { projections } from '../../../projections.ts'
import { firstDifference, verifyLedger } from '../../ledger/index.ts'

const app = await startTestApp({ RATE_LIMIT_PER_MINUTE: '40' })

const item = (instrumentId: string, body: Body = {}, key: string = randomUUID()) => ({
  instrument_id: instrumentId,
  idempotency_key: key,
  body: { result: 'PASS', ...body },
})

async function openWithInstruments(count: number) {
  const lab = await openLaboratory(app)
  const keys = await Promise.all(Array.from({ length: 3 }, () => lab.person()))
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) {
    ids.push((await lab.instrument({}, keys[number % keys.length]!.key)).id)
  }
  const send = (items: object[], key = lab.key) =>
    app.call('POST', '/calibrations/batch', { key, body: { items } })
  return { lab, ids, send }
}

test('each item is appended, repeated or refused by itself, in the order of the batch', async () => {
  const { lab, ids, send } = await openWithInstruments(3)
  const [first, second, third] = ids as [string, string, string]
  const retired = await app.call('POST', `/instruments/${third}/retire`, { key: lab.key })
  assert.equal(retired.status, 200)
  const key = randomUUID()
  const items = [
    item(first, { result: 'FAIL' }),
    item(second, {}, key),
    item(first, { performed_at: app.clock.now().toISOString() }),
    item(third),
    item(randomUUID()),
    item(second, {}, key),
    item(second, { notes: 'other' }, key),
    item(second, { performed_at: '2999-01-01T00:00:00.000Z' }),
  ]
  const { status, body } = await send(items)
  assert.equal(status, 200)
  assert.deepEqual(
    body.results.map((result: any) => [result.index, result.status, result.error?.code ?? null]),
    [
      [0, 201, null],
      [1, 201, null],
      [2, 201, null],
      [3, 409, 'ASSET_RETIRED'],
      [4, 404, 'NOT_FOUND'],
      [5, 201, null],
      [6, 422, 'INVALID_REQUEST'],
      [7, 422, 'VALIDATION_ERROR'],
    ],
  )
  assert.equal(body.results[5].body.id, body.results[1].body.id)
  assert.deepEqual(await lab.record(body.results[2].body.id), body.results[2].body)
  // The pass came after the failure and lifted its quarantine.
  assert.equal((await lab.read(first)).is_quarantined, false)
  const again = await send(items)
  assert.deepEqual(
    again.body.results.map((result: any) => result.body?.id),
    body.results.map((result: any) => result.body?.id),
  )
  const report = await verifyLedger({ ...app.parts, projections }, lab.id)
  assert.equal(firstDifference(report), null, JSON.stringify(report.rowFaults))
})

test('a key that a single request used returns the same in a batch', async () => {
  const { lab, ids, send } = await openWithInstruments(1)
  const key = randomUUID()
  const single = await lab.send(ids[0]!, {}, { headers: { 'idempotency-key': key } })
  const { body } = await send([item(ids[0]!, {}, key)])
  assert.deepEqual(body.results, [{ index: 0, status: 201, body: single.body }])
})

test('a batch with an item that is not valid in form appends nothing', async () => {
  const { lab, ids, send } = await openWithInstruments(1)
  const response = await send([item(ids[0]!), item(ids[0]!, { result: 'FINE' })])
  assert.deepEqual([response.status, response.body.code], [422, 'VALIDATION_ERROR'])
  assert.deepEqual(response.body.details.errors[0].loc.slice(0, 5), ['body', 'items', 1, 'body', 'result'])
  assert.equal((await app.call('GET', '/calibrations', { key: lab.key })).body.pagination.total, 0)
})

test('a batch has 1 to 100 items', async () => {
  const { ids, send } = await openWithInstruments(1)
  for (const count of [0, 101]) {
    const { status, body } = await send(Array.from({ length: count }, () => item(ids[0]!)))
    assert.deepEqual([status, body.code], [422, 'VALIDATION_ERROR'])
  }
})

test('every ten items begun count as one request, and a batch beyond the limit appends nothing', async () => {
  const { lab, ids, send } = await openWithInstruments(1)
  const { key } = await lab.person()
  const remaining = async (count: number) => {
    const response = await send(
      Array.from({ length: count }, () => item(ids[0]!)),
      key,
    )
    return [response.status, response.headers.get('x-ratelimit-remaining')]
  }
  assert.deepEqual(await remaining(10), [200, '39'])
  assert.deepEqual(await remaining(11), [200, '37'])
  assert.deepEqual(await remaining(100), [200, '27'])
  for (let batch = 0; batch < 2; batch += 1) await remaining(100)
  const total = async () => (await app.call('GET', '/calibrations', { key: lab.key })).body.pagination.total
  const before = await total()
  const refused = await send(
    Array.from({ length: 100 }, () => item(ids[0]!)),
    key,
  )
  assert.deepEqual([refused.status, refused.body.code], [429, 'RATE_LIMITED'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal(await total(), before)
})

test('a batch is for keys that may write, of people who calibrate', async () => {
  const { lab, ids, send } = await openWithInstruments(1)
  const reader = await lab.person({ scope: 'read' })
  const auditor = await lab.person({ role: 'auditor' })
  const codes = await Promise.all(
    [reader, auditor].map(async ({ key }) => (await send([item(ids[0]!)], key)).body.code),
  )
  assert.deepEqual(codes, ['INSUFFICIENT_SCOPE', 'FORBIDDEN'])
})
