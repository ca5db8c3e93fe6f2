import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sharedTestApp, type TestResponse } from '../../../../test/app.ts'
import { listed, openLaboratory, type Laboratory } from '../../../../test/calibrating.ts'
import { updateInstrument } from '../../instruments/index.ts'

const app = await sharedTestApp()

const SECOND_MS = 1000
const codeOf = (response: TestResponse) => [response.status, response.body.code]
const idsOf = (records: { id: string }[]) => records.map(({ id }) => id)

async function list(lab: Laboratory, path: string, key = lab.key) {
  const response = await app.call('GET', path, { key })
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body
}

/** Six records of two instruments: performed on days in another order than appended, a second apart. */
async function sixRecords() {
  const lab = await openLaboratory(app)
  const [one, other] = [await lab.instrument(), await lab.instrument()]
  const days = ['2026-03-01', '2026-01-01', '2026-05-01', '2026-02-01', '2026-05-01', '2026-04-01']
  const results = ['PASS', 'FAIL', 'PASS_WITH_ADJUSTMENT', 'DAMAGED', 'LIMITED_CALIBRATION', 'PASS']
  const records: any[] = []
  for (const [position, day] of days.entries()) {
    app.clock.advance(SECOND_MS)
    const instrument = position % 2 === 0 ? one : other
    const body = { performed_at: `${day}T08:00:00Z`, result: results[position] }
    records.push(await lab.calibrate(instrument.id, body))
  }
  const pick = (...places: number[]) => places.map((position) => records[position].id)
  return { lab, one, other, records, pick }
}

