import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasurementCreate } from '../public/measurement.ts'
import type { ProcedureBudget } from '../public/procedures/procedure-budget.ts'
import type { InstrumentPoint } from '../public/procedures/procedure.ts'
import { evaluateFollowed, NO_REFERENCES, type PointReferences } from './evaluate-followed.ts'
import { wholeProcedurePoint } from './procedure-point.ts'

const [pointId, budgetId, standardId] = ['1', '2', '3'].map(
  (digit) => `019345b6-2f10-7c44-8d21-6b0a9e3f5c1${digit}`,
) as [string, string, string]

const point: InstrumentPoint = {
  ...wholeProcedurePoint({
    function: 'Outside jaws',
    range: '150 mm',
    nominal: { value: '50.00', unit: 'mm' },
    tolerance: { symmetric: { absolute: '0.02' } },
    resolution: '0.01',
  }),
  point_id: pointId,
  repeats: 3,
  uncertainty: { budget_id: budgetId },
  override_reason: null,
}

const budget = (members: Partial<ProcedureBudget> = {}): ProcedureBudget => ({
  id: budgetId,
  name: 'Jaws',
  contributors: [{ name: 'Blocks', type: 'B', distribution: 'normal', value: '0.001' }],
  ...members,
})

const taking = (...sources: ('readings' | 'resolution' | 'standard')[]) =>
  budget({
    contributors: sources.map((source) => ({
      name: source,
      type: source === 'readings' ? ('A' as const) : ('B' as const),
      distribution: source === 'resolution' ? ('rectangular' as const) : ('normal' as const),
      value_from: source,
    })),
  })

const references = (members: Partial<PointReferences> = {}): PointReferences => ({
  ...NO_REFERENCES,
  points: [point],
  budgets: [budget()],
  ...members,
})

const stated = (members: MeasurementCreate = {}): MeasurementCreate => ({
  point_id: pointId,
  as_found: { readings: ['50.00', '50.01', '50.02'] },
  ...members,
})

function evaluate(members: MeasurementCreate, of: PointReferences, recordStandard: string | null = null) {
  const options = { references: of, decisionRule: 'guard_band_u', standardId: recordStandard }
  const { measurements, issues } = evaluateFollowed([members], options, 'measurements')
  assert.deepEqual(issues, [])
  return measurements[0]!
}

const problemsOf = (members: MeasurementCreate, of: PointReferences) =>
  evaluateFollowed([members], { references: of, decisionRule: null }, 'measurements').issues.map(
    ({ path, reason }) => `${path.join('.')} ${reason.key}`,
  )

test('what a point leaves out comes from the procedure, and what it states stands', () => {
  const taken = evaluate(stated(), references())
  const { function: name, range, nominal, tolerance, resolution } = taken
  assert.deepEqual(
    { function: name, range, nominal, tolerance, resolution },
    {
      function: point.function,
      range: point.range,
      nominal: point.nominal,
      tolerance: point.tolerance,
      resolution: '0.01',
    },
  )
  const own = evaluate(stated({ range: '300 mm', tolerance: { text: 'By eye' } }), references())
  assert.deepEqual([own.range, own.tolerance, own.function], ['300 mm', { text: 'By eye' }, 'Outside jaws'])
})

test('a budget becomes an uncertainty that the decision is made with, and stays named', () => {
  const { uncertainty, decision } = evaluate(stated(), references())
  const values = { expanded: '0.0020', coverage_factor: '2', unit: 'mm', coverage_probability: '95.45' }
  assert.deepEqual(uncertainty, { ...values, budget_id: budgetId })
  assert.deepEqual([decision!.guard_band, decision!.outcome], ['0.002', 'pass'])
})

test('contributors take the deviation of the mean, half the resolution and U by k of the standard', () => {
  const certificate = [
    { nominal: { value: '50', unit: 'mm' }, expanded: '0.4', coverage_factor: '2', unit: 'µm' },
    { nominal: { value: '100', unit: 'mm' }, expanded: '4', coverage_factor: '2', unit: 'µm' },
    { nominal: { value: '50', unit: '°C' }, expanded: '9', coverage_factor: '2', unit: '°C' },
  ]
  const of = (...sources: Parameters<typeof taking>) =>
    references({ budgets: [taking(...sources)], standards: new Map([[standardId, certificate]]) })
  const expanded = (members: MeasurementCreate, from: PointReferences, standard: string | null = null) => {
    const { uncertainty } = evaluate(members, from, standard)
    return [uncertainty!.expanded, uncertainty!.coverage_factor]
  }
  // s = 0.01, s/√3 = 0.0057735 with 2 degrees of freedom, k = 4.53.
  assert.deepEqual(expanded(stated(), of('readings')), ['0.026', '4.53'])
  // 0.005/√3 = 0.0028868.
  assert.deepEqual(expanded(stated(), of('resolution')), ['0.0048', '1.65'])
  assert.deepEqual(expanded(stated(), of('standard'), standardId.toUpperCase()), ['0.00040', '2'])
  assert.deepEqual(expanded(stated({ standard_asset_id: standardId }), of('standard')), ['0.00040', '2'])
  const adjusted = { as_left: { readings: ['50.00', '50.00'] } }
  assert.deepEqual(expanded(stated(adjusted), of('readings', 'resolution')), ['0.0048', '1.65'])
  const micrometres = { ...taking('resolution'), unit: 'µm' }
  const { uncertainty } = evaluate(stated(), references({ budgets: [micrometres] }))
  assert.deepEqual([uncertainty!.expanded, uncertainty!.unit], ['4.8', 'µm'])
})

test('a point without readings names its budget and has no uncertainty yet', () => {
  const { uncertainty } = evaluate(stated({ as_found: null }), references())
  assert.deepEqual(uncertainty, { budget_id: budgetId })
})

test('what keeps a point from following the procedure is said with its path', () => {
  const one = stated({ as_found: { readings: ['50.00'] } })
  const cases: [MeasurementCreate, PointReferences, string[]][] = [
    [stated(), NO_REFERENCES, ['measurements.0.point_id field.names_nothing']],
    [
      stated({ uncertainty: { budget_id: standardId } }),
      references(),
      ['measurements.0.uncertainty.budget_id field.names_nothing'],
    ],
    [
      stated({ uncertainty: { budget_id: budgetId, expanded: '1' } }),
      references(),
      ['measurements.0.uncertainty field.budget_or_values'],
    ],
    [
      stated({ uncertainty: { budget_id: budgetId, coverage_factor: '2' } }),
      references(),
      ['measurements.0.uncertainty field.budget_or_values'],
    ],
    [
      one,
      references({ budgets: [taking('readings')] }),
      ['measurements.0.uncertainty.budget_id field.budget_needs_readings'],
    ],
    [
      stated({ as_found: { readings: ['50.00', '50.01', 'about 50'] } }),
      references({ budgets: [taking('readings')] }),
      ['measurements.0.as_found.readings.2 field.format_decimal'],
    ],
    [
      stated(),
      references({ budgets: [taking('standard')] }),
      ['measurements.0.uncertainty.budget_id field.budget_needs_standard'],
    ],
    [
      stated(),
      references({ points: [{ ...point, resolution: null }], budgets: [taking('resolution')] }),
      ['measurements.0.resolution field.missing'],
    ],
    [
      stated({ nominal: { value: '1', unit: 'V' } }),
      references({ budgets: [{ ...taking('resolution'), unit: 'mm' }] }),
      ['measurements.0.uncertainty.budget_id field.unit_differs'],
    ],
  ]
  for (const [members, of, expected] of cases) assert.deepEqual(problemsOf(members, of), expected)
})
