import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { ProcedureRevision } from '@plumbline/contract'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Body } from '../../../../test/calibrating.ts'
import { textOf, without } from '../../../../test/rendered-pages.ts'
import { signInAs } from '../../../../test/session.ts'
import { caliperPoint, release, releasedProcedure } from '../../../../test/workspaces/released-procedure.ts'
import { projections } from '../../../projections.ts'
import { verifyLedger } from '../../ledger/index.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app)
const manager = await signInAs(app, lab, 'manager')
const unknownId = '019345b3-5d07-7e19-b8c4-91a06f2d7e58'

const environment = { temperature: { lower: '19', upper: '21', unit: '°C' }, humidity: null }
const contributors = [
  { name: 'Blocks', type: 'B', distribution: 'normal', value_from: 'standard' },
  { name: 'Display', type: 'B', distribution: 'rectangular', value_from: 'resolution' },
]
const procedure = await releasedProcedure(manager, {
  points: [
    caliperPoint('10.00'),
    caliperPoint('50.00', { repeats: 3, budget_id: unknownId }),
    caliperPoint('100.00', { decision_rule: 'simple_acceptance' }),
  ],
  budgets: [{ id: unknownId, name: 'Jaws', contributors }],
  decision_rule: 'guard_band_u',
  environment,
})
const [first, second, third] = procedure.points as [any, any, any]
const reading = { as_found: { readings: ['0.01'] } }

const standard = await lab.instrument({ is_reference_standard: true })
await lab.calibrate(standard.id, { measurement_uncertainty: '0.4 µm', coverage_factor: '2' })

async function follower(of: ProcedureRevision = procedure): Promise<string> {
  const { id } = await lab.instrument()
  await manager.call('PATCH', `/instruments/${id}`, { body: { procedure_id: of.procedure_id } })
  return id
}
const id = await follower()

const at = (point: { id: string }, value: string, members: Body = {}): Body => ({
  point_id: point.id,
  as_found: { readings: [value] },
  ...members,
})
const all = () => [
  at(first, '10.01'),
  at(second, '50.01', { standard_asset_id: standard.id }),
  at(third, '100.00'),
]
const read = async (recordId: string) =>
  (await app.call('GET', `/calibrations/${recordId}`, { key: lab.key })).body
const problemsOf = async (body: Body, instrumentId = id) => {
  const response = await lab.send(instrumentId, body)
  assert.deepEqual([response.status, response.body.code], [422, 'VALIDATION_ERROR'])
  return response.body.details.errors.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'))
}

