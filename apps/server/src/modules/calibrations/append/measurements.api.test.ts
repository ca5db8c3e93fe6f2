import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { CalibrationRecordWithMeasurements } from '@plumbline/contract'
import { ENGINE_VERSION } from '@plumbline/contract/measurement'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Body } from '../../../../test/calibrating.ts'
import { projections } from '../../../projections.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { findMeasurements } from '../read-store.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app)
const { id } = await lab.instrument({ unit_of_measure: 'V' })

const point = (members: Body = {}): Body => ({
  function: 'DC voltage',
  range: '10 V',
  nominal: { value: '10.000', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.005' } },
  as_found: { readings: ['10.001', '10.002'] },
  uncertainty: { expanded: '0.8', coverage_factor: '2', unit: 'mV' },
  ...members,
})
const out = (members: Body = {}) => point({ as_found: { readings: ['10.006'] }, ...members })
const adjusted = out({ as_left: { readings: ['10.000'] } })

const read = async (recordId: string) =>
  (await app.call('GET', `/calibrations/${recordId}`, { key: lab.key })).body
const problemsOf = async (body: Body) => {
  const response = await lab.send(id, body)
  assert.deepEqual([response.status, response.body.code], [422, 'VALIDATION_ERROR'])
  return response.body.details.errors.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'))
}

describe('a record with points', () => {
  test('is returned with what was computed for each, in the response, when read, and when repeated', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { decision_rule: 'guard_band_u', measurements: [point(), adjusted] }
    const { status, body: record } = await lab.send(id, body, { headers })
    assert.equal(status, 201)
    assert.deepEqual(
      Object.keys(record).toSorted(),
      Object.keys(CalibrationRecordWithMeasurements.properties).toSorted(),
    )
    const [first, second] = record.measurements
    assert.deepEqual(
      [first.as_found.mean, first.as_found.error, first.as_found.lower_limit, first.as_found.upper_limit],
      ['10.0015', '0.0015', '9.995', '10.005'],
    )
    assert.deepEqual([first.decision.rule, first.decision.outcome], ['guard_band_u', 'pass'])
    assert.equal(typeof first.decision.tur, 'number')
    assert.deepEqual(
      [second.as_found.verdict, second.as_found.percent_of_tolerance, second.as_left.verdict],
      ['out', '120', 'in'],
    )
    assert.deepEqual(await read(record.id), record)
    assert.deepEqual((await lab.send(id, body, { headers })).body, record)
  })

  test('counts its points in lists, which leave the points out', async () => {
    const { id: other } = await lab.instrument()
    const result = { result: 'FAIL', notes: 'Sent to repair.' }
    await lab.calibrate(other, { ...result, measurements: [point(), out(), adjusted] })
    await lab.calibrate(other)
    const { body } = await app.call('GET', `/instruments/${other}/calibrations?sort=updated_at`, {
      key: lab.key,
    })
    const counts = body.data.map((record: any) => [
      record.measurement_count,
      record.points_out,
      record.tolerance_verdict,
    ])
    assert.deepEqual(counts, [
      [3, 1, null],
      [0, 0, 'not_comparable'],
    ])
    assert.ok(body.data.every((record: any) => !('measurements' in record)))
  })

  test('states the worst point as its single reading where no field of that is sent, and else fills none', async () => {
    const record = await lab.calibrate(id, { measurements: [point(), adjusted, point()] })
    assert.deepEqual(
      [
        record.nominal_value,
        record.tolerance,
        record.as_found_reading,
        record.as_left_reading,
        record.measurement_uncertainty,
      ],
      ['10.000 V', '±0.005 V', '10.006 V', '10.000 V', '0.8 mV'],
    )
    const fields = [
      'nominal_value',
      'tolerance',
      'as_found_reading',
      'as_left_reading',
      'measurement_uncertainty',
    ]
    for (const field of fields) {
      const blank = Object.fromEntries(fields.map((name) => [name, name === field ? '7 V' : '  ']))
      for (const sent of [{ [field]: '7 V' }, blank]) {
        const mixed = await lab.calibrate(id, { measurements: [adjusted], ...sent })
        assert.deepEqual(
          fields.map((name) => mixed[name]?.trim() || null),
          fields.map((name) => (name === field ? '7 V' : null)),
        )
      }
    }
  })

  test('with a point whose final phase is out of tolerance passes only with a reason', async () => {
    const measurements = [point(), out()]
    const refused = await lab.send(id, { measurements })
    assert.deepEqual([refused.status, refused.body.code], [422, 'PASS_OVER_TOLERANCE_REASON_REQUIRED'])
    assert.equal(refused.body.details.field, 'out_of_tolerance_impact')
    const [named] = refused.body.details.points
    assert.deepEqual([named.index, named.nominal], [1, { value: '10.000', unit: 'V' }])
    const reason = { out_of_tolerance_impact: 'Used below 5 V alone.' }
    assert.equal((await lab.send(id, { measurements, ...reason })).status, 201)
    assert.equal((await lab.send(id, { measurements, result: 'FAIL' })).status, 201)
    assert.equal((await lab.send(id, { measurements: [adjusted] })).status, 201)
  })

  test('is refused, naming each member that keeps a point from being computed', async () => {
    const terms = { upper: { absolute: '-1' }, lower: { counts: '2' } }
    assert.deepEqual(await problemsOf({ measurements: [point(), point({ tolerance: terms })] }), [
      'measurements.1.tolerance.upper.absolute',
      'measurements.1.tolerance.lower.counts',
    ])
    const unknown = [point({ point_id: randomUUID() })]
    assert.deepEqual(await problemsOf({ measurements: unknown }), ['measurements.0.point_id'])
    assert.deepEqual(await problemsOf({ measurements: [] }), ['measurements'])
    const many = Array.from({ length: 501 }, () => point())
    assert.deepEqual(await problemsOf({ measurements: many }), ['measurements'])
  })

  test('freezes the standard of each point, which has to be within reach', async () => {
    const standard = await lab.instrument({ asset_tag: 'REF-7' })
    const named = point({ standard_asset_id: standard.id })
    const record = await lab.calibrate(id, { measurements: [named, named] })
    const recorded = await findMeasurements(app.db.in(lab.id), record.id)
    assert.equal(recorded?.engine, ENGINE_VERSION)
    assert.deepEqual(
      recorded?.standards.map((each) => [each.id, each.asset_tag]),
      [[standard.id, 'REF-7']],
    )
    const foreign = await openLaboratory(app)
    const its = await foreign.instrument()
    const refused = await lab.send(id, { measurements: [point(), point({ standard_asset_id: its.id })] })
    assert.deepEqual([refused.status, refused.body.code], [422, 'INVALID_REQUEST'])
    assert.equal(refused.body.details.field, 'measurements[1].standard_asset_id')
  })

  test('never names its own instrument as a standard, alone, in a batch or in a correction', async () => {
    const record = await lab.calibrate(id)
    const manager = await lab.caller({ name: 'Quinn' })
    const bodies: [Record<string, unknown>, string][] = [
      [{ reference_standard_asset_id: id.toUpperCase() }, 'reference_standard_asset_id'],
      [{ measurements: [point(), point({ standard_asset_id: id })] }, 'measurements[1].standard_asset_id'],
    ]
    for (const [body, field] of bodies) {
      const refused = await lab.send(id, body)
      assert.deepEqual([refused.status, refused.body.code], [422, 'INVALID_REQUEST'])
      assert.equal(refused.body.details.field, field)
      assert.match(refused.body.message, /its own reference standard/)
      const items = [{ instrument_id: id, idempotency_key: field, body: { result: 'PASS', ...body } }]
      const batch = await app.call('POST', '/calibrations/batch', { key: lab.key, body: { items } })
      const [{ status, error }] = batch.body.results
      assert.deepEqual([status, error.details.field], [422, field])
      await assert.rejects(lab.correct(manager, record.id, body), { status: 422, code: 'INVALID_REQUEST' })
    }
  })

  test('is corrected with a complete new table, and without points only on purpose', async () => {
    const record = await lab.calibrate(id, { measurements: [point(), point()] })
    const manager = await lab.caller({ name: 'Quinn' })
    const correction = await lab.correct(manager, record.id, { measurements: [point()] })
    assert.deepEqual([correction.measurement_count, correction.measurements.length], [1, 1])
    assert.equal((await read(record.id)).measurements.length, 2)
    const unsaid = [{}, { measurements: null, as_found_reading: '10.000 V' }]
    for (const body of unsaid) {
      await assert.rejects(lab.correct(manager, correction.id, body), (error: any) => {
        const [{ loc, reason }] = error.problems
        assert.deepEqual(
          [error.status, loc, reason.key],
          [422, ['body', 'measurements'], 'field.points_missing'],
        )
        return true
      })
    }
    const flat = await lab.correct(manager, correction.id, { measurements: [] })
    assert.deepEqual([flat.measurement_count, flat.measurements], [0, []])
    const again = await lab.correct(manager, flat.id)
    assert.deepEqual(again.measurements, [])
  })

  test('keeps in its correction what was frozen of the standard of each point, unless the time changes', async () => {
    const standard = await lab.instrument()
    const certified = (number: string) => lab.calibrate(standard.id, { certificate_number: number })
    await certified('S-1')
    const measurements = [point({ standard_asset_id: standard.id.toUpperCase() })]
    const record = await lab.calibrate(id, { measurements })
    await certified('S-2')
    const manager = await lab.caller({ name: 'Quinn' })
    const numbersOf = async ({ id: recordId }: { id: string }) =>
      (await findMeasurements(app.db.in(lab.id), recordId))!.standards.map((each) => each.certificate_number)
    const correction = await lab.correct(manager, record.id, { measurements })
    assert.deepEqual(await numbersOf(correction), ['S-1'])
    app.clock.advance(1000)
    const moved = { performed_at: app.clock.now().toISOString(), measurements }
    assert.deepEqual(await numbersOf(await lab.correct(manager, correction.id, moved)), ['S-2'])
  })

  test('warns of a pass against the rule by its response, a read and an evaluation, and refuses nothing for it', async () => {
    const { id: other } = await lab.instrument({ unit_of_measure: 'V' })
    const near = point({ as_found: { readings: ['10.0045'] } })
    const body = { decision_rule: 'guard_band_u', measurements: [point(), near] }
    const { status, body: record } = await lab.send(other, body)
    assert.equal(status, 201)
    const warned = record.warnings.map(({ code, points }: Body) => [code, points])
    assert.deepEqual(warned, [['result_against_decision', [1]]])
    assert.deepEqual((await read(record.id)).warnings, record.warnings)
    const coarse = point({ resolution: '0.01' })
    const evaluation = { points: [near, coarse], decision_rule: 'Guard_band_u' }
    const evaluated = await app.call('POST', '/measurements/evaluate', { key: lab.key, body: evaluation })
    assert.deepEqual(
      evaluated.body.warnings.map(({ code, points }: Body) => [code, points]),
      [
        ['uncertainty_below_resolution', [1]],
        ['decision_rule_not_known', []],
      ],
    )
  })

  test('counts points out as found, and those that an adjusted record did not measure again', async () => {
    const { id: other } = await lab.instrument({ unit_of_measure: 'V' })
    const body = {
      result: 'PASS_WITH_ADJUSTMENT',
      measurements: [adjusted, point(), point({ as_left: { unchanged: 'Other range.' } })],
    }
    const { status, body: record } = await lab.send(other, body)
    assert.equal(status, 201)
    const counted = [1, 0, 1]
    const countsOf = (each: Body) => [
      each['points_out_as_found'],
      each['points_out'],
      each['points_without_final'],
    ]
    assert.deepEqual(countsOf(record), counted)
    const list = await app.call('GET', `/instruments/${other}/calibrations`, { key: lab.key })
    assert.deepEqual(countsOf(list.body.data[0]), counted)
    assert.deepEqual(
      record.measurements.map((each: Body) => each['final_phase']),
      ['as_left', null, 'as_found'],
    )
    assert.deepEqual(await read(record.id), record)
  })

  test('is what its ledger records', async () => {
    const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, lab.id)
    assert.deepEqual([fault, rowFaults], [null, []])
  })
})

test('a record with a single reading and a void marker have no points', async () => {
  const { id: other } = await lab.instrument()
  const record = await lab.calibrate(other)
  assert.deepEqual((await read(record.id)).measurements, [])
  const marker = await lab.void(await lab.caller({ name: 'Quinn' }), record.id)
  const { measurements, measurement_count: count } = await read(marker.id)
  assert.deepEqual([measurements, count], [[], null])
})
