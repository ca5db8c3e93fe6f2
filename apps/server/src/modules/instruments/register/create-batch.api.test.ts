import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { startTestApp } from '../../../../test/app.ts'
import { callerOf, entriesOf, eventsOf, read } from '../../../../test/register.ts'
import { systemActor } from '../../../platform/actor.ts'
import { projections } from '../../../projections.ts'
import { findSnapshot, startingRecords } from '../../calibrations/index.ts'
import { firstDifference, verifyLedger } from '../../ledger/index.ts'
import { updateWorkspace } from '../../settings/index.ts'
import { createInstruments } from './create-instrument.ts'
import { findInstrument } from '../index.ts'

const app = await startTestApp({ RATE_LIMIT_PER_MINUTE: '100000' }, { keepsEvents: true })

let made = 0
const newTag = () => {
  made += 1
  return `B-${made}`
}
const item = (body: Record<string, unknown> = {}, key: string = randomUUID()) => ({
  idempotency_key: key,
  body: { asset_tag: newTag(), name: 'Caliper', calibration_interval_value: 12, ...body },
})
const send = (key: string, items: object[]) =>
  app.call('POST', '/instruments/batch', { key, body: { items } })
const outcomes = (results: any[]) =>
  results.map(({ index, status, error }) => [index, status, error?.code ?? null, error?.details ?? null])

async function requireWhole(workspaceId: string): Promise<void> {
  const report = await verifyLedger({ ...app.parts, projections }, workspaceId)
  assert.equal(firstDifference(report), null, JSON.stringify(report.rowFaults))
}

test('each item is entered, repeated or refused by itself, in the order of the batch', async () => {
  const { id, key } = await app.workspace()
  const taken = await app.call('POST', '/instruments', { key, body: item({ serial_number: 'S-1' }).body })
  assert.equal(taken.status, 201)
  const repeated = randomUUID()
  const first = item({ serial_number: 'S-2', customFields: { 'Cost centre': '4711', blank: '' } })
  const second = item({ last_calibration_date: '2026-05-12T08:30:00.000Z', is_reference_standard: true })
  const items = [
    first,
    item({ asset_tag: taken.body.asset_tag }),
    { ...second, idempotency_key: repeated },
    item({ serial_number: 'S-1' }),
    item({ asset_tag: first.body['asset_tag'] }),
    item({ serial_number: 'S-2' }),
    { ...second, idempotency_key: repeated },
    item({}, repeated),
    item({ last_calibration_date: '2999-01-01T00:00:00.000Z' }),
    item({
      customFields: Object.fromEntries(Array.from({ length: 101 }, (_, label) => [`label ${label}`, 'x'])),
    }),
    item(),
  ]
  const { status, body } = await send(key, items)
  assert.equal(status, 200)
  const [taggedOnce, numberedOnce] = [{ field: 'asset_tag' }, { field: 'serial_number' }]
  assert.deepEqual(
    outcomes(body.results).map(([index, of, code, details]) =>
      code === 'CONFLICT' ? [index, of, code, details] : [index, of, code],
    ),
    [
      [0, 201, null],
      [1, 409, 'CONFLICT', taggedOnce],
      [2, 201, null],
      [3, 409, 'CONFLICT', numberedOnce],
      [4, 409, 'CONFLICT', taggedOnce],
      [5, 409, 'CONFLICT', numberedOnce],
      [6, 201, null],
      [7, 422, 'INVALID_REQUEST'],
      [8, 422, 'VALIDATION_ERROR'],
      [9, 422, 'VALIDATION_ERROR'],
      [10, 201, null],
    ],
  )
  assert.equal(body.results[6].body.id, body.results[2].body.id)
  for (const entered of [0, 2, 10]) {
    assert.deepEqual(await read(app, key, body.results[entered].body.id), body.results[entered].body)
  }
  assert.deepEqual(body.results[0].body.customFields, { 'Cost centre': '4711' })
  assert.equal(body.results[2].body.compliance_status, 'COMPLIANT')
  assert.equal((await app.call('GET', '/instruments', { key })).body.pagination.total, 4)
  await requireWhole(id)

  const again = await send(key, items)
  assert.deepEqual(outcomes(again.body.results), outcomes(body.results))
  assert.deepEqual(
    again.body.results.map((result: any) => result.body ?? null),
    body.results.map((result: any) => result.body ?? null),
  )
})