describe('a record that follows a procedure', () => {
  test('takes from it what its points omit, and freezes that with code and revision', async () => {
    const { status, body: record } = await lab.send(id, { measurements: all() })
    assert.equal(status, 201, JSON.stringify(record))
    assert.deepEqual(
      [record.procedure_id, record.procedure_code, record.procedure_revision],
      [procedure.procedure_id, procedure.code, 1],
    )
    const [one, two, three] = record.measurements
    const { function: name, range, nominal, tolerance, resolution } = one
    const { id: _id, budget_id: _budget, ...stated } = first
    assert.deepEqual({ ...stated, function: name, range, nominal, tolerance, resolution }, stated)
    // U/k of the standard 0.2 µm, half the resolution by √3: 2.8868 µm.
    const values = { expanded: '0.0048', coverage_factor: '1.65', unit: 'mm', coverage_probability: '95.45' }
    assert.deepEqual(two.uncertainty, { ...values, budget_id: procedure.budgets[0]!.id })
    assert.deepEqual(
      [one, two, three].map((point) => point.decision.rule),
      ['guard_band_u', 'guard_band_u', 'simple_acceptance'],
    )
    assert.equal(record.decision_rule, 'guard_band_u')
    assert.deepEqual(await read(record.id), record)
    const { body } = await app.call('GET', `/instruments/${id}/calibrations`, { key: lab.key })
    assert.equal(body.data[0].procedure_code, procedure.code)
  })

  test('uses its own rule before that of the procedure', async () => {
    const { body } = await lab.send(id, { measurements: all(), decision_rule: 'iso_14253_1' })
    assert.deepEqual(
      body.measurements.map((point: any) => point.decision.rule),
      ['iso_14253_1', 'iso_14253_1', 'simple_acceptance'],
    )
  })

  test('is compared with the settings of its instrument', async () => {
    const other = await follower()
    const tolerance = { symmetric: { absolute: '0.5' } }
    const override = { point_id: first.id, nominal: null, tolerance, reason: 'Rough work' }
    await manager.call('PATCH', `/instruments/${other}`, { body: { point_overrides: [override] } })
    const { body } = await lab.send(other, { measurements: all() })
    assert.deepEqual(body.measurements[0].tolerance, tolerance)
  })

  test('states its deviations if it omits points or was made under other conditions', async () => {
    const some = { measurements: all().slice(0, 2) }
    assert.deepEqual(await problemsOf(some), ['deviation_from_procedure'])
    const warm = { measurements: all(), temperature: '23 °C' }
    assert.deepEqual(await problemsOf(warm), ['deviation_from_procedure'])
    assert.deepEqual(await problemsOf({ ...warm, deviation_from_procedure: ' ' }), [
      'deviation_from_procedure',
    ])
    const said = { deviation_from_procedure: 'The air conditioning failed' }
    const { status, body } = await lab.send(id, { ...some, ...warm, ...said })
    assert.deepEqual([status, body.deviation_from_procedure], [201, said.deviation_from_procedure])
  })

  test('is refused points and budgets of another procedure, or of none', async () => {
    const other = await releasedProcedure(manager, { points: [caliperPoint('1')] })
    const foreign = [at(other.points[0]!, '1')]
    assert.deepEqual(await problemsOf({ measurements: foreign }), ['measurements.0.point_id'])
    const { id: free } = await lab.instrument()
    assert.deepEqual(await problemsOf({ measurements: all() }, free), [
      'measurements.0.point_id',
      'measurements.1.point_id',
      'measurements.2.point_id',
    ])
    const budget = { ...all()[0], uncertainty: { budget_id: unknownId } }
    assert.deepEqual(await problemsOf({ measurements: [budget] }), ['measurements.0.uncertainty.budget_id'])
    const lacking = all().with(1, at(second, '50.01'))
    assert.deepEqual(await problemsOf({ measurements: lacking }), ['measurements.1.uncertainty.budget_id'])
  })

  test('that names no point follows none, and states no deviations', async () => {
    const point = { nominal: { value: '1', unit: 'mm' }, ...reading }
    const budgeted = {
      ...point,
      resolution: '0.01',
      standard_asset_id: standard.id,
      uncertainty: { budget_id: procedure.budgets[0]!.id },
    }
    const { body } = await lab.send(id, { measurements: [budgeted], temperature: '40 °C', result: 'FAIL' })
    assert.deepEqual([body.procedure_id, body.procedure_code, body.procedure_revision], [null, null, null])
    assert.equal(body.measurements[0].uncertainty.expanded, '0.0048')
  })

  test('is accepted in batches as it is alone', async () => {
    const others = [await follower(), (await lab.instrument()).id]
    const items = others.map((instrument_id) => ({
      instrument_id,
      idempotency_key: randomUUID(),
      body: { result: 'PASS', measurements: all() },
    }))
    const { body } = await app.call('POST', '/calibrations/batch', { key: lab.key, body: { items } })
    assert.deepEqual(
      body.results.map(({ status }: { status: number }) => status),
      [201, 422],
    )
    assert.equal(body.results[0].body.procedure_code, procedure.code)
  })
})

describe('a correction of a record that follows a procedure', () => {
  test('follows the revision that the record followed, as the instrument was then', async () => {
    const own = await releasedProcedure(manager, { points: ['1', '2'].map((value) => caliperPoint(value)) })
    const [one, two] = own.points
    const instrument = await follower(own)
    const record = await lab.calibrate(instrument, { measurements: [at(one!, '1.01'), at(two!, '2.01')] })
    const tolerance = { symmetric: { absolute: '0.001' } }
    const override = { point_id: one!.id, nominal: null, tolerance, reason: 'Now used for fine work' }
    await manager.call('PATCH', `/instruments/${instrument}`, { body: { point_overrides: [override] } })
    await manager.call('POST', `/procedures/${own.procedure_id}/draft`)
    const next = { body: { points: [caliperPoint('3')] } }
    await manager.call('PATCH', `/procedures/${own.procedure_id}/draft`, next)
    await release(manager, own.procedure_id)
    const correct = (measurements: Body[], more: Body = {}) =>
      manager.call('POST', `/calibrations/${record.id}/correct`, {
        body: { result: 'PASS', correction_reason: 'A slip of the pen', measurements, ...more },
      })
    const refused = await correct([at(one!, '1.00')])
    assert.equal(refused.body.details.errors[0].loc[1], 'deviation_from_procedure')
    const { status, body } = await correct([at(one!, '1.00'), at(two!, '2.00')])
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual([body.procedure_revision, body.procedure_code], [1, own.code])
    assert.deepEqual(body.measurements[0].tolerance, one!.tolerance)
  })

  test('of a record that followed none follows the procedure of the instrument now', async () => {
    const { id: instrument } = await lab.instrument()
    const record = await lab.calibrate(instrument)
    await manager.call('PATCH', `/instruments/${instrument}`, {
      body: { procedure_id: procedure.procedure_id },
    })
    const { status, body } = await manager.call('POST', `/calibrations/${record.id}/correct`, {
      body: { result: 'PASS', correction_reason: 'Points were missing', measurements: all() },
    })
    assert.deepEqual([status, body.procedure_code], [201, procedure.code], JSON.stringify(body))
  })
})

