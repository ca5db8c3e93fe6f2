import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { enter, eventsOf, read } from '../../../../test/register.ts'

const app = await sharedTestApp({ keepsEvents: true })
const body = { asset_tag: 'CAL-1', name: 'Caliper', calibration_interval_value: 12 }
const ROUNDS = 8
const create = (key: string, idempotencyKey: string, sent: unknown = body) =>
  app.call('POST', '/instruments', { key, body: sent, headers: { 'idempotency-key': idempotencyKey } })

test('a repetition returns the stored response and enters nothing', async () => {
  const { id, key } = await app.workspace()
  const first = await create(key, 'k')
  assert.equal(first.headers.get('idempotency-replayed'), null)
  await app.call('PATCH', `/instruments/${first.body.id}`, { key, body: { name: 'Renamed' } })
  await app.call('POST', `/instruments/${first.body.id}/retire`, { key })
  const second = await create(key, 'k')
  assert.equal(second.status, 201)
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  for (const name of ['etag', 'location']) assert.equal(second.headers.get(name), first.headers.get(name))
  assert.deepEqual(second.body, first.body)
  assert.equal((await eventsOf(app, id)).filter(({ type }) => type === 'instrument.created').length, 1)
})

test('of twenty concurrent requests with one key, one enters the instrument, and the others replay it or are asked to wait', async () => {
  const { key } = await app.workspace()
  // Several times, as the moment at which the first one commits is what matters to the others.
  for (let round = 1; round <= ROUNDS; round += 1) {
    const sent = { ...body, asset_tag: `ROUND-${round}` }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => create(key, `at once ${round}`, sent)),
    )
    const replayed = responses.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')
    const waiting = responses.filter(({ status }) => status === 503)
    assert.equal(replayed.length + waiting.length, 19)
    for (const response of waiting) {
      assert.equal(response.body.code, 'REQUEST_IN_PROGRESS')
      assert.equal(response.headers.get('retry-after'), '1')
    }
    assert.equal((await app.call('GET', '/instruments', { key })).body.pagination.total, round)
  }
})

test('a key used for another body is refused', async () => {
  const { key } = await app.workspace()
  await create(key, 'k')
  const refused = await create(key, 'k', { ...body, notes: 'other' })
  assert.equal(refused.status, 422)
  assert.equal(refused.body.code, 'INVALID_REQUEST')
  assert.equal(refused.body.details.field, 'Idempotency-Key')
})

test('the order of members makes no other body', async () => {
  const { key } = await app.workspace()
  const first = await create(key, 'k')
  const second = await create(key, 'k', {
    calibration_interval_value: 12,
    name: 'Caliper',
    asset_tag: 'CAL-1',
  })
  assert.deepEqual(second.body, first.body)
})

test('a first call that failed leaves the key free', async () => {
  const { key } = await app.workspace()
  const taken = await enter(app, key, { asset_tag: 'taken' })
  assert.equal((await create(key, 'k', { ...body, asset_tag: 'taken' })).status, 409)
  assert.equal((await create(key, 'k')).status, 201)
  assert.equal((await read(app, key, taken.id)).asset_tag, 'taken')
})

test('a key is of its owner: another API key of the same person replays, another person does not', async () => {
  const workspace = await app.workspace()
  const first = await create(workspace.key, 'k')
  const other = await workspace.person()
  const second = await create(other.key, 'k', { ...body, asset_tag: 'CAL-2' })
  assert.equal(second.status, 201)
  assert.notEqual(second.body.id, first.body.id)
})

test('a replay outside the present sites of its caller is not found', async () => {
  const workspace = await app.workspace()
  const site = await workspace.site('Other')
  const person = await workspace.person()
  await create(person.key, 'k')
  await app.asOwner((owner) =>
    owner.query('update memberships set site_ids = $1 where person_id = $2', [[site], person.personId]),
  )
  const replay = await create(person.key, 'k')
  assert.equal(replay.status, 404)
  assert.equal(replay.body.code, 'NOT_FOUND')
})

test('a key of 128 characters is accepted, an empty one counts as missing, a longer one is refused', async () => {
  const { key } = await app.workspace()
  assert.equal((await create(key, 'x'.repeat(128))).status, 201)
  const empty = await create(key, '', { ...body, asset_tag: 'CAL-2' })
  assert.equal(empty.status, 201)
  assert.equal((await create(key, '', { ...body, asset_tag: 'CAL-3' })).status, 201)
  const long = await create(key, 'x'.repeat(129))
  assert.equal(long.status, 422)
  assert.equal(long.body.code, 'VALIDATION_ERROR')
  assert.equal(long.body.details.errors[0].loc[0], 'header')
})

test('an invalid body is refused whatever its key was used for', async () => {
  const { key } = await app.workspace()
  await create(key, 'k')
  assert.equal((await create(key, 'k', { ...body, name: '' })).status, 422)
})
