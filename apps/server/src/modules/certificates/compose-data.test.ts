import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory, type Body } from '../../../test/calibrating.ts'
import { signInAs } from '../../../test/session.ts'
import { findCalibration, findSnapshot } from '../calibrations/index.ts'
import { composeData } from './compose-data.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app)
const manager = await signInAs(app, lab, 'manager', { name: 'Quinn' })
const technician = await signInAs(app, lab, 'technician', { name: 'Tess' })

/** What a certificate of a record with this body would print. */
async function printedOf(body: Body, instrumentBody: Body = { method: 'WI-7' }) {
  const entered = await lab.instrument()
  const changed = await manager.call('PATCH', `/instruments/${entered.id}`, { body: instrumentBody })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const response = await manager.call('POST', `/instruments/${entered.id}/calibrations`, {
    body: { result: 'PASS', ...body },
    headers: { 'idempotency-key': randomUUID() },
  })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  const queries = app.db.in(lab.id)
  const calibration = await findCalibration(queries, response.body.id, null)
  const snapshot = await findSnapshot(queries, response.body.id)
  return composeData({
    calibration: calibration!,
    snapshot: snapshot!,
    measurements: null,
    number: 'C-1',
    issuedAt: app.clock.now().toISOString(),
    logo: undefined,
    replaces: undefined,
    ledger: { index: 0, treeSize: 1, root: '' },
    verificationUrl: 'http://localhost/verify/x',
  })
}

const standardOf = async (daysAgo: number): Promise<string> => {
  const at = new Date(app.clock.now().getTime() - daysAgo * 86_400_000).toISOString()
  const body = { name: 'Gauge blocks', is_reference_standard: true, last_calibration_date: at }
  return (await lab.instrument(body)).id
}

const external = {
  calibration_type: 'external_certificate',
  performed_at: '2026-05-04T09:30:00Z',
  certificate_number: 'K-1',
}

describe('the certificate of in-house work', () => {
  test('is completed with the place of the instrument, its procedure and its standard', async () => {
    const data = await printedOf({ reference_standard_asset_id: await standardOf(30) })
    assert.deepEqual([data.placeOfWork, data.method, data.performedBy], ['Main site', 'WI-7', 'Quinn'])
    assert.equal(data.traceability!.standard, 'Gauge blocks')
    assert.equal(typeof data.traceability!.validUntil, 'string')
    assert.equal(data.enteredBy, undefined)
  })

  test('names performer and the person who entered the record where they are two people', async () => {
    const data = await printedOf({ performed_by: technician.personId })
    assert.deepEqual([data.performedBy, data.enteredBy], ['Tess', 'Quinn'])
    assert.match(data.record, /"entered_by":"Quinn"/)
  })

  test('calls no standard good that was quarantined when it was used', async () => {
    const id = await standardOf(30)
    const body = { is_quarantined: true, reason: 'Dropped' }
    await manager.call('POST', `/instruments/${id}/quarantine`, { body })
    const data = await printedOf({ reference_standard_asset_id: id })
    assert.equal(data.traceability!.validUntil, undefined)
  })
})

test('the accreditation is shown only on certificates of accredited records', async () => {
  const admin = await signInAs(app, lab, 'admin')
  await admin.call('PATCH', '', { body: { accreditation: 'Body, No. 7' } })
  const stated = { measurement_uncertainty: '0.01 mm', traceability_reference: 'To the SI' }
  const accreditationOf = async (body: Body) => (await printedOf(body)).laboratory.accreditation
  assert.equal(await accreditationOf(stated), 'Body, No. 7')
  assert.equal(await accreditationOf({ ...stated, accredited: false }), undefined)
  assert.equal(await accreditationOf({ ...stated, measurement_uncertainty: null }), undefined)
  assert.equal(await accreditationOf({ ...external, ...stated }), undefined)
  const line = {
    quantity: 'Calipers',
    from: '0',
    to: '100',
    unit: 'mm',
    cmc: '10',
    cmc_unit: 'µm',
    cmc_percent: null,
    method: null,
    since: null,
    until: null,
  }
  const changed = await admin.call('PATCH', '', { body: { accreditation_scope: [line] } })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const capabilityOf = async (uncertainty: string) => {
    const body = { ...stated, nominal_value: '10', measurement_uncertainty: uncertainty }
    const item = { category: 'calipers', unit_of_measure: 'mm' }
    return (await printedOf(body, item)).measurement!.capability
  }
  assert.equal(await capabilityOf('0.005'), '0.01 mm')
  assert.equal(await capabilityOf('0.01'), undefined)
  await admin.call('PATCH', '', { body: { accreditation_scope: null } })
  await admin.call('PATCH', '', { body: { accreditation: null } })
})

describe("the certificate of a provider's work", () => {
  test('is never completed with places, procedures and standards of the own laboratory', async () => {
    const data = await printedOf(external)
    assert.deepEqual([data.placeOfWork, data.method, data.traceability], [undefined, undefined, undefined])
    const named = await printedOf({ ...external, reference_standard_asset_id: await standardOf(30) })
    assert.equal(named.traceability, undefined)
  })

  test('prints what the record states of them', async () => {
    const stated = {
      place_of_work: "Provider's laboratory",
      method: 'EURAMET cg-18',
      reference_standard: 'Mass set E2',
      traceability_reference: 'METAS',
    }
    const data = await printedOf({ ...external, ...stated })
    assert.deepEqual([data.placeOfWork, data.method], [stated.place_of_work, stated.method])
    assert.deepEqual(data.traceability, { standard: 'Mass set E2', statement: 'METAS' })
  })

  test('says who recorded it, and names nobody of the own laboratory as performer', async () => {
    const data = await printedOf(external)
    assert.deepEqual([data.performedBy, data.enteredBy], [undefined, 'Quinn'])
  })
})
