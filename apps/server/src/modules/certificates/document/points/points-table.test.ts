import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MeasurementCreate, ScopeLine } from '@plumbline/contract'
import { messagesOf } from '../../../../platform/messages.ts'
import type { Cell, PointsTable } from '../page-model.ts'
import { hysteresisTables } from './hysteresis-table.ts'
import { pointsTables } from './points-table.ts'
import { adjustedPoints, evaluated, manyPoints, samplePoint } from './sample-points.ts'

const en = messagesOf('certificate', 'en')
const common = { factor: '2', level: '95.45 %' }

const tablesOf = (
  points: readonly MeasurementCreate[],
  rule: string | null = 'simple_acceptance',
  coverage: typeof common | null = common,
) => pointsTables(evaluated(points, rule), coverage, { messages: en, isExternal: false })

const textOf = (cell: Cell) =>
  'text' in cell ? cell.text : `${cell.quantity.lead}${cell.quantity.tail} ${cell.quantity.unit}`.trim()

/** Labels of the columns, and below them the cells of each line. */
const gridOf = ({ columns, points }: PointsTable) => [
  columns.map(({ label }) => label),
  ...points.flatMap(({ lines }) => lines.map((line) => line.map(({ cell }) => textOf(cell)))),
]

const assessmentsOf = (changes: Partial<MeasurementCreate>, rule: string | null) =>
  tablesOf([samplePoint(changes)], rule).flatMap(({ columns, points }) => {
    const at = columns.findIndex(({ label }) => label === en.assessment)
    return at < 0 ? [] : points.flatMap(({ lines }) => lines.map((line) => textOf(line[at]!.cell)))
  })

describe('a table of points', () => {
  test('says which points lie outside the scope of accreditation, and the capability where U is below it', () => {
    const line = {
      quantity: 'DC voltage',
      from: '1',
      to: '20',
      unit: 'V',
      cmc: '1',
      cmc_unit: 'mV',
      cmc_percent: null,
      method: null,
      since: null,
      until: null,
    }
    const points = evaluated(
      [samplePoint(), samplePoint({ nominal: { value: '50', unit: 'V' } })],
      'simple_acceptance',
    )
    const remarks = (scope?: ScopeLine[]) =>
      pointsTables(points, common, { messages: en, isExternal: false, scope }).flatMap((table) =>
        table.points.map((each) => each.remarks.join(' ')),
      )
    const below = en.pointCapability.replace('{capability}', '0.001 V')
    assert.deepEqual(remarks([line]), [below, en.pointNotAccredited])
    assert.deepEqual(remarks(), ['', ''])
  })

  test('has nominal value, reading, deviation, limits, uncertainty and assessment, with the unit of each number', () => {
    const [table] = tablesOf([samplePoint()])
    assert.equal(table!.caption, 'DC voltage, Ch 1, range 10 V')
    assert.deepEqual(gridOf(table!), [
      [en.nominal, en.asFound, en.deviation, en.lowerLimit, en.upperLimit, 'U', en.assessment],
      ['10.000', '10.00120', '+0.00120', '9.99300', '10.00700', '0.00083', 'pass'],
    ])
    assert.deepEqual(
      table!.columns.map(({ unit }) => unit),
      ['V', 'V', 'V', 'V', 'V', 'V', undefined],
    )
  })

  test('has one table for each function, channel, range and unit, and each point once under its number', () => {
    const points = [
      samplePoint(),
      samplePoint({ function: 'Resistance', nominal: { value: '10', unit: 'Ω' }, uncertainty: null }),
      ...manyPoints(2),
      samplePoint({ channel: null, range: null, function: null }),
    ]
    const tables = tablesOf(points)
    assert.deepEqual(
      tables.map(({ caption, points: held }) => [caption, ...held.map(({ number }) => number)]),
      [
        ['DC voltage, Ch 1, range 10 V', '1', '3', '4'],
        ['Resistance, Ch 1, range 10 V', '2'],
        [undefined, '5'],
      ],
    )
  })

  test('shows readings before and after adjustment in two lines, each with its limits', () => {
    const [table] = tablesOf(adjustedPoints())
    assert.deepEqual(gridOf(table!), [
      [en.nominal, en.phase, en.reading, en.deviation, en.lowerLimit, en.upperLimit, 'U', en.assessment],
      ['10.000', 'As found', '10.00750', '+0.00750', '9.99300', '10.00700', '0.00083 V', 'fail'],
      ['', 'As left', '10.00037', '+0.00037', '9.99300', '10.00700', '', 'pass'],
      ['-10.000', 'As found', '-10.00910', '-0.00910', '-10.00700', '-9.99300', '0.83 mV', 'fail'],
      ['', 'As left', '-10.00820', '-0.00820', '-10.00700', '-9.99300', '', 'fail'],
    ])
    assert.deepEqual(table!.points[0]!.remarks, [
      'Readings as found: 10.0072; 10.0075; 10.0078',
      'Readings as left: 10.0003; 10.0004; 10.0004',
    ])
  })

  test('states what rising and falling points differ by, in a table for each function, range and unit', () => {
    const directed = (channel: string, value: string, ...readings: string[]) =>
      samplePoint({ channel, nominal: { value, unit: 'V' }, uncertainty: null, as_found: { readings } })
    const points = [
      directed('Up', '4.000', '4.001', '4.002'),
      directed('Up', '10.000', '10.003'),
      directed('Down', '10.000', '10.010'),
      { ...directed('Down', '4.000', '4.000'), as_left: { readings: ['4.001'] } },
    ]
    const [table, ...others] = hysteresisTables(evaluated(points), en)
    assert.deepEqual(others, [])
    assert.equal(table!.caption, 'Hysteresis, DC voltage, range 10 V')
    assert.deepEqual(gridOf(table!), [
      [en.nominal, en.phase, en.rising, en.falling, en.hysteresis],
      ['4.000', 'As found', '4.0015', '4.000', '-0.0015'],
      ['10.000', 'As found', '10.003', '10.010', '+0.007'],
    ])
    assert.deepEqual(
      table!.points.map(({ number }) => number),
      ['1, 4', '2, 3'],
    )
    assert.deepEqual(hysteresisTables(evaluated(manyPoints(3)), en), [])
  })

  test('prints a tolerance in words, why there is nothing as found, and the remarks of the point', () => {
    const table = tablesOf(adjustedPoints())[1]!
    assert.deepEqual(gridOf(table), [
      [en.nominal, en.asLeft, en.deviation, en.tolerance, en.assessment],
      ['500', '503', '+3', 'Class M3', 'not evaluated'],
    ])
    assert.deepEqual(table.points[0]!.remarks, [
      'As found not applicable: new instrument',
      'Measured by an external provider.',
      'After one hour of warming up.',
    ])
  })

  test('shows a tolerance in words in place of both limits', () => {
    const [table] = tablesOf([samplePoint(), samplePoint({ tolerance: { text: 'Class 1' } })])
    const [, line] = table!.points.map(({ lines }) => lines[0]!)
    assert.deepEqual(line![3], { cell: { text: 'Class 1' }, span: 2 })
    assert.equal(line!.length, table!.columns.length - 1)
  })

  test('shows a dash on the side without a limit', () => {
    const tolerance = { upper: { absolute: '0.005' }, lower: null }
    const [, line] = gridOf(tablesOf([samplePoint({ tolerance })])[0]!)
    assert.deepEqual(line!.slice(3, 5), ['–', '10.005'])
  })

  test('states coverage factor and confidence level of each point where they differ', () => {
    const [heads, line] = gridOf(tablesOf([samplePoint()], 'simple_acceptance', null)[0]!)
    assert.equal(line![heads!.indexOf('k')], '2, 95 %')
  })

  test('shows a point without readings by its nominal value', () => {
    const [, line] = gridOf(tablesOf([samplePoint({ as_found: { not_applicable: 'broken' } })])[0]!)
    assert.equal(line![0], '10.000')
  })
})

