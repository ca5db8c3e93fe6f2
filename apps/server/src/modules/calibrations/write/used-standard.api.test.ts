import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AppCalibrationRecord, Page } from '@plumbline/contract'
import { sharedTestApp } from '../../../../test/app.ts'
import { listed, openLaboratory } from '../../../../test/calibrating.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'
import { sql } from '../../../platform/db/index.ts'

const app = await sharedTestApp()

async function list(session: TestSession, query: string): Promise<Page<AppCalibrationRecord>> {
  const response = await session.call('GET', `/calibrations?${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body
}

/** A laboratory in Berlin with a standard that two of three instruments were calibrated with. */
async function laboratory() {
  const lab = await openLaboratory(app, { timeZone: 'Europe/Berlin' })
  const harbour = await lab.site('Harbour')
  const manager = await signInAs(app, lab, 'manager')
  const standard = (await lab.instrument({ is_reference_standard: true })).id as string
  const [here, there, other] = await Promise.all([lab.instrument(), lab.instrument(), lab.instrument()])
  await manager.call('PATCH', `/instruments/${there.id}`, { body: { site_id: harbour } })
  const measure = (id: string, at: string, body = {}) =>
    lab.calibrate(id, { performed_at: at, reference_standard_asset_id: standard, ...body })
  return { lab, manager, harbour, standard, here, there, other, measure }
}

describe('what was calibrated with a reference standard', () => {
  test('is listed with each instrument as it is now, in every role', async () => {
    const { lab, manager, standard, here, there, other, measure } = await laboratory()
    const first = await measure(here.id, '2026-03-01T10:00:00Z')
    const second = await measure(there.id, '2026-04-01T10:00:00Z', { result: 'FAIL' })
    await lab.calibrate(other.id, { performed_at: '2026-05-01T10:00:00Z' })
    await manager.call('POST', `/instruments/${here.id}/quarantine`, {
      body: { is_quarantined: true, reason: 'Standard was wrong' },
    })
    const query = `reference_standard_asset_id=${standard.toUpperCase()}&sort=-performed_at`
    for (const role of ['admin', 'manager', 'technician', 'auditor'] as const) {
      const { data, pagination } = await list(await signInAs(app, lab, role), query)
      assert.equal(pagination.total, 2, role)
      assert.deepEqual(
        data.map(({ id, instrument }) => [id, instrument.asset_tag, instrument.is_quarantined]),
        [
          [second.id, there.asset_tag, true],
          [first.id, here.asset_tag, true],
        ],
      )
    }
    const [failed] = (await list(manager, query)).data
    assert.equal(failed!.instrument.compliance_status, 'NON_COMPLIANT')
    const { instrument: _instrument, ...record } = failed!
    assert.deepEqual(record, listed(await lab.record(second.id)))
  })

  test("is bounded by days of the workspace's zone, both included", async () => {
    const { manager, standard, here, measure } = await laboratory()
    // Half past midnight of the 2nd in Berlin, and a minute before its midnight.
    const early = await measure(here.id, '2026-03-01T23:30:00Z')
    const late = await measure(here.id, '2026-03-02T22:59:00Z')
    const found = async (bounds: string) =>
      (await list(manager, `reference_standard_asset_id=${standard}${bounds}`)).data.map(({ id }) => id)
    assert.deepEqual(await found('&performed_from=2026-03-02'), [early.id, late.id])
    assert.deepEqual(await found('&performed_from=2026-03-02&performed_to=2026-03-02'), [early.id, late.id])
    assert.deepEqual(await found('&performed_to=2026-03-01'), [])
    assert.deepEqual(await found('&performed_from=2026-03-03'), [])
    assert.deepEqual(await found('&result=FAIL'), [])
    assert.deepEqual(await found('&sort=-performed_at&limit=1'), [late.id])
  })

  test('ends at the sites of the person and at the workspace', async () => {
    const { lab, harbour, standard, here, there, measure } = await laboratory()
    await measure(here.id, '2026-03-01T10:00:00Z')
    const visible = await measure(there.id, '2026-03-01T10:00:00Z')
    const query = `reference_standard_asset_id=${standard}`
    const limited = await list(await signInAs(app, lab, 'technician', { siteIds: [harbour] }), query)
    assert.deepEqual([limited.data.map(({ id }) => id), limited.pagination.total], [[visible.id], 1])
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    assert.deepEqual((await list(stranger, query)).pagination.total, 0)
  })

  test('refuses invalid IDs and dates, and is not a filter of the public API', async () => {
    const { lab, manager, standard, here, measure } = await laboratory()
    await measure(here.id, '2026-03-01T10:00:00Z')
    await lab.calibrate(here.id)
    for (const query of [
      'reference_standard_asset_id=x',
      'performed_from=01.02.2026',
      'performed_to=2026-02-30',
    ]) {
      const response = await manager.call('GET', `/calibrations?${query}`)
      assert.deepEqual([response.status, response.body.code], [422, 'VALIDATION_ERROR'], query)
    }
    assert.equal((await manager.call('GET', '/calibrations?sort=name')).body.code, 'INVALID_REQUEST')
    const path = `/calibrations?reference_standard_asset_id=${standard}`
    assert.equal((await app.call('GET', path, { key: lab.key })).body.pagination.total, 2)
  })

  test('is found by an index only, also under row security', async () => {
    const { lab, standard, here, measure } = await laboratory()
    await measure(here.id, '2026-03-01T10:00:00Z')
    const [, plan] = await app.db.in(lab.id).batch([
      sql`set local enable_seqscan = off`,
      sql`
        explain (format json)
        select c.ledger_index from calibrations c
        where c.workspace_id = ${lab.id} and c.reference_standard_asset_id = ${standard}
          and c.performed_at >= '2026-01-01' and c.record_type = 'calibration'
        order by c.performed_at desc, c.ledger_index desc
        limit 50`,
    ])
    const text = JSON.stringify(plan)
    assert.match(text, /"Index Only Scan"/)
    assert.match(text, /calibration_reference_standard/)
    assert.doesNotMatch(text, /"Sort"/)
  })
})
