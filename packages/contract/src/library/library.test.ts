import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Value } from 'typebox/value'
import { ProcedureCreate } from '../app/procedures/procedure.ts'
import { checkProcedure, wholeProcedurePoint } from '../procedure/index.ts'
import { libraryBody, procedureLibrary } from './index.ts'

describe('each procedure of the library can be taken in and followed', () => {
  for (const procedure of procedureLibrary) {
    const { content, key, source } = procedure
    test(`${content.code}, ${key}`, () => {
      const body = libraryBody(procedure)
      assert.deepEqual(Value.Errors(ProcedureCreate, body), [])
      const points = procedure.points.map((point, index) => ({
        repeats: 1,
        budget_id: null,
        ...point,
        ...wholeProcedurePoint(point),
        id: String(index),
      }))
      const budgets = (content.budgets ?? []).map((budget) => ({ ...budget, id: budget.id! }))
      const whole = { environment: null, required_standards: [], decision_rule: null, ...content }
      assert.deepEqual(checkProcedure({ ...whole, points, budgets }), [])
      assert.ok(body.scope.includes(source))
    })
  }

  test('under a key and a code of its own', () => {
    assert.equal(new Set(procedureLibrary.map(({ key }) => key)).size, procedureLibrary.length)
    assert.equal(new Set(procedureLibrary.map(({ content }) => content.code)).size, procedureLibrary.length)
  })
})