describe('the budgets of a record that is entered late use what its standard stated at the time', () => {
  const then = '2026-03-10T10:00:00.000Z'
  // U/k of the standard, half the resolution by √3: 2.8868 µm.
  const [before, since] = ['0.012', '0.0048']
  const standardWith = async (...certificates: [performedAt: string, uncertainty: string][]) => {
    const { id: own } = await lab.instrument({ is_reference_standard: true })
    for (const [performed_at, measurement_uncertainty] of certificates) {
      await lab.calibrate(own, { performed_at, measurement_uncertainty, coverage_factor: '2' })
    }
    return own as string
  }
  const budgeted = (named: Body = {}) => all().with(1, at(second, '50.01', named))
  const expanded = ({ measurements }: any) => measurements[1].uncertainty.expanded
  const twice = () => standardWith(['2025-09-01T08:00:00Z', '10 µm'], ['2026-11-01T08:00:00Z', '0.4 µm'])

  test('of the record and of its points, in both APIs, in batches and in corrections', async () => {
    const own = await twice()
    const bodies = [
      { measurements: budgeted(), reference_standard_asset_id: own },
      { measurements: budgeted({ standard_asset_id: own }) },
    ]
    for (const body of bodies) {
      const late = { result: 'PASS', ...body, performed_at: then }
      const record = await lab.calibrate(id, late)
      assert.deepEqual([expanded(record), expanded(await lab.calibrate(id, body))], [before, since])
      const sent = await manager.call('POST', `/instruments/${id}/calibrations`, {
        body: { ...late, reference_standard_reason: 'Nothing else was there' },
        headers: { 'idempotency-key': randomUUID() },
      })
      assert.equal(expanded(sent.body), before)
      const items = [late, { ...body, result: 'PASS' }].map((each) => ({
        instrument_id: id,
        idempotency_key: randomUUID(),
        body: each,
      }))
      const { body: batch } = await app.call('POST', '/calibrations/batch', { key: lab.key, body: { items } })
      assert.deepEqual(
        batch.results.map((one: any) => expanded(one.body)),
        [before, since],
      )
      const correct = async (calibrationId: string, more: Body) => {
        const correction = { ...body, result: 'PASS', correction_reason: 'A slip of the pen', ...more }
        return (await manager.call('POST', `/calibrations/${calibrationId}/correct`, { body: correction }))
          .body
      }
      const corrected = await correct(record.id, {})
      assert.equal(expanded(corrected), before)
      assert.equal(expanded(await correct(corrected.id, { performed_at: '2026-11-10T10:00:00Z' })), since)
    }
  })

  test('and is refused where it stated nothing then', async () => {
    const later = await standardWith(['2026-11-01T08:00:00Z', '0.4 µm'])
    const body = { measurements: budgeted({ standard_asset_id: later }), performed_at: then }
    assert.deepEqual(await problemsOf(body), ['measurements.1.uncertainty.budget_id'])
  })
})

test('points of released procedures are evaluated without a record, by their references', async () => {
  const evaluate = (key: string) =>
    app.call('POST', '/measurements/evaluate', { key, body: { points: all() } })
  const { status, body } = await evaluate(lab.key)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(
    body.points.map((point: any) => [point.nominal.value, point.decision.rule]),
    [
      ['10.00', 'guard_band_u'],
      ['50.00', 'guard_band_u'],
      ['100.00', 'simple_acceptance'],
    ],
  )
  assert.equal(body.points[1].uncertainty.expanded, '0.0048')
  const { key: theirs } = await app.workspace()
  assert.equal((await evaluate(theirs)).status, 422)
})

test(
  'the certificate names procedure and revision, and what departed from them',
  { skip: without('pdftotext') },
  async () => {
    const deviation = 'The point at 100 mm was left out: the blocks are away.'
    const record = await lab.calibrate(id, {
      measurements: all().slice(0, 2),
      deviation_from_procedure: deviation,
    })
    const response = await fetch(`${app.origin}/api/public/v1/calibrations/${record.id}/certificate`, {
      headers: { authorization: `Bearer ${lab.key}` },
    })
    const text = textOf(Buffer.from(await response.arrayBuffer()))
    assert.ok(text.includes(`${procedure.code}, revision 1`), text)
    assert.ok(text.includes(`Deviations from the procedure ${deviation}`), text)
  },
)

test('records that follow procedures are what the ledger records', async () => {
  const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, lab.id)
  assert.deepEqual([fault, rowFaults], [null, []])
})
