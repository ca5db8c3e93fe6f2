import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BulkChangeForecast, BulkChangeOutcome } from '@plumbline/contract'
import { startTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../../../test/calibrating.ts'
import { entriesOf, eventsOf } from '../../../../test/register.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'

const app = await startTestApp({ CHANGE_REASON_RULES_ENFORCED: 'true' })
const lab = await openLaboratory(app)
const manager = await signInAs(app, lab, 'manager')
const second = await lab.site('Second site')
const bench = (await manager.call('POST', '/locations', { body: { site_id: second, name: 'Bench' } })).body.id
const reason = 'Review of the intervals'

const calibrated = (of: Laboratory = lab) => of.instrument({ last_calibration_date: '2026-08-01T10:00:00Z' })
const several = async (count: number) => {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) ids.push((await calibrated()).id)
  return ids
}
const change = async (ids: string[], wanted: object, session: TestSession = manager) => {
  const response = await session.call('POST', '/instruments/bulk-change', {
    body: { instrument_ids: ids, change: wanted, reason },
  })
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body.results as BulkChangeOutcome[]
}
const preview = async (ids: string[], wanted: object, session: TestSession = manager) => {
  const response = await session.call('POST', '/instruments/bulk-change/preview', {
    body: { instrument_ids: ids, change: wanted },
  })
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body.results as BulkChangeForecast[]
}
const outcomes = (results: { outcome: string }[]) => results.map(({ outcome }) => outcome)
const codes = (results: { error: { code: string } | null }[]) => results.map(({ error }) => error?.code)
const lastEntries = async (id: string, count: number) => (await entriesOf(app, lab.id, id)).slice(-count)

