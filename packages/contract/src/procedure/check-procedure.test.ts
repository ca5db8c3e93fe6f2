import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProcedureBudget } from '../public/procedures/procedure-budget.ts'
import type { ProcedurePoint } from '../public/procedures/procedure.ts'
import { checkProcedure } from './check-procedure.ts'
import { wholeProcedurePoint } from './procedure-point.ts'

type Content = Parameters<typeof checkProcedure>[0]

const point = (members: Partial<ProcedurePoint> = {}): ProcedurePoint => ({
  ...wholeProcedurePoint({
    nominal: { value: '50', unit: 'mm' },
    tolerance: { symmetric: { absolute: '0.02' } },
    resolution: '0.01',
  }),
  id: '019345b6-2f10-7c44-8d21-6b0a9e3f5c11',
  repeats: 2,
  budget_id: 'b1',
  ...members,
})

type Contributor = ProcedureBudget['contributors'][number]
const fixed: Contributor = { name: 'Blocks', type: 'B', distribution: 'normal', value: '0.001' }
const taking = (source: NonNullable<Contributor['value_from']>, type: 'A' | 'B' = 'B'): Contributor => ({
  name: source,
  type,
  distribution: 'normal',
  value_from: source,
})
const budget = (members: Partial<ProcedureBudget> = {}): ProcedureBudget => ({
  id: 'b1',
  name: 'Jaws',
  contributors: [fixed, taking('readings', 'A'), taking('resolution'), taking('standard')],
  ...members,
})

const limits = (lower: string | null, upper: string | null) => ({ lower, upper, unit: '°C' })
const standard = (minimum: string | null) =>
  ({ minimum_tur: minimum }) as Content['required_standards'][number]

const content = (members: Partial<Content>): Content => ({
  points: [point()],
  budgets: [budget()],
  environment: null,
  required_standards: [],
  decision_rule: null,
  ...members,
})

const found = (members: Partial<Content>) =>
  checkProcedure(content(members)).map(({ path, reason }) => [path.join('.'), reason.key] as const)

test('a procedure is sound at the bounds of what it may state', () => {
  const cases: Partial<Content>[] = [
    {},
    { points: [point({ budget_id: null, resolution: null, repeats: 1 })] },
    { points: [point({ resolution: null, repeats: 1 })], budgets: [budget({ contributors: [fixed] })] },
    { budgets: [budget({ unit: ' ' })] },
    { budgets: [budget({ unit: 'µm' })] },
    { budgets: [budget(), budget({ id: 'b2', name: 'Depth' })] },
    { budgets: [budget({ contributors: [{ ...fixed, type: 'A' }] })] },
    { decision_rule: 'guard_band_r=0.5' },
    { environment: {} as Content['environment'] },
    { environment: { temperature: limits('19', '19'), humidity: limits(null, '60') } },
    { environment: { temperature: limits('19', null), humidity: null } },
    { required_standards: [standard('4'), standard('0.1'), standard(null)] },
  ]
  for (const members of cases) assert.deepEqual(found(members), [], JSON.stringify(members))
})

test('what keeps calibrations from following a procedure is said with its path', () => {
  const cases: [title: string, members: Partial<Content>, ...expected: [path: string, key: string][]][] = [
    [
      'a rule without its factor',
      { decision_rule: 'guard_band_r=' },
      ['decision_rule', 'field.guard_band_factor'],
    ],
    [
      'conditions without a limit',
      { environment: { temperature: limits(null, null), humidity: limits(null, null) } },
      ['environment.temperature', 'field.no_limit'],
      ['environment.humidity', 'field.no_limit'],
    ],
    [
      'limits that turn round',
      { environment: { temperature: limits('21', '20.9'), humidity: limits('9', '-10') } },
      ['environment.temperature.upper', 'field.below_lower'],
      ['environment.humidity.upper', 'field.below_lower'],
    ],
    [
      'ratios of 0 and below',
      { required_standards: [standard('4'), standard('0'), standard('-4')] },
      ['required_standards.1.minimum_tur', 'field.positive'],
      ['required_standards.2.minimum_tur', 'field.positive'],
    ],
    [
      'a name that two budgets have',
      { budgets: [budget(), budget({ id: 'b2', name: 'Depth' }), budget({ id: 'b3' })] },
      ['budgets.2.name', 'field.name_twice'],
    ],
    [
      'a point that cannot be computed',
      { points: [point(), point({ tolerance: { symmetric: { absolute: '-1' } } })] },
      ['points.1.tolerance.symmetric.absolute', 'field.not_negative'],
    ],
    [
      'a budget that is none of its own',
      { points: [point({ budget_id: 'b2' })] },
      ['points.0.budget_id', 'field.names_nothing'],
    ],
    [
      'a single reading for a budget of readings',
      { points: [point(), point({ repeats: 1 })] },
      ['points.1.repeats', 'field.budget_needs_repeats'],
    ],
    [
      'no resolution for a budget of it',
      { points: [point({ resolution: null })] },
      ['points.0.resolution', 'field.missing'],
    ],
    [
      'a budget in another quantity',
      { budgets: [budget({ unit: 'V' })] },
      ['points.0.budget_id', 'field.unit_differs'],
    ],
    [
      'a unit of too high a power',
      { points: [], budgets: [budget(), budget({ id: 'b2', name: 'Depth', unit: 'm^999999' })] },
      ['budgets.1.unit', 'field.unit_power'],
    ],
    [
      'contributors with both or neither of value and source',
      {
        budgets: [
          budget({
            contributors: [
              fixed,
              { ...fixed, name: 'both', value_from: 'standard' },
              { name: 'none', type: 'B', distribution: 'normal' },
            ],
          }),
        ],
      },
      ['budgets.0.contributors.1', 'field.value_or_source'],
      ['budgets.0.contributors.2', 'field.value_or_source'],
    ],
    [
      'readings of type B',
      { budgets: [budget({ contributors: [fixed, taking('readings')] })] },
      ['budgets.0.contributors.1.type', 'field.readings_are_type_a'],
    ],
    [
      'a budget that has no result',
      { budgets: [budget({ contributors: [{ ...fixed, value: '-1' }] })] },
      ['budgets.0.contributors.0.value', 'field.not_negative'],
    ],
  ]
  for (const [title, members, ...expected] of cases) assert.deepEqual(found(members), expected, title)
  const [differs] = checkProcedure(content({ budgets: [budget({ unit: 'V' })] }))
  assert.deepEqual(differs!.reason.values, { unit: 'mm' })
})