describe('the feed', () => {
  test('walks the records of all instruments in the order of the ledger', async () => {
    const { lab, records, pick } = await sixRecords()
    const { data, pagination } = await list(lab, '/calibrations')
    assert.deepEqual(data, records.map(listed))
    assert.deepEqual(pagination, { limit: 50, offset: 0, total: 6, has_more: false })
    const backwards = await list(lab, '/calibrations?sort=-updated_at&limit=2&offset=1')
    assert.deepEqual(idsOf(backwards.data), pick(4, 3))
    assert.deepEqual(backwards.pagination, { limit: 2, offset: 1, total: 6, has_more: true })
    const last = await list(lab, '/calibrations?sort=-updated_at&limit=4&offset=4')
    assert.deepEqual([idsOf(last.data), last.pagination.has_more], [pick(1, 0), false])
    assert.deepEqual((await list(lab, '/calibrations?offset=6')).data, [])
    assert.deepEqual((await list(lab, '/calibrations?offset=9007199254740991&sort=-updated_at')).data, [])
  })

  test('starts with the record whose created_at is sent, to the millisecond', async () => {
    const { lab, records, pick } = await sixRecords()
    const since = (instant: string, more = '') => list(lab, `/calibrations?updated_since=${instant}${more}`)
    assert.deepEqual(idsOf((await since(records[4].created_at)).data), pick(4, 5))
    const after = new Date(Date.parse(records[4].created_at) + 1).toISOString()
    assert.deepEqual(idsOf((await since(after)).data), pick(5))
    const { data, pagination } = await since(records[2].created_at, '&sort=-updated_at&limit=2&offset=2')
    assert.deepEqual([idsOf(data), pagination.total], [pick(3, 2), 4])
    assert.deepEqual((await since('2100-01-01T00:00:00Z')).pagination.total, 0)
    assert.equal((await since('2000-01-01T00:00:00Z')).pagination.total, 6)
  })

  test('is sorted by time of performance, then by position in the ledger', async () => {
    const { lab, pick } = await sixRecords()
    const ids = async (query: string) => idsOf((await list(lab, `/calibrations?${query}`)).data)
    assert.deepEqual(await ids('sort=performed_at'), pick(1, 3, 0, 5, 2, 4))
    assert.deepEqual(await ids('sort=-performed_at'), pick(4, 2, 5, 0, 3, 1))
    assert.deepEqual(await ids('sort=-performed_at&limit=2&offset=1'), pick(2, 5))
  })

  test('is narrowed by instrument, result and times of performance, which combine', async () => {
    const { lab, one, pick } = await sixRecords()
    const found = async (query: string) => {
      const { data, pagination } = await list(lab, `/calibrations?${query}`)
      assert.equal(pagination.total, data.length, query)
      return idsOf(data)
    }
    assert.deepEqual(await found(`instrument_id=${one.id.toUpperCase()}`), pick(0, 2, 4))
    assert.deepEqual(await found('result=fail,%20Damaged'), pick(1, 3))
    assert.deepEqual(await found('result=PASS'), pick(0, 5))
    assert.deepEqual(await found('result=,'), pick(0, 1, 2, 3, 4, 5))
    assert.deepEqual(await found('performed_after=2026-04-01T08:00:00Z'), pick(2, 4, 5))
    assert.deepEqual(await found('performed_before=2026-02-01T08:00:00Z'), pick(1, 3))
    assert.deepEqual(
      await found(
        'performed_after=2026-02-01T08:00:00.001Z&performed_before=2026-04-30T00:00:00Z&result=pass',
      ),
      pick(0, 5),
    )
    assert.deepEqual(await found(`instrument_id=${one.id}&result=LIMITED_CALIBRATION`), pick(4))
    assert.deepEqual(await found(`instrument_id=${randomUUID()}`), [])
  })

  test('contains pending, rejected, superseded and voided records, and markers on request', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument()
    const voided = await lab.calibrate(id, { result: 'FAIL' })
    const marker = await lab.void(manager, voided.id)
    const corrected = await lab.calibrate(id)
    const correction = await lab.correct(manager, corrected.id)
    await lab.settings({ approvalPolicy: 'review' })
    const [pending, rejected] = [await lab.calibrate(id), await lab.calibrate(id)]
    await lab.reject(await lab.caller(), rejected.id)
    const records = [voided, corrected, correction, pending, rejected]
    const all = await list(lab, '/calibrations')
    assert.deepEqual(idsOf(all.data), idsOf(records))
    assert.deepEqual(
      all.data.map((record: any) => [record.approval_status, record.status]),
      [
        ['approved', 'voided'],
        ['approved', 'superseded'],
        ['approved', 'current'],
        ['pending', 'current'],
        ['rejected', 'current'],
      ],
    )
    const found = async (query: string) => idsOf((await list(lab, `/calibrations?${query}`)).data)
    assert.deepEqual(
      await found('include=voided'),
      idsOf([voided, marker, corrected, correction, pending, rejected]),
    )
    assert.deepEqual(await found('include=voided&result=FAIL'), [voided.id])
    assert.deepEqual(await found('include=voided&approval_status=approved'), idsOf(records.slice(0, 3)))
    assert.deepEqual(await found('approval_status=pending'), [pending.id])
    assert.deepEqual(await found('approval_status=Rejected,pending'), idsOf([pending, rejected]))
    assert.deepEqual(await found('approval_status=approved,pending'), idsOf(records.slice(0, 4)))
    assert.deepEqual(await found('approval_status=approved,pending,rejected&include=voided'), idsOf(records))
    const deep = await list(lab, '/calibrations?include=voided&limit=1&offset=1')
    assert.deepEqual([idsOf(deep.data), deep.pagination.total], [[marker.id], 6])
  })

  test('refuses unknown parameters and invalid values', async () => {
    const lab = await openLaboratory(app)
    const unknown: [string, string][] = [
      ['result', 'PASSED'],
      ['approval_status', 'open'],
      ['sort', 'created_at'],
      ['sort', 'UPDATED_AT'],
      ['include', 'retired'],
    ]
    for (const [field, value] of unknown) {
      const response = await app.call('GET', `/calibrations?${field}=${value}`, { key: lab.key })
      assert.deepEqual(codeOf(response), [422, 'INVALID_REQUEST'], value)
      assert.equal(response.body.details.field, field)
      assert.ok(response.body.details.allowed.length > 0)
    }
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=abc',
      'offset=-1',
      'updated_since=2026-01-01',
      'performed_after=2026-01-01T00:00:00%2B01:00',
      'instrument_id=1',
      'site_id=1',
      'sort=updated_at&sort=performed_at',
    ]) {
      const response = await app.call('GET', `/calibrations?${query}`, { key: lab.key })
      assert.deepEqual(codeOf(response), [422, 'VALIDATION_ERROR'], query)
      assert.equal(response.body.details.errors[0].loc[0], 'query')
    }
    assert.equal((await list(lab, '/calibrations?result=&include=&colour=red')).pagination.total, 0)
  })
})

