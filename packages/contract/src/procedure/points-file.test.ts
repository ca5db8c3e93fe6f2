import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProcedurePoint } from '../public/procedures/procedure.ts'
import type { ProcedureBudget } from '../public/procedures/procedure-budget.ts'
import { csvHead, csvLines } from '../shared/csv.ts'
import { pointRows, pointsFileColumns, readPointsFile } from './points-file.ts'
import { wholeProcedurePoint } from './procedure-point.ts'

const [pointId, otherId, budgetId] = ['1', '2', '3'].map(
  (digit) => `019345b6-2f10-7c44-8d21-6b0a9e3f5c1${digit}`,
) as [string, string, string]
const budgets: ProcedureBudget[] = [{ id: budgetId, name: 'Jaws', contributors: [] }]

/** A point that states each member that a point may have. */
const full: ProcedurePoint = {
  id: pointId,
  function: 'Outside jaws',
  channel: 'A',
  range: '150 mm',
  nominal: { value: '50.00', unit: 'mm' },
  tolerance: {
    symmetric: {
      absolute: '0.02',
      unit: 'µm',
      percent_of_reading: '1',
      percent_of_nominal: '2',
      percent_of_span: '3',
      counts: '4',
      combine: 'sum',
    },
    upper: { absolute: '0.03', combine: 'greatest' },
    lower: { absolute: '0.04' },
    limits: { lower: '49.9', upper: '50.1', unit: 'cm' },
    text: 'DIN 862',
  },
  reads: 'standard',
  conditions: { direction: 'up', position: 'outer edge', text: 'light force' },
  span: '150',
  resolution: '0.01',
  repeats: 3,
  budget_id: budgetId,
  decision_rule: 'guard_band_u',
  note: 'after a rest',
}

/** A point that states only what it must. */
const bare: ProcedurePoint = {
  ...wholeProcedurePoint({ nominal: { value: '100', unit: 'mm' } }),
  id: otherId,
  reads: null as unknown as ProcedurePoint['reads'],
  repeats: 1,
  budget_id: null,
}

const read = (csv: string) => readPointsFile(csv, { budgets })
const problems = (csv: string) =>
  read(csv).issues.map(({ path, reason }) => [path.join('.'), reason.key, reason.values] as const)

test('the columns of a file of points are those that documents and earlier files name', () => {
  const terms = (side: string) =>
    [
      'absolute',
      'unit',
      'percent_of_reading',
      'percent_of_nominal',
      'percent_of_span',
      'counts',
      'combine',
    ].map((term) => `${side}_${term}`)
  assert.deepEqual(
    pointsFileColumns.join(),
    [
      'id,function,channel,range,nominal,unit',
      ...['tolerance', 'upper', 'lower'].flatMap(terms),
      'limits_lower,limits_upper,limits_unit,tolerance_text,reads',
      'direction,position,conditions,span,resolution,repeats,budget',
      'decision_rule,note',
    ].join(),
  )
})

test('a written file is read as the points that it was written from', () => {
  const rows = pointRows({ points: [full, bare], budgets })
  assert.deepEqual(read(csvHead(pointsFileColumns) + csvLines(rows)), { points: [full, bare], issues: [] })
  const cells = Object.fromEntries(pointsFileColumns.map((column, index) => [column, rows[0]![index]]))
  assert.deepEqual(
    [cells['id'], cells['nominal'], cells['tolerance_text'], cells['limits_upper'], cells['lower_absolute']],
    [pointId, '50.00', 'DIN 862', '50.1', '0.04'],
  )
  assert.deepEqual([cells['budget'], cells['conditions'], cells['direction']], ['Jaws', 'light force', 'up'])
})

test('columns may stand in any order and case, be left out, and hold decimal commas', () => {
  const { points, issues } = read(
    ` Unit ;NOMINAL;direction;tolerance_absolute;id\n mm ; 0,5 ;UP;,02;${pointId.toUpperCase()}\n`,
  )
  assert.deepEqual(issues, [])
  assert.deepEqual(points, [
    {
      ...bare,
      id: pointId,
      nominal: { value: '0.5', unit: 'mm' },
      tolerance: { symmetric: { absolute: '.02' } },
      conditions: { direction: 'up' },
    },
  ])
})

