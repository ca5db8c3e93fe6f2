import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { POINT_HISTORY_RECORDS_MAX, roles, type PointHistory } from '@plumbline/contract'
import { sharedTestApp } from '../../../../../test/app.ts'
import { openLaboratory, type Body, type Laboratory } from '../../../../../test/calibrating.ts'
import { signInAs, type TestSession } from '../../../../../test/session.ts'
import { caliperPoint, releasedProcedure } from '../../../../../test/workspaces/released-procedure.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app)
const admin = await signInAs(app, lab, 'admin')

const point = (nominal: string, found: string, members: Body = {}): Body => ({
  function: 'Outside jaws',
  nominal: { value: nominal, unit: 'mm' },
  tolerance: { symmetric: { absolute: '0.02' } },
  as_found: { readings: [found] },
  ...members,
})

/** A calibration of a year, with points. */
function calibrate(at: Laboratory, id: string, year: number, measurements: Body[], body: Body = {}) {
  return at.calibrate(id, {
    performed_at: `${year}-06-01T10:00:00Z`,
    result: 'PASS_WITH_ADJUSTMENT',
    out_of_tolerance_impact: 'None.',
    measurements,
    ...body,
  })
}

async function read(id: string, key?: string, session: TestSession = admin): Promise<PointHistory> {
  const query = key === undefined ? '' : `?point=${encodeURIComponent(key)}`
  const response = await session.call('GET', `/instruments/${id}/point-history${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body as PointHistory
}

const valuesOf = ({ chosen }: PointHistory) =>
  chosen!.measurements.map(({ point: one }) => [one.as_found?.mean, one.as_left?.mean])

describe('the history of points', () => {
  test('has the worst point of each record as found and as left, the newest record first', async () => {
    const { id } = await lab.instrument()
    const first = await calibrate(lab, id, 2024, [
      point('10', '10.005'),
      point('50', '50.030', { as_left: { readings: ['50.001'] } }),
    ])
    const second = await calibrate(lab, id, 2025, [point('10.00', '10.010'), point('50', '50.002')])
    const { records, records_total, points, points_total } = await read(id)
    assert.deepEqual([records_total, points_total], [2, 2])
    assert.deepEqual(
      records.map((record) => [
        record.calibration_id,
        record.worst_found?.percent_of_tolerance,
        record.worst_found?.nominal?.value,
        record.worst_left?.percent_of_tolerance ?? null,
        record.worst_left?.nominal?.value ?? null,
      ]),
      [
        [second.id, '50', '10.00', null, null],
        [first.id, '150', '50', '25', '10'],
      ],
    )
    assert.deepEqual([records[1]!.measurement_count, records[1]!.points_out], [2, 0])
    assert.deepEqual(
      points.map(({ nominal, records: count }) => [nominal?.value, count]),
      [
        ['10.00', 2],
        ['50', 2],
      ],
    )
  })

  test('returns one point of all records: the worst of the newest, or the requested one', async () => {
    const { id } = await lab.instrument()
    await calibrate(lab, id, 2024, [
      point('10', '10.005', { uncertainty: { expanded: '0.004', coverage_factor: '2' } }),
      point('50', '50.030', { as_left: { readings: ['50.001'] } }),
    ])
    const record = await calibrate(lab, id, 2025, [point('10.00', '10.010'), point('50', '50.002')])
    const history = await read(id)
    assert.deepEqual(valuesOf(history), [
      ['10.010', undefined],
      ['10.005', undefined],
    ])
    assert.deepEqual(history.chosen!.measurements[0]!.point, record.measurements[0])
    assert.equal(history.chosen!.measurements[1]!.point.uncertainty?.expanded, '0.004')
    const other = history.points.find(({ key }) => key !== history.chosen!.key)!
    assert.deepEqual(valuesOf(await read(id, other.key)), [
      ['50.002', undefined],
      ['50.030', '50.001'],
    ])
    assert.equal((await read(id, 'nothing')).chosen!.key, history.chosen!.key)
  })

  test('follows a point of a procedure, from before the procedure on', async () => {
    const { points, procedure_id } = await releasedProcedure(admin, {
      points: [caliperPoint('10.00'), caliperPoint('20.00')],
    })
    const [first, second] = points
    const { id } = await lab.instrument()
    const before = { function: 'Outside jaws', range: '150 mm' }
    await calibrate(lab, id, 2023, [point('10', '10.001', before), point('30', '30.001', before)])
    await admin.call('PATCH', `/instruments/${id}`, { body: { procedure_id } })
    await calibrate(lab, id, 2024, [
      { point_id: first!.id, as_found: { readings: ['10.002'] } },
      { point_id: second!.id, as_found: { readings: ['20.001'] } },
    ])
    const history = await read(id, first!.id)
    assert.deepEqual(valuesOf(history), [
      ['10.002', undefined],
      ['10.001', undefined],
    ])
    assert.equal(history.points_total, 3)
  })

  test('distinguishes channels, units and repeated points of one record', async () => {
    const { id } = await lab.instrument()
    await calibrate(lab, id, 2024, [
      point('10', '10.001', { channel: 'Up' }),
      point('10', '10.002', { channel: 'Down' }),
      point('10', '10.003'),
      point('10', '10.004'),
      { ...point('10', '10.005'), nominal: { value: '10', unit: 'µm' } },
    ])
    const { points, points_total } = await read(id)
    assert.equal(points_total, 5)
    assert.equal(new Set(points.map(({ key }) => key)).size, 5)
  })

  test('knows no worst point where none can be compared, and puts one out of a tolerance of no width first', async () => {
    const { id } = await lab.instrument()
    await calibrate(lab, id, 2023, [point('10', '10.001', { tolerance: null })], { result: 'PASS' })
    const noWidth = { upper: { absolute: '0' }, lower: { absolute: '0.5' } }
    await calibrate(lab, id, 2024, [point('10', '10.019'), point('20', '20.001', { tolerance: noWidth })])
    const [newest, oldest] = (await read(id)).records
    assert.equal(oldest!.worst_found, null)
    assert.deepEqual(
      [
        newest!.worst_found?.nominal?.value,
        newest!.worst_found?.percent_of_tolerance,
        newest!.worst_found?.verdict,
      ],
      ['20', null, 'out'],
    )
  })

  test('omits records that are voided, superseded, pending or without points', async () => {
    const reviewed = await openLaboratory(app)
    const session = await signInAs(app, reviewed, 'auditor')
    const caller = await reviewed.caller()
    const { id } = await reviewed.instrument({ last_calibration_date: '2020-01-01T00:00:00Z' })
    await reviewed.calibrate(id, { performed_at: '2021-06-01T10:00:00Z' })
    const voided = await calibrate(reviewed, id, 2022, [point('10', '10.001')])
    await reviewed.void(caller, voided.id)
    const corrected = await calibrate(reviewed, id, 2023, [point('10', '10.002')])
    const correction = await reviewed.correct(caller, corrected.id, {
      performed_at: '2023-06-01T10:00:00Z',
      measurements: [point('10', '10.003')],
    })
    await reviewed.settings({ approvalPolicy: 'review' })
    await calibrate(reviewed, id, 2024, [point('10', '10.004')])
    const history = await read(id, undefined, session)
    assert.deepEqual(
      history.records.map(({ calibration_id }) => calibration_id),
      [correction.id],
    )
    assert.equal(history.records_total, 1)
  })

  test('is empty without any record that has points', async () => {
    const { id } = await lab.instrument()
    await lab.calibrate(id)
    assert.deepEqual(await read(id), {
      records: [],
      records_total: 0,
      points: [],
      points_total: 0,
      chosen: null,
    })
  })

  test('is limited to a number of records, and states how many there are', async () => {
    const { id } = await lab.instrument()
    const items = Array.from({ length: POINT_HISTORY_RECORDS_MAX + 1 }, (_, day) => ({
      idempotency_key: randomUUID(),
      instrument_id: id,
      body: {
        result: 'PASS',
        performed_at: new Date(Date.UTC(2025, 0, 1 + day)).toISOString(),
        measurements: [point('10', '10.001')],
      },
    }))
    for (const part of [items.slice(0, 1), items.slice(1)]) {
      const response = await app.call('POST', '/calibrations/batch', { key: lab.key, body: { items: part } })
      assert.ok(response.status < 300, JSON.stringify(response.body))
    }
    const history = await read(id)
    assert.deepEqual(
      [history.records.length, history.records_total, history.chosen!.measurements.length],
      [POINT_HISTORY_RECORDS_MAX, POINT_HISTORY_RECORDS_MAX + 1, POINT_HISTORY_RECORDS_MAX],
    )
    assert.equal(history.records.at(-1)!.performed_at, '2025-01-02T00:00:00.000Z')
  })
})

describe('who may read it', () => {
  test('everyone whose sites have the instrument', async () => {
    const { id } = await lab.instrument()
    for (const role of roles) await read(id, undefined, await signInAs(app, lab, role))
    const elsewhere = await lab.site('Leipzig')
    const limited = await signInAs(app, lab, 'technician', { siteIds: [elsewhere] })
    const response = await limited.call('GET', `/instruments/${id}/point-history`)
    assert.deepEqual([response.status, response.body.code], [404, 'NOT_FOUND'])
  })

  test('nobody of another workspace, and no unknown instrument is found', async () => {
    const { id } = await lab.instrument()
    const other = await openLaboratory(app)
    const stranger = await signInAs(app, other, 'admin')
    for (const [session, instrument] of [
      [stranger, id],
      [admin, randomUUID()],
    ] as const) {
      const response = await session.call('GET', `/instruments/${instrument}/point-history`)
      assert.deepEqual([response.status, response.body.code], [404, 'NOT_FOUND'])
    }
  })

  test('only with a key of the expected form and an id', async () => {
    const { id } = await lab.instrument()
    for (const path of [`${id}/point-history?point=${'x'.repeat(121)}`, 'x/point-history']) {
      const response = await admin.call('GET', `/instruments/${path}`)
      assert.deepEqual([response.status, response.body.code], [422, 'VALIDATION_ERROR'], path)
    }
  })
})
