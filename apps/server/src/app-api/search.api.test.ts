import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Found } from '@plumbline/contract'
import { sharedTestApp } from '../../test/app.ts'
import { openLaboratory } from '../../test/calibrating.ts'
import { signInAs, type TestSession } from '../../test/session.ts'
import { sql } from '../platform/db/index.ts'

const app = await sharedTestApp()

async function search(session: TestSession, text: string): Promise<Found> {
  const response = await session.call('GET', `/search?q=${encodeURIComponent(text)}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body
}

const numbers = (found: Found) =>
  found.calibrations.map(({ number, calibration }) => [number, calibration.id])

async function laboratory() {
  const lab = await openLaboratory(app)
  const here = await lab.instrument({ asset_tag: 'CAL-1', name: 'Caliper' })
  const there = await lab.instrument({ asset_tag: 'GAU-1', name: 'Gauge' })
  const numbered = await lab.calibrate(here.id, {
    certificate_number: 'dkd-2026-0815',
    performed_at: '2026-03-01T10:00:00Z',
  })
  const last = await lab.calibrate(here.id, { performed_at: '2026-04-01T10:00:00Z' })
  return { lab, here, there, numbered, last }
}

describe('searching over everything', () => {
  test('finds instruments by words, with the last record of the first ones, in every role', async () => {
    const { lab, here, last } = await laboratory()
    for (const role of ['admin', 'manager', 'technician', 'auditor'] as const) {
      const found = await search(await signInAs(app, lab, role), 'cali')
      assert.deepEqual(
        found.instruments.map(({ asset_tag }) => asset_tag),
        ['CAL-1'],
        role,
      )
      assert.deepEqual(numbers(found), [[null, last.id]])
      assert.equal(found.calibrations[0]!.calibration.instrument.id, here.id)
    }
  })

  test('finds records by the beginning of a number, ignoring case', async () => {
    const { lab, numbered } = await laboratory()
    const session = await signInAs(app, lab, 'auditor')
    for (const text of ['DKD-2026-0815', 'dkd-2026', 'Dkd'])
      assert.deepEqual(numbers(await search(session, text)), [['dkd-2026-0815', numbered.id]], text)
    for (const text of ['kd-2026', '%', 'dkd_2026', '0815'])
      assert.deepEqual(numbers(await search(session, text)), [], text)
  })

  test('finds records by the number of an issued certificate, and each once', async () => {
    const { lab, last } = await laboratory()
    const session = await signInAs(app, lab, 'technician')
    const issued = await session.call('GET', `/calibrations/${last.id}/certificate`)
    assert.equal(issued.status, 200)
    const [certificate] = await app.db.in(lab.id).rows<{ number: string }>(sql`
      select number from certificates where workspace_id = ${lab.id} and calibration_id = ${last.id}`)
    const { number } = certificate!
    assert.deepEqual(numbers(await search(session, number)), [[number, last.id]])
    assert.deepEqual(numbers(await search(session, number.slice(0, 6))), [[number, last.id]])
  })

  test('ends at the sites of the person and at the workspace', async () => {
    const { lab, there } = await laboratory()
    const harbour = await lab.site('Harbour')
    const manager = await signInAs(app, lab, 'manager')
    await manager.call('PATCH', `/instruments/${there.id}`, { body: { site_id: harbour } })
    const seen = await lab.calibrate(there.id, { certificate_number: 'DKD-2026-1' })
    const limited = await signInAs(app, lab, 'technician', { siteIds: [harbour] })
    assert.deepEqual(numbers(await search(limited, 'dkd')), [['DKD-2026-1', seen.id]])
    assert.deepEqual((await search(limited, 'cali')).instruments, [])
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    assert.deepEqual(await search(stranger, 'dkd'), { instruments: [], calibrations: [] })
  })

  test('refuses an empty and an endless text', async () => {
    const { lab } = await laboratory()
    const session = await signInAs(app, lab, 'auditor')
    for (const query of ['', '?q=', `?q=${'x'.repeat(201)}`]) {
      const response = await session.call('GET', `/search${query}`)
      assert.deepEqual([response.status, response.body.code], [422, 'VALIDATION_ERROR'], query)
    }
  })

  test('looks numbers up in an index, as the role that sees one workspace', async () => {
    const { lab } = await laboratory()
    const [, plan] = await app.db.in(lab.id).batch([
      sql`set local enable_seqscan = off`,
      sql`
        explain (format json)
        select c.calibration_id from calibrations c
        where c.workspace_id = ${lab.id} and c.certificate_number_key >= upper('dkd'::text)
          and c.certificate_number_key < upper('dkd'::text) || 'z'
        order by c.certificate_number_key, c.ledger_index
        limit 5`,
    ])
    assert.match(JSON.stringify(plan), /"Index Cond":"[^"]*certificate_number_key/)
  })
})
