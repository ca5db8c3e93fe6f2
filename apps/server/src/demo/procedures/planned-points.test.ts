import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MeasurementCreate } from '@plumbline/contract'
import { evaluateMeasurements, summariseMeasurements } from '@plumbline/contract/measurement'
import { families as many } from '../families.ts'
import { loneFamilies } from '../lone-families.ts'
import { demoProcedures, measurementsOf } from './index.ts'
import type { DemoProcedure } from './demo-procedure.ts'

const families = [...many, ...loneFamilies]

const entered = ({ points }: DemoProcedure) => ({
  procedureId: 'p',
  points,
  pointIds: points.map((_, index) => String(index)),
})

/** Returns the points of a record as the server computes them from the limits of the procedure. */
function computed(procedure: DemoProcedure, found: number, left: number | null = null) {
  const sent = measurementsOf(entered(procedure), { found, left }, `${procedure.tag} ${found}`)
  const points = sent.map((measured, index): MeasurementCreate => {
    const { nominal, tolerance, span, resolution } = procedure.points[index]!
    return { ...measured, nominal, tolerance: tolerance!, span: span ?? null, resolution }
  })
  const { measurements, issues } = evaluateMeasurements(points, {}, 'points')
  assert.deepEqual(issues, [])
  return measurements
}

describe('points of the demo', () => {
  for (const procedure of demoProcedures) {
    const { tag, points } = procedure
    const { content } = procedure.procedure
    test(`${content.code} is of one kind of instruments, and states its deviation at one point`, () => {
      assert.equal(families.filter((family) => family.tag === tag).length, 1)
      const family = families.find((each) => each.tag === tag)!
      const stated = points.filter(({ share }) => share === 1)
      assert.equal(stated.length, 1)
      assert.equal(Number(stated[0]!.nominal.value), family.nominal)
      assert.ok(Math.abs(stated[0]!.halfWidth - family.tolerance) < 1e-9)
    })

    test(`${content.code} finds an instrument within tolerance at every point, or out where it deviates more`, () => {
      for (const found of [-1, -0.97, -0.3, 0, 0.2, 0.8, 1]) {
        assert.equal(summariseMeasurements(computed(procedure, found)).pointsOut, 0, String(found))
      }
      for (const found of [-1.3, 1.3]) {
        assert.ok(summariseMeasurements(computed(procedure, found)).pointsOut >= 1)
        const adjusted = summariseMeasurements(computed(procedure, found, 0.1))
        assert.equal(adjusted.pointsOut, 0)
        assert.ok(adjusted.asFoundOut.length >= 1)
      }
      assert.deepEqual(computed(procedure, 0.4), computed(procedure, 0.4))
    })
  }
})
