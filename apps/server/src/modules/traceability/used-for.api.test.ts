import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AppUsedForEntry, UsedForEntry } from '@plumbline/contract'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { signInAs } from '../../../test/session.ts'
import { findTouched } from './index.ts'

const app = await sharedTestApp()

const at = (date: string, time = '10:00:00') => `2026-${date}T${time}.000Z`

/** A standard, two instruments that were calibrated with it, and one that was calibrated with the first of them. */
async function chain() {
  const lab = await openLaboratory(app, { keepsEvents: false, timeZone: 'Europe/Berlin' })
  const [standard, gauge, meter, plug] = await Promise.all(
    ['STD', 'GAUGE', 'METER', 'PLUG'].map((name) => lab.instrument({ name, asset_tag: name })),
  )
  const use = async (id: string, performed: string, standardId: string) => {
    const body = { performed_at: performed, reference_standard_asset_id: standardId }
    return lab.calibrate(id, { ...body, certificate_number: `C-${performed.slice(5, 10)}` })
  }
  await use(gauge.id, at('01-10'), standard.id)
  await use(meter.id, at('01-11', '22:59:59'), standard.id)
  await use(plug.id, at('01-12'), gauge.id)
  const list = async (query = '', key = lab.key, id = standard.id) =>
    app.call('GET', `/instruments/${id}/used-for${query}`, { key })
  return { lab, standard, gauge, meter, plug, use, list }
}

const shown = (entries: UsedForEntry[]) =>
  entries.map(({ level, via, instrument }) => `${level} ${via?.asset_tag ?? '–'}>${instrument.asset_tag}`)

describe('GET /instruments/{id}/used-for', () => {
  test('lists what was calibrated with an instrument, level by level, the latest first', async () => {
    const { list, gauge } = await chain()
    const { status, body } = await list()
    assert.equal(status, 200)
    assert.deepEqual(shown(body.data), ['1 STD>METER', '1 STD>GAUGE', '2 GAUGE>PLUG'])
    assert.deepEqual(body.pagination, { limit: 50, offset: 0, total: 3, has_more: false })
    assert.equal(body.data[1].calibration.instrument_id, gauge.id)
    assert.equal(body.data[1].calibration.certificate_number, 'C-01-10')
    const second = await list('?limit=1&offset=1')
    assert.deepEqual(shown(second.body.data), ['1 STD>GAUGE'])
    assert.equal(second.body.pagination.has_more, true)
    assert.deepEqual((await list('?offset=3')).body.data, [])
  })

  test('is limited to uses within days of the zone of the workspace, or between instants', async () => {
    const { list } = await chain()
    // 22:59:59 in UTC is 23:59:59 in Berlin.
    assert.deepEqual(shown((await list('?from=2026-01-11&to=2026-01-11')).body.data), ['1 STD>METER'])
    assert.deepEqual(shown((await list('?to=2026-01-10')).body.data), ['1 STD>GAUGE', '2 GAUGE>PLUG'])
    assert.deepEqual(shown((await list('?from=2026-01-11T22:59:59Z')).body.data), ['1 STD>METER'])
    assert.deepEqual((await list('?from=2026-01-11T22:59:59.001Z')).body.data, [])
    assert.deepEqual(shown((await list('?to=2026-01-10T10:00:00.0009Z')).body.data), [
      '1 STD>GAUGE',
      '2 GAUGE>PLUG',
    ])
  })

  test('refuses invalid dates and instants, and an end before the start', async () => {
    const { list } = await chain()
    for (const query of [
      '?from=2026-02-30',
      '?to=yesterday',
      '?from=2026-01-11T22:59:59',
      '?limit=101',
      '?site_id=x',
    ]) {
      const { status, body } = await list(query)
      assert.deepEqual([status, body.code], [422, 'VALIDATION_ERROR'], query)
      assert.equal(body.details.errors[0].loc[0], 'query')
    }
    const { body } = await list('?from=2026-01-12&to=2026-01-11')
    assert.deepEqual([body.code, body.details.errors[0].loc], ['VALIDATION_ERROR', ['query', 'to']])
    assert.equal((await list('?from=2026-01-11&to=2026-01-11')).status, 200)
  })

  test('shows keys of some sites what is there, also through another site', async () => {
    const { lab, list, gauge, standard } = await chain()
    const elsewhere = await lab.site('Elsewhere')
    const manager = await signInAs(app, lab, 'manager')
    const body = { site_id: elsewhere }
    assert.equal((await manager.call('PATCH', `/instruments/${gauge.id}`, { body })).status, 200)
    const { site_id: home } = await lab.read(standard.id)
    const { key } = await lab.person({ role: 'technician', siteIds: [home] })
    const seen = (await list('', key)).body
    assert.deepEqual(shown(seen.data), ['1 STD>METER', '2 –>PLUG'])
    assert.equal(seen.pagination.total, 2)
    assert.deepEqual(shown((await list(`?site_id=${elsewhere}`)).body.data), ['1 STD>GAUGE'])
    assert.deepEqual((await list(`?site_id=${elsewhere}`, key)).body.data, [])
    assert.equal((await list('', key, gauge.id)).status, 404)
  })

  test('is not found for another workspace, nor for an unknown ID', async () => {
    const { list, standard } = await chain()
    const other = await app.workspace()
    const unknown = await list('', undefined, '019345b3-5d07-7e19-b8c4-91a06f2d7e58')
    const foreign = await app.call('GET', `/instruments/${standard.id}/used-for`, { key: other.key })
    assert.deepEqual([unknown.status, foreign.status], [404, 404])
    assert.equal((await list('', undefined, 'x')).status, 422)
  })

  test('refuses a request beyond its limits, and says how to narrow it', async () => {
    const { lab, standard } = await chain()
    const reach = { standardId: standard.id, from: null, to: null }
    const refused = {
      code: 'FILTER_TOO_BROAD',
      details: { candidates: 3, maximum: 2, narrow_with: ['from', 'to'] },
    }
    await assert.rejects(findTouched(app.db.in(lab.id), reach, 2), refused)
    assert.equal((await findTouched(app.db.in(lab.id), reach, 3)).length, 3)
  })
})

describe('the same in the application', () => {
  test('has each instrument as it is now, and a file with level and standard', async () => {
    const { lab, standard, plug } = await chain()
    const auditor = await signInAs(app, lab, 'auditor')
    const path = `/instruments/${standard.id}/used-for`
    const { status, body } = await auditor.call('GET', path)
    assert.equal(status, 200)
    const last = body.data[2] as AppUsedForEntry
    assert.equal(last.calibration.instrument.id, plug.id)
    assert.equal(last.calibration.instrument.is_quarantined, false)
    const file = await auditor.call('GET', `/exports${path}?from=2026-01-01`)
    const lines = String(file.body).trim().split('\r\n')
    assert.equal(lines.length, 4)
    assert.match(lines[0]!, /,level,via_asset_tag,via_name,via_instrument_id$/)
    assert.match(lines[3]!, /^PLUG,.*,2,GAUGE,GAUGE,[0-9a-f-]{36}$/)
    assert.equal((await auditor.call('GET', `/exports${path}?from=2026-02-01&to=2026-01-01`)).status, 422)
  })
})