test('what cannot be read is refused at its line and column', () => {
  const head = 'nominal,unit'
  const unknown = (allowed: string) => ({ allowed })
  const repeats = ['field.whole_number_between', { least: 1, most: 50 }] as const
  const cases: [column: string, cell: string, key: string, values?: object][] = [
    ['id', 'one', 'field.format_uuid'],
    ['id', `${pointId}0`, 'field.format_uuid'],
    ['id', `0${pointId}`, 'field.format_uuid'],
    ['repeats', '0', ...repeats],
    ['repeats', '51', ...repeats],
    ['repeats', '1.5', ...repeats],
    ['repeats', 'often', ...repeats],
    ['budget', 'Depth', 'field.names_nothing'],
    ['reads', 'both', 'field.unknown_value', unknown('item, standard')],
    ['direction', 'left', 'field.unknown_value', unknown('up, down')],
    ['upper_combine', 'least', 'field.unknown_value', unknown('sum, greatest')],
    ['span', 'wide', 'field.format_decimal'],
    ['limits_lower', '1.2.3', 'field.format_decimal'],
    ['limits_upper', '"1,234,5"', 'field.format_decimal'],
    ['function', 'f'.repeat(121), 'field.too_long', { limit: 120 }],
    ['channel', 'c'.repeat(121), 'field.too_long', { limit: 120 }],
    ['range', 'r'.repeat(121), 'field.too_long', { limit: 120 }],
    ['position', 'p'.repeat(121), 'field.too_long', { limit: 120 }],
    ['decision_rule', 'd'.repeat(121), 'field.too_long', { limit: 120 }],
    ['note', 'n'.repeat(1001), 'field.too_long', { limit: 1000 }],
    ['tolerance_text', 't'.repeat(1001), 'field.too_long', { limit: 1000 }],
    ['conditions', 'c'.repeat(1001), 'field.too_long', { limit: 1000 }],
    ['limits_unit', 'u'.repeat(41), 'field.too_long', { limit: 40 }],
    ['lower_unit', 'u'.repeat(41), 'field.too_long', { limit: 40 }],
  ]
  for (const [column, cell, key, values = {}] of cases) {
    const found = problems(`${head},${column}\n1,mm,\n2,mm,${cell}\n`)
    assert.deepEqual(found, [[`csv.3.${column}`, key, values]], `${column} ${cell}`)
  }
  assert.deepEqual(problems(`${head}\n,\n,mm\n1,`), [
    ['csv.2.nominal', 'field.missing', {}],
    ['csv.3.unit', 'field.missing', {}],
  ])
  const allowed = pointsFileColumns.join(', ')
  assert.deepEqual(problems(`${head},size\n1,mm,2`), [['csv.1.size', 'field.unknown_column', { allowed }]])
})

test('a text that cannot be read is refused as too long, too, beyond its bound', () => {
  const cases: [column: string, limit: number, key: string][] = [
    ['id', 64, 'field.format_uuid'],
    ['repeats', 10, 'field.whole_number_between'],
    ['budget', 255, 'field.names_nothing'],
  ]
  for (const [column, limit, key] of cases) {
    const keys = (length: number) =>
      problems(`nominal,unit,${column}\n1,mm,${'x'.repeat(length)}`).map(([, found]) => found)
    assert.deepEqual(keys(limit), [key])
    assert.deepEqual(keys(limit + 1), ['field.too_long', key])
  }
})

test('a line may end before its last columns, which are empty then', () => {
  assert.deepEqual(read('nominal,unit,span,note\n1,mm\n').points[0]!.span, null)
  assert.deepEqual(problems('nominal,unit,span\n1,mm\n2\n'), [['csv.3.unit', 'field.missing', {}]])
})

test('what lies at its bound is read', () => {
  const cases: [column: string, cell: string][] = [
    ['repeats', '1'],
    ['repeats', '50'],
    ['function', '𝛺'.repeat(120)],
    ['note', 'n'.repeat(1000)],
    ['unit', 'u'.repeat(40)],
    ['id', pointId],
    ['budget', 'Jaws'],
    ['span', '-1.5'],
  ]
  for (const [column, cell] of cases) {
    const cells = new Map([
      ['nominal', '1'],
      ['unit', 'mm'],
      [column, cell],
    ])
    assert.deepEqual(problems(`${[...cells.keys()].join()}\n${[...cells.values()].join()}\n`), [], column)
  }
})

test('of a file with too many lines or columns nothing is read', () => {
  const file = (lines: number, columns: number) =>
    `nominal,unit${',x'.repeat(columns - 2)}\n${'1,mm\n'.repeat(lines)}`
  const refused = (limit: number) => [['csv', 'field.too_many_items', { limit }]]
  assert.equal(read(file(500, 2)).points.length, 500)
  assert.deepEqual(problems(file(500, 2)), [])
  assert.deepEqual(problems(file(501, 2)), refused(500))
  assert.deepEqual(read(file(501, 2)).points, [])
  const most = 2 * pointsFileColumns.length
  assert.equal(read(file(1, most)).points.length, 1)
  assert.deepEqual(problems(file(1, most + 1)), refused(most))
})