describe('a change of several instruments', () => {
  test('changes each as a single change would, with the reason in the ledger of each', async () => {
    const ids = await several(3)
    const results = await change(ids, { calibration_interval_value: 6, calibration_interval_unit: 'months' })
    assert.deepEqual(outcomes(results), ['changed', 'changed', 'changed'])
    for (const id of ids) {
      const [entry] = await lastEntries(id, 1)
      assert.equal(entry?.kind, 'instrument.updated')
      assert.equal(entry.payload.reason, reason)
      assert.deepEqual(entry.payload.changes, { calibration_interval_value: { before: 12, after: 6 } })
      assert.match((await lab.read(id)).next_due_at, /^2027-02-01/)
      const event = (await eventsOf(app, lab.id)).findLast(({ data }) => data.instrument?.id === id)
      assert.equal(event?.type, 'instrument.updated')
    }
  })

  test('sets location, grace days and status, and records the reason in every entry', async () => {
    const [id] = (await several(1)) as [string]
    const wanted = { site_id: second, location_id: bench, grace_days: 7, status: 'out_of_service' }
    assert.deepEqual(outcomes(await change([id], wanted)), ['changed'])
    const { body } = await manager.call('GET', `/instruments/${id}`)
    assert.deepEqual(
      [body.site_id, body.location_id, body.grace_days, body.status],
      [second, bench, 7, 'out_of_service'],
    )
    const entries = await lastEntries(id, 2)
    assert.deepEqual(
      entries.map(({ kind, payload }) => [kind, payload.reason]),
      [
        ['instrument.updated', reason],
        ['instrument.status_changed', reason],
      ],
    )
  })

  test('can be sent again: what is already set is left unchanged and has no entry', async () => {
    const ids = await several(2)
    await change(ids, { grace_days: 5 })
    const before = await entriesOf(app, lab.id, ids[0]!)
    assert.deepEqual(outcomes(await change(ids, { grace_days: 5 })), ['unchanged', 'unchanged'])
    assert.deepEqual(await entriesOf(app, lab.id, ids[0]!), before)
  })

  test('under one key changes each instrument once, whatever happened to it meanwhile', async () => {
    const ids = await several(3)
    const keyed = (named: string[], wanted: object, key = 'review-1') =>
      manager.call('POST', '/instruments/bulk-change', {
        body: { instrument_ids: named, change: wanted, reason },
        headers: { 'idempotency-key': key },
      })
    const first = await keyed(ids.slice(0, 2), { grace_days: 8, status: 'out_of_service' })
    assert.deepEqual(outcomes(first.body.results), ['changed', 'changed'])
    await manager.call('PATCH', `/instruments/${ids[0]}`, { body: { grace_days: 3 } })
    const before = await entriesOf(app, lab.id, ids[0]!)
    const again = await keyed(ids, { grace_days: 8, status: 'out_of_service' })
    assert.deepEqual(outcomes(again.body.results), ['changed', 'changed', 'changed'])
    assert.deepEqual(await entriesOf(app, lab.id, ids[0]!), before)
    const other = await keyed(ids, { grace_days: 9 })
    assert.equal(other.body.code, 'INVALID_REQUEST')
    assert.equal(other.body.details.field, 'Idempotency-Key')
    const another = await keyed(ids.slice(0, 1), { grace_days: 8 }, 'review-2')
    assert.deepEqual(outcomes(another.body.results), ['changed'])
  })

  test('under one key retries what was refused, and waits for a request that is in progress', async () => {
    const [id] = (await several(1)) as [string]
    const keyed = () =>
      manager.call('POST', '/instruments/bulk-change', {
        body: { instrument_ids: [id], change: { location_id: bench }, reason },
        headers: { 'idempotency-key': 'review-3' },
      })
    assert.deepEqual(outcomes((await keyed()).body.results), ['refused'])
    await change([id], { site_id: second })
    const busy = await app.asOwner(async (owner) => {
      const name = JSON.stringify([lab.id, 'bulkChangeInstruments', manager.personId, `review-3:${id}`])
      await owner.query('begin')
      // Beside a row of the workspace, because it is held on the node of that row in a cluster.
      await owner.query(
        'select pg_advisory_xact_lock(hashtextextended($1, 0)) from ledger_heads where workspace_id = $2',
        [name, lab.id],
      )
      const response = await keyed()
      await owner.query('rollback')
      return response
    })
    assert.equal(busy.status, 503)
    assert.equal(busy.body.code, 'REQUEST_IN_PROGRESS')
    assert.deepEqual(outcomes((await keyed()).body.results), ['changed'])
  })

  test('counts an id that is named twice once', async () => {
    const [id] = (await several(1)) as [string]
    assert.deepEqual(outcomes(await change([id, id.toUpperCase()], { grace_days: 2 })), ['changed'])
  })

  test('describes each that cannot be changed why, and changes the others', async () => {
    const [retired, elsewhere, good] = (await several(3)) as [string, string, string]
    await manager.call('POST', `/instruments/${retired}/retire`, { body: { reason } })
    await change([good], { site_id: second })
    const foreign = (await (await openLaboratory(app)).instrument()).id
    const results = await change([retired, foreign, elsewhere, good], { location_id: bench })
    assert.deepEqual(outcomes(results), ['refused', 'refused', 'refused', 'changed'])
    assert.deepEqual(codes(results).slice(1, 3), ['NOT_FOUND', 'INVALID_REQUEST'])
    assert.equal(results[1]?.asset_tag, null)
    assert.deepEqual(codes(await change([retired], { grace_days: 1 })), ['ASSET_RETIRED'])
  })

  test('stays within the sites of the person', async () => {
    const [here] = (await several(1)) as [string]
    const [there] = (await several(1)) as [string]
    await change([there], { site_id: second })
    const session = await signInAs(app, lab, 'technician', { siteIds: [second] })
    const results = await change([here, there], { grace_days: 9 }, session)
    assert.deepEqual(outcomes(results), ['refused', 'changed'])
    assert.deepEqual(codes(await preview([here], { grace_days: 9 }, session)), ['NOT_FOUND'])
    const home = (await lab.read(here)).site_id
    const response = await session.call('POST', '/instruments/bulk-change', {
      body: { instrument_ids: [there], change: { site_id: home }, reason },
    })
    assert.equal(response.status, 422)
    assert.equal(response.body.details.field, 'site_id')
  })

  test('by two people at the same time records each change once', async () => {
    const ids = await several(6)
    const other = await signInAs(app, lab, 'technician')
    const [mine, theirs] = await Promise.all([
      change(ids, { grace_days: 11 }),
      change(ids.toReversed(), { grace_days: 11 }, other),
    ])
    for (const id of ids) {
      const entries = [...mine, ...theirs].filter(({ instrument_id }) => instrument_id === id)
      assert.deepEqual(outcomes(entries).toSorted(), ['changed', 'unchanged'])
      const graces = (await entriesOf(app, lab.id, id)).filter(({ payload }) => payload.changes?.grace_days)
      assert.equal(graces.length, 1)
    }
  })

  const refusals: [what: string, body: object, field: string][] = [
    ['no change at all', { change: {} }, 'change'],
    ['half an interval', { change: { calibration_interval_value: 6 } }, 'change.calibration_interval_unit'],
    ['no reason', { reason: undefined }, 'reason'],
    ['a blank reason', { reason: '  ' }, 'reason'],
    ['retirement', { change: { status: 'retired' } }, 'change.status'],
    ['no instruments', { instrument_ids: [] }, 'instrument_ids'],
    ['more than fit', { instrument_ids: Array.from({ length: 101 }, () => second) }, 'instrument_ids'],
  ]
  for (const [what, body, field] of refusals) {
    test(`with ${what} is refused as a whole`, async () => {
      const whole = { instrument_ids: [second], change: { grace_days: 1 }, reason, ...body }
      const response = await manager.call('POST', '/instruments/bulk-change', { body: whole })
      assert.equal(response.status, 422)
      assert.equal(response.body.code, 'VALIDATION_ERROR')
      const loc = response.body.details.errors.map((error: { loc: string[] }) => error.loc.slice(1).join('.'))
      assert.ok(
        loc.some((one: string) => one === field),
        JSON.stringify(loc),
      )
    })
  }

  test('to a location of another workspace is refused as a whole', async () => {
    const foreign = await (await openLaboratory(app)).site('Foreign')
    for (const target of [{ site_id: foreign }, { location_id: foreign }]) {
      for (const path of ['', '/preview']) {
        const body = { instrument_ids: await several(1), change: target, ...(path === '' && { reason }) }
        const response = await manager.call('POST', `/instruments/bulk-change${path}`, { body })
        assert.equal(response.status, 422)
        assert.equal(response.body.code, 'INVALID_REQUEST')
        assert.equal(response.body.details.field, Object.keys(target)[0])
      }
    }
  })
})

