import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { enter, entriesOf, eventsOf, read, wrongCounts } from '../../../../test/register.ts'

const app = await sharedTestApp({ keepsEvents: true })
const create = (key: string, body: object, headers: Record<string, string> = {}) =>
  app.call('POST', '/instruments', {
    key,
    headers,
    body: { asset_tag: 'CAL-1', name: 'Caliper', calibration_interval_value: 1, ...body },
  })

test('with a last calibration an instrument has a basis, a due date and a token from the start', async () => {
  const workspace = await app.workspace({ timeZone: 'Pacific/Auckland' })
  const { status, body, headers } = await create(workspace.key, {
    last_calibration_date: '2026-10-30T11:00:00.123999Z',
  })
  assert.equal(status, 201)
  assert.equal(body.last_calibration_at, '2026-10-30T11:00:00.123Z')
  assert.equal(body.next_due_at, '2026-11-29T11:00:00.000Z')
  assert.equal(body.compliance_status, 'WARNING')
  assert.deepEqual(await read(app, workspace.key, body.id), body)
  const again = await app.call('GET', `/instruments/${body.id}`, { key: workspace.key })
  assert.equal(again.headers.get('etag'), headers.get('etag'))
  assert.deepEqual(await wrongCounts(app, workspace.id), [])
})

test('the starting record is in the ledger at the same instant, and emits no event of its own', async () => {
  const workspace = await app.workspace()
  const { id } = await enter(app, workspace.key, { last_calibration_date: '2026-10-30T11:00:00Z' })
  const { body: records } = await app.call('GET', `/instruments/${id}/calibrations`, { key: workspace.key })
  assert.equal(records.pagination.total, 1)
  const [record] = records.data
  assert.equal(record.result, 'PASS')
  assert.equal(record.approval_status, 'approved')
  const [created] = await entriesOf(app, workspace.id, id)
  const entries = await entriesOf(app, workspace.id, record.id)
  assert.deepEqual(
    entries.map(({ kind, at, index }) => [kind, at, index - created!.index]),
    [
      ['calibration.appended', created?.at, 1],
      ['calibration.approved', created?.at, 2],
    ],
  )
  assert.deepEqual(
    (await eventsOf(app, workspace.id)).map(({ type }) => type),
    ['instrument.created'],
  )
})

test('a last calibration may be up to 24 hours ahead', async () => {
  const { key } = await app.workspace()
  const ahead = (ms: number) => new Date(app.clock.now().getTime() + 86_400_000 + ms).toISOString()
  const refused = await create(key, { last_calibration_date: ahead(1) })
  assert.equal(refused.status, 422)
  assert.deepEqual(refused.body.details.errors[0].loc, ['body', 'last_calibration_date'])
  assert.equal((await create(key, { last_calibration_date: ahead(0) })).status, 201)
})

test('without a last calibration, or with null, an instrument has none', async () => {
  const { key } = await app.workspace()
  const { body } = await create(key, { last_calibration_date: null })
  assert.equal(body.compliance_status, 'NOT_CALIBRATED')
  assert.equal(body.last_calibration_at, null)
})

test('a repetition appends no second starting record', async () => {
  const { key } = await app.workspace()
  const headers = { 'idempotency-key': 'k' }
  const body = { last_calibration_date: '2026-10-30T11:00:00Z' }
  const [first] = [await create(key, body, headers), await create(key, body, headers)]
  const { pagination } = (await app.call('GET', `/instruments/${first.body.id}/calibrations`, { key })).body
  assert.equal(pagination.total, 1)
})

test('the first and the last dates that there are give due dates that there are', async () => {
  const { key } = await app.workspace({ timeZone: 'America/New_York' })
  const { body } = await create(key, {
    calibration_interval_value: 100_000,
    calibration_interval_unit: 'years',
    last_calibration_date: '1900-01-02T00:00:00Z',
  })
  assert.equal(body.last_calibration_at, '1900-01-02T00:00:00.000Z')
  assert.equal(body.next_due_at, '9999-12-31T05:00:00.000Z')
})
