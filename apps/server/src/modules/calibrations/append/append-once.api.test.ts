import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sharedTestApp, type TestResponse } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { createKey } from '../../access/index.ts'
import { retireInstrument } from '../../instruments/index.ts'
import { systemActor } from '../../../platform/actor.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app)

const codeOf = (response: TestResponse) => [response.status, response.body.code]
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })
const recordsOf = async (instrumentId: string) =>
  (await app.call('GET', `/instruments/${instrumentId}/calibrations`, { key: lab.key })).body.pagination.total

describe('the Idempotency-Key', () => {
  test('is required: without one, or with an empty one, nothing is written', async () => {
    const { id } = await lab.instrument()
    const path = `/instruments/${id}/calibrations`
    const without = await app.call('POST', path, { key: lab.key, body: { result: 'PASS' } })
    assert.deepEqual(codeOf(without), [400, 'IDEMPOTENCY_KEY_REQUIRED'])
    assert.deepEqual(codeOf(await lab.send(id, {}, withKey(''))), [400, 'IDEMPOTENCY_KEY_REQUIRED'])
    assert.equal(await recordsOf(id), 0)
  })

  test('has at most 1024 characters', async () => {
    const { id } = await lab.instrument()
    assert.equal((await lab.send(id, {}, withKey('k'.repeat(1024)))).status, 201)
    const refused = await lab.send(id, {}, withKey('k'.repeat(1025)))
    assert.deepEqual(codeOf(refused), [422, 'VALIDATION_ERROR'])
    assert.deepEqual(refused.body.details.errors[0].loc, ['header', 'idempotency-key'])
  })

  test('returns the record that was written to a retry, unchanged, and says so', async () => {
    const { id } = await lab.instrument()
    const key = withKey(randomUUID())
    const body = { performed_at: '2026-11-20T13:05:00.123456Z', notes: 'first' }
    const first = await lab.send(id, body, key)
    app.clock.advance(60_000)
    const again = await lab.send(id, { notes: 'first', performed_at: '2026-11-20T13:05:00.123Z' }, key)
    assert.equal(again.status, 201)
    assert.deepEqual(again.body, first.body)
    assert.equal(first.headers.get('idempotency-replayed'), null)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(await recordsOf(id), 1)
  })

  test('belongs to one body and one instrument', async () => {
    const [one, other] = [await lab.instrument(), await lab.instrument()]
    const key = withKey(randomUUID())
    await lab.send(one.id, {}, key)
    for (const response of [
      await lab.send(one.id, { result: 'FAIL' }, key),
      await lab.send(other.id, {}, key),
    ]) {
      assert.deepEqual(codeOf(response), [422, 'INVALID_REQUEST'])
      assert.equal(response.body.details.field, 'Idempotency-Key')
    }
    assert.equal(await recordsOf(one.id), 1)
  })

  test('of a call that was refused is free again', async () => {
    const { id } = await lab.instrument()
    const key = withKey(randomUUID())
    assert.deepEqual(codeOf(await lab.send(id, { result: '' }, key)), [422, 'FIELD_REQUIREMENTS_UNMET'])
    assert.equal((await lab.send(id, {}, key)).headers.get('idempotency-replayed'), null)
  })

  test('replays before the state of the instrument is checked', async () => {
    const { id } = await lab.instrument()
    const key = withKey(randomUUID())
    const first = await lab.send(id, {}, key)
    await retireInstrument(app, await lab.caller(), id, { reason: null })
    const again = await lab.send(id, {}, key)
    assert.deepEqual([again.status, again.body], [201, first.body])
  })

  test('is the owner’s: it survives another API key, and other people have their own', async () => {
    const { id } = await lab.instrument()
    const person = await lab.person()
    const owner = await createKey(app, systemActor(lab.id), {
      name: 'second',
      owner: person.personId,
      scope: 'write',
      siteIds: null,
      expiresAt: null,
    })
    const key = withKey(randomUUID())
    const first = await lab.send(id, {}, { ...key, key: person.key })
    const rotated = await lab.send(id, {}, { ...key, key: owner.key })
    assert.equal(rotated.body.id, first.body.id)
    const stranger = await lab.send(id, {}, key)
    assert.notEqual(stranger.body.id, first.body.id)
    assert.equal(stranger.headers.get('idempotency-replayed'), null)
  })

  test('replays nothing of an instrument that the key can no longer access', async () => {
    const { id } = await lab.instrument()
    const person = await lab.person()
    const elsewhere = await lab.site(`Elsewhere ${randomUUID()}`)
    const limited = await createKey(app, systemActor(lab.id), {
      name: 'limited',
      owner: person.personId,
      scope: 'write',
      siteIds: [elsewhere],
      expiresAt: null,
    })
    const key = withKey(randomUUID())
    await lab.send(id, {}, { ...key, key: person.key })
    const response = await lab.send(id, {}, { ...key, key: limited.key })
    assert.deepEqual(codeOf(response), [404, 'NOT_FOUND'])
  })

  test('sent twenty times at the same time writes exactly one record', async () => {
    const { id } = await lab.instrument()
    const key = withKey(randomUUID())
    const responses = await Promise.all(Array.from({ length: 20 }, () => lab.send(id, {}, key)))
    const written = responses.filter(({ status }) => status === 201)
    const waiting = responses.filter(({ status }) => status !== 201)
    assert.ok(written.length > 0)
    assert.equal(new Set(written.map(({ body }) => body.id)).size, 1)
    for (const response of waiting) {
      assert.deepEqual(codeOf(response), [503, 'REQUEST_IN_PROGRESS'])
      assert.equal(response.headers.get('retry-after'), '1')
    }
    assert.equal(await recordsOf(id), 1)
  })
})
