import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ToleranceReport } from '@plumbline/contract'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory, type Body } from '../../../test/calibrating.ts'
import { signInAs } from '../../../test/session.ts'
import { releasedProcedure } from '../../../test/workspaces/released-procedure.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app, { keepsEvents: false })
const admin = await signInAs(app, lab, 'admin')

const { procedure_id: procedureId, points } = await releasedProcedure(admin, { code: 'CP-TUR' })
const { id } = await lab.instrument({ manufacturer: 'Norvik', model: 'P' })
const followed = await admin.call('PATCH', `/instruments/${id}`, { body: { procedure_id: procedureId } })
assert.equal(followed.status, 200)

/** A point of the procedure, 10.00 mm within 0.02 mm. */
const point = (found: string, members: Body = {}): Body => ({
  point_id: points[0]!.id,
  as_found: { readings: [found] },
  ...members,
})
const free = (found: string, members: Body = {}): Body => ({
  nominal: { value: '1', unit: 'mm' },
  tolerance: { symmetric: { absolute: '0.1' } },
  as_found: { readings: [found] },
  ...members,
})
const uncertain = (expanded: string): Body => ({
  uncertainty: { expanded, coverage_factor: '2', unit: 'mm' },
})
const calibrate = async (measurements: Body[], body: Body = {}) =>
  (await lab.calibrate(id, { decision_rule: 'simple_acceptance', measurements, ...body })).id as string

const inside = await calibrate([point('10.01', uncertain('0.01')), free('1.05', uncertain('0.05'))])
// The point with the greatest percent of tolerance fills the flat reading; the sent one hides it.
const hidden = await calibrate(
  [point('10.00', uncertain('0.001')), free('1.2', { as_left: { readings: ['1.0'] } })],
  {
    result: 'PASS_WITH_ADJUSTMENT',
    nominal_value: '10 mm',
    tolerance: '±0.02',
    as_found_reading: '10.00',
    as_left_reading: '10.00',
  },
)
const left = await calibrate([free('1.2')], { result: 'FAIL' })
const text = await calibrate([free('1', { tolerance: { text: 'Class M3' } })])

const read = async (query = ''): Promise<ToleranceReport> => {
  const { status, body } = await admin.call('GET', `/reports/tolerance${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

describe('the report of tolerance, of records with points', () => {
  test('looks at each point and not at the flat reading', async () => {
    const { rows } = await read()
    const words = new Map(rows.map((row) => [row.calibration_id, [row.as_found, row.as_left]]))
    assert.deepEqual(words.get(hidden), ['outside', 'inside'])
    assert.deepEqual(words.get(left), ['outside', 'outside'])
    assert.equal(words.has(inside), false)
    assert.equal(words.has(text), false)
    const all = await read('?manufacturer=Norvik&model=P&list=calibrations')
    const found = new Map(all.rows.map((row) => [row.calibration_id, row.as_found]))
    assert.deepEqual([found.get(inside), found.get(text)], ['inside', 'not_comparable'])
  })

  test('counts by model and by procedure, with limits', async () => {
    const { models, procedures } = await read()
    const [model] = models
    assert.deepEqual([model!.model, model!.calibrations, model!.in_tolerance], ['P', 4, 2])
    assert.deepEqual([model!.rate_lower.toFixed(4), model!.rate_upper.toFixed(4)], ['0.0676', '0.9324'])
    assert.deepEqual(
      procedures.map((one) => [one.procedure_id, one.code, one.calibrations, one.in_tolerance]),
      [
        [procedureId, 'CP-TUR', 2, 1],
        [null, null, 2, 1],
      ],
    )
  })

  test('lists calibrations with points whose test uncertainty ratio is below 4:1', async () => {
    const { low_tur: rows, low_tur_total: total } = await read()
    assert.equal(total, 1)
    assert.deepEqual(
      rows.map((row) => [row.calibration_id, row.points, row.lowest]),
      [[inside, 2, 2]],
    )
  })

  test('omits what was voided', async () => {
    await lab.void(await lab.caller(), inside)
    assert.deepEqual((await read()).low_tur, [])
  })
})