describe('sites', () => {
  test('a key sees records where their instrument is now, and no others', async () => {
    const lab = await openLaboratory(app)
    const north = await lab.site('North')
    const { key } = await lab.person({ keySiteIds: [north] })
    const [here, there] = [await lab.instrument({}, key), await lab.instrument()]
    const [near, far] = [await lab.calibrate(here.id), await lab.calibrate(there.id, { result: 'FAIL' })]
    const seen = async (query = '') => {
      const { data, pagination } = await list(lab, `/calibrations${query}`, key)
      assert.equal(pagination.total, data.length)
      return idsOf(data)
    }
    assert.deepEqual(await seen(), [near.id])
    assert.deepEqual(codeOf(await app.call('GET', `/calibrations/${far.id}`, { key })), [404, 'NOT_FOUND'])
    const deps = { ...app, changeReasonRulesEnforced: false }
    await updateInstrument(deps, await lab.caller(), there.id, { body: { site_id: north } })
    assert.deepEqual(await seen(), [near.id, far.id])
    assert.deepEqual(await seen('?result=FAIL'), [far.id])
    assert.deepEqual(await seen(`?site_id=${north}`), [near.id, far.id])
    assert.deepEqual(await seen(`?site_id=${lab.workspace.defaultSiteId}`), [])
    assert.deepEqual(idsOf((await list(lab, `/calibrations?site_id=${north}`)).data), [near.id, far.id])
    assert.deepEqual((await list(lab, `/calibrations?site_id=${lab.workspace.defaultSiteId}`)).data, [])
    assert.deepEqual((await list(lab, `/calibrations?site_id=${randomUUID()}`)).data, [])
  })

  test('another workspace is never seen', async () => {
    const [mine, other] = [await openLaboratory(app), await openLaboratory(app)]
    const record = await other.calibrate((await other.instrument()).id)
    assert.deepEqual((await list(mine, '/calibrations')).data, [])
    const response = await app.call('GET', `/calibrations/${record.id}`, { key: mine.key })
    const unknown = await app.call('GET', `/calibrations/${randomUUID()}`, { key: mine.key })
    assert.deepEqual([codeOf(response), response.body], [[404, 'NOT_FOUND'], unknown.body])
  })
})

describe('the calibrations of one instrument', () => {
  test('are listed latest performed first, with the same filters', async () => {
    const { lab, one, records, pick } = await sixRecords()
    const path = `/instruments/${one.id}/calibrations`
    const ids = async (query = '') => idsOf((await list(lab, `${path}${query}`)).data)
    assert.deepEqual(await ids(), pick(4, 2, 0))
    assert.deepEqual(await ids('?sort=updated_at'), pick(0, 2, 4))
    assert.deepEqual(await ids('?sort=-updated_at&limit=1&offset=1'), pick(2))
    assert.deepEqual(await ids(`?updated_since=${records[2].created_at}`), pick(4, 2))
    assert.deepEqual(await ids('?result=PASS'), pick(0))
    assert.deepEqual(await ids(`?instrument_id=${randomUUID()}`), pick(4, 2, 0))
    assert.equal((await list(lab, path)).pagination.total, 3)
  })

  test('contain a void marker at the time of voiding, with only its fields', async () => {
    const { lab, one, records, pick } = await sixRecords()
    app.clock.advance(SECOND_MS)
    const marker = await lab.void(await lab.caller(), records[0].id, 'Wrong caliper.')
    const { data } = await list(lab, `/instruments/${one.id}/calibrations?include=voided`)
    assert.deepEqual(idsOf(data), [marker.id, ...pick(4, 2, 0)])
    const {
      id,
      instrument_id,
      record_type,
      voids_id,
      created_at,
      performed_at,
      performed_by,
      notes,
      ...rest
    } = data[0]
    assert.deepEqual([id, instrument_id, record_type, voids_id], [marker.id, one.id, 'void', records[0].id])
    assert.deepEqual([performed_at, performed_by, notes], [created_at, 'Max Manager', 'Wrong caliper.'])
    assert.ok(Object.values(rest).every((value) => value === null))
    assert.deepEqual([data[3].status, data[3].voided_by_id], ['voided', marker.id])
    assert.deepEqual(listed(await lab.record(marker.id)), data[0])
  })

  test('are not found for an instrument that the key cannot access', async () => {
    const lab = await openLaboratory(app)
    const { id } = await lab.instrument()
    const { key } = await lab.person({ keySiteIds: [await lab.site('North')] })
    for (const response of [
      await app.call('GET', `/instruments/${id}/calibrations`, { key }),
      await app.call('GET', `/instruments/${randomUUID()}/calibrations`, { key: lab.key }),
    ]) {
      assert.deepEqual(codeOf(response), [404, 'NOT_FOUND'])
    }
    const malformed = await app.call('GET', '/instruments/1/calibrations', { key: lab.key })
    assert.deepEqual(codeOf(malformed), [422, 'VALIDATION_ERROR'])
    assert.deepEqual(codeOf(await app.call('GET', '/calibrations/1', { key: lab.key })), [
      422,
      'VALIDATION_ERROR',
    ])
    const method = await app.call('DELETE', `/calibrations/${id}`, { key: lab.key })
    assert.deepEqual(
      [...codeOf(method), method.headers.get('allow')],
      [405, 'METHOD_NOT_ALLOWED', 'GET, HEAD'],
    )
  })
})