describe('the preview of a change of several', () => {
  test('shows which due dates and statuses move, and writes nothing', async () => {
    const ids = await several(2)
    const before = await entriesOf(app, lab.id, ids[0]!)
    const wanted = { calibration_interval_value: 1, calibration_interval_unit: 'months' }
    const [first] = await preview(ids, wanted)
    assert.equal(first?.outcome, 'changes')
    assert.deepEqual([first.before?.due_date, first.before?.compliance_status], ['2027-08-01', 'COMPLIANT'])
    assert.deepEqual([first.after?.due_date, first.after?.compliance_status], ['2026-09-01', 'NON_COMPLIANT'])
    assert.deepEqual(await entriesOf(app, lab.id, ids[0]!), before)
  })

  test('previews the effect of the change', async () => {
    const [active, retired, done] = (await several(3)) as [string, string, string]
    await manager.call('POST', `/instruments/${retired}/retire`, { body: { reason } })
    const wanted = { status: 'REFERENCE_ONLY', grace_days: 4, site_id: second }
    await change([done], wanted)
    const ids = [active, retired, done]
    const previewed = await preview(ids, wanted)
    assert.deepEqual(outcomes(previewed), ['changes', 'refused', 'unchanged'])
    assert.deepEqual(outcomes(await change(ids, wanted)), ['changed', 'refused', 'unchanged'])
    const { body } = await manager.call('GET', `/instruments/${active}`)
    for (const [name, value] of Object.entries(previewed[0]!.after!))
      assert.deepEqual(body[name], value, name)
  })
})

describe('the ids of a filter', () => {
  test('are returned in parts, without gaps if instruments leave the filter meanwhile', async () => {
    const own = await openLaboratory(app)
    const session = await signInAs(app, own, 'manager')
    const all: string[] = []
    for (let made = 0; made < 5; made += 1) all.push((await own.instrument({ name: `Gauge ${made}` })).id)
    const part = async (query: string) => (await session.call('GET', `/instruments/ids?${query}`)).body
    const first = await part('status=active&q=gauge&limit=2')
    assert.deepEqual(first, { ids: all.toSorted().slice(0, 2), has_more: true })
    await change(first.ids, { status: 'in_service' }, session)
    const rest = await part(`status=active&q=gauge&limit=3&after=${first.ids[1]}`)
    assert.deepEqual(rest, { ids: all.toSorted().slice(2), has_more: false })
  })

  test('are those within reach, and none for a status that there is not', async () => {
    const session = await signInAs(app, lab, 'auditor', { siteIds: [second] })
    const { body } = await session.call('GET', '/instruments/ids?limit=1000')
    assert.ok(body.ids.length > 0)
    for (const id of body.ids) assert.equal((await lab.read(id)).site_id, second)
    const none = await session.call('GET', '/instruments/ids?status=unknown')
    assert.deepEqual(none.body, { ids: [], has_more: false })
  })

  test('are refused for words and limits that there are not', async () => {
    const unknown = await manager.call('GET', '/instruments/ids?compliance_status=GOOD')
    assert.equal(unknown.body.code, 'INVALID_REQUEST')
    const many = await manager.call('GET', '/instruments/ids?limit=1001')
    assert.equal(many.body.code, 'VALIDATION_ERROR')
  })
})