describe('the assessment of a point', () => {
  const near = { as_found: { readings: ['10.0068'] } }
  const adjusted = { as_found: { readings: ['10.02'] }, as_left: { readings: ['10.0001'] } }
  const cases: Array<[what: string, Partial<MeasurementCreate>, rule: string | null, shown: string[]]> = [
    ['is absent without a decision rule', near, null, []],
    ['is absent under a rule that a person applies', near, 'As agreed with the customer', []],
    ['is that of simple acceptance', near, 'simple_acceptance', ['pass']],
    [
      'is that of simple acceptance in the words of a customer',
      near,
      'Simple acceptance (ILAC-G8)',
      ['pass'],
    ],
    ['is that of a guard band', near, 'guard_band_u', ['fail']],
    ['is that of a guard band with a factor', near, 'guard_band_r=0.1', ['pass']],
    ['is undecided near a limit under ISO 14253-1', near, 'iso_14253_1', ['undecided']],
    [
      'says where the uncertainty that the rule needs is missing',
      { uncertainty: null },
      'guard_band_u',
      ['not evaluated'],
    ],
    [
      'is of both phases where the rule compares with the limits',
      adjusted,
      'simple_acceptance',
      ['fail', 'pass'],
    ],
    ['is of both phases under any other rule', adjusted, 'guard_band_u', ['fail', 'pass']],
  ]
  for (const [what, changes, rule, shown] of cases) {
    test(what, () => assert.deepEqual(assessmentsOf(changes, rule), shown))
  }

  test('is marked where it is adverse', () => {
    const [table] = tablesOf(adjustedPoints())
    const marks = table!.points.flatMap(({ lines }) => lines.map((line) => line.at(-1)!.strong === true))
    assert.deepEqual(marks, [true, false, true, true])
  })
})