test('the instruments of a batch are recorded in its order, each with its event', async () => {
  const { id, key } = await app.workspace()
  const items = [item(), item({ last_calibration_date: '2026-05-12T08:30:00.000Z' }), item()]
  const { results } = (await send(key, items)).body
  const details = results.map((result: any) => result.body)
  const kinds = await Promise.all(
    details.map(async (detail: any) => (await entriesOf(app, id, detail.id)).map(({ kind }) => kind)),
  )
  assert.deepEqual(kinds, [['instrument.created'], ['instrument.created'], ['instrument.created']])
  const events = await eventsOf(app, id)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data]),
    details.map((instrument: any) => ['instrument.created', { instrument }]),
  )
  const records = await app.call('GET', `/instruments/${details[1].id}/calibrations`, { key })
  assert.deepEqual(
    records.body.data.map((record: any) => [record.is_starting_record, record.approval_status]),
    [[true, 'approved']],
  )
  await requireWhole(id)
})

test('a key of a single request returns the same in a batch, and the other way round', async () => {
  const { key } = await app.workspace()
  const [one, other] = [item(), item()]
  const single = (sent: ReturnType<typeof item>) =>
    app.call('POST', '/instruments', {
      key,
      body: sent.body,
      headers: { 'idempotency-key': sent.idempotency_key },
    })
  const first = await single(one)
  const { results } = (await send(key, [one, other])).body
  assert.deepEqual(results[0], { index: 0, status: 201, body: first.body })
  const replayed = await single(other)
  assert.deepEqual([replayed.status, replayed.body], [201, results[1].body])
  assert.equal(replayed.headers.get('idempotency-replayed'), 'true')
  assert.match(replayed.headers.get('etag')!, /^"\d+\.[\w-]{22}"$/)
})

test('a batch uses the settings at its position in the ledger', async () => {
  const { id } = await app.workspace()
  const caller = await callerOf(app, id)
  await updateWorkspace(app, systemActor(id), { requiresElectronicSignature: true, name: 'Renamed' })
  const { results } = await createInstruments({ ...app, log: app.parts.log, startingRecords }, caller, {
    items: [item(), item({ last_calibration_date: '2026-05-12T22:00:00.000Z' })],
  })
  assert.deepEqual(
    results.map(({ body }) => body?.requires_electronic_signature),
    [true, true],
  )
  const row = await findInstrument(app.db.in(id), results[1]!.body!.id, null)
  const snapshot = await findSnapshot(app.db.in(id), row!.basisCalibrationId!)
  assert.equal(snapshot?.workspace.name, 'Renamed')
  await requireWhole(id)
})

test('of two concurrent batches with the same tags and keys, each tag is entered once', async () => {
  const { id, key } = await app.workspace()
  const tags = Array.from({ length: 20 }, newTag)
  const keys = tags.map(() => randomUUID())
  const batches = await Promise.all(
    [keys, keys.toReversed(), tags].map((of) =>
      send(
        key,
        tags.map((tag, at) => item({ asset_tag: tag }, of[at])),
      ),
    ),
  )
  const statuses = new Set(batches.flatMap(({ body }) => body.results.map((result: any) => result.status)))
  // Repetitions of a key that is at work are to wait.
  assert.deepEqual(
    [...statuses].filter((status) => ![201, 409, 422, 503].includes(status)),
    [],
  )
  assert.equal((await app.call('GET', '/instruments', { key })).body.pagination.total, 20)
  await requireWhole(id)
})

test('a batch with an item that is not valid in form enters nothing', async () => {
  const { key } = await app.workspace()
  const wrong: [object, string[]][] = [
    [item({ calibration_interval_value: 0 }), ['body', 'calibration_interval_value']],
    [item({ site_id: randomUUID() }), ['body', 'site_id']],
    [item({}, ''), ['idempotency_key']],
    [item({}, 'k'.repeat(129)), ['idempotency_key']],
    [{ body: item().body }, ['idempotency_key']],
  ]
  for (const [sent, loc] of wrong) {
    const { status, body } = await send(key, [item(), sent])
    assert.deepEqual([status, body.code], [422, 'VALIDATION_ERROR'])
    assert.deepEqual(body.details.errors[0].loc, ['body', 'items', 1, ...loc])
  }
  assert.equal((await app.call('GET', '/instruments', { key })).body.pagination.total, 0)
})

test('a batch has 1 to 100 items', async () => {
  const { key } = await app.workspace()
  for (const [count, expected] of [
    [0, 422],
    [100, 200],
    [101, 422],
  ] as const) {
    const response = await send(
      key,
      Array.from({ length: count }, () => item()),
    )
    assert.equal(response.status, expected)
  }
})

test('a batch that is not JSON, or larger than the limit of a body, is refused', async () => {
  const { key } = await app.workspace()
  const raw = (body: string) =>
    app.call('POST', '/instruments/batch', { key, body, headers: { 'content-type': 'application/json' } })
  const codes = [(await raw('{')).body.code, (await raw(`"${'x'.repeat(1024 * 1024)}"`)).body.code]
  assert.deepEqual(codes, ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE'])
})

test('every ten items begun count as one request, and a batch beyond the limit enters nothing', async () => {
  const limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: '12' })
  const { key } = await limited.workspace()
  const remaining = async (count: number) => {
    const items = Array.from({ length: count }, () => item())
    const { status, headers } = await limited.call('POST', '/instruments/batch', { key, body: { items } })
    return [status, headers.get('x-ratelimit-remaining')]
  }
  assert.deepEqual(await remaining(10), [200, '11'])
  assert.deepEqual(await remaining(11), [200, '9'])
  assert.deepEqual(await remaining(100), [429, '0'])
})

test('a batch is for keys that may write, of people who enter instruments, and reach a site', async () => {
  const workspace = await app.workspace()
  const north = await workspace.site('North')
  const south = await workspace.site('South')
  const people = await Promise.all([
    workspace.person({ scope: 'read' }),
    workspace.person({ role: 'auditor' }),
    workspace.person({ siteIds: [north], keySiteIds: [south] }),
  ])
  const responses = await Promise.all(people.map(({ key }) => send(key, [item()])))
  assert.deepEqual(
    responses.map(({ status, body }) => [status, body.code]),
    [
      [403, 'INSUFFICIENT_SCOPE'],
      [403, 'FORBIDDEN'],
      [403, 'FORBIDDEN'],
    ],
  )
  const { key } = await workspace.person({ siteIds: [north] })
  const { results } = (await send(key, [item(), item()])).body
  assert.deepEqual(
    results.map((result: any) => result.body.site_id),
    [north, north],
  )
})

test('a batch does what its items do one by one', async () => {
  const bodies = fc.array(
    fc.record({
      tag: fc.integer({ min: 0, max: 4 }),
      number: fc.option(fc.integer({ min: 0, max: 3 })),
      key: fc.integer({ min: 0, max: 5 }),
      startedAt: fc.constantFrom(undefined, null, '2026-05-12T08:30:00.000Z', '2999-01-01T00:00:00.000Z'),
    }),
    { minLength: 1, maxLength: 8 },
  )
  const property = fc.asyncProperty(bodies, async (drawn) => {
    const items = drawn.map(({ tag, number, key, startedAt }) => ({
      idempotency_key: `key ${key}`,
      body: {
        asset_tag: `T-${tag}`,
        name: 'Caliper',
        calibration_interval_value: 12,
        serial_number: number === null ? null : `S-${number}`,
        ...(startedAt !== undefined && { last_calibration_date: startedAt }),
      },
    }))
    const [together, alone] = await Promise.all([app.workspace(), app.workspace()])
    const { results } = (await send(together.key, items)).body
    const singles: object[] = []
    for (const [index, { idempotency_key: key, body }] of items.entries()) {
      const headers = { 'idempotency-key': key }
      const response = await app.call('POST', '/instruments', { key: alone.key, body, headers })
      const outcome = response.status === 201 ? { body: response.body } : { error: response.body }
      singles.push({ index, status: response.status, ...outcome })
    }
    assert.deepEqual(withoutIds(results), withoutIds(singles))
    await requireWhole(together.id)
  })
  await assertProperty(property, { numRuns: 20 })
})

/** Ids stand by their first occurrence, so that those of two workspaces compare. */
function withoutIds(value: unknown): unknown {
  const known: string[] = []
  const text = JSON.stringify(value).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
    if (!known.includes(id)) known.push(id)
    return `id ${known.indexOf(id)}`
  })
  return JSON.parse(text)
}
