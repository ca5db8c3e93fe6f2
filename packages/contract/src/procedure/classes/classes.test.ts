import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { evaluateMeasurements } from '../../measurement/evaluate.ts'
import { checkClass } from './check-class.ts'
import { builtInClasses } from './built-in-classes.ts'
import { classLimits, type GaugeClass } from './gauge-class.ts'
import { gaugeBlockPoints, gaugeBlockSets } from './gauge-block-sets.ts'
import { limitGaugePoints } from './limit-gauge.ts'

const classOf = (key: string) => builtInClasses.find((each) => each.key === key)!
const upperAt = (key: string, value: string, unit = 'mm') => classLimits(classOf(key), { value, unit })?.upper

describe('a tolerance class', () => {
  // ISO 3650:1998, table 5, at and around the bounds of its ranges.
  for (const [grade, value, deviation] of [
    ['0', '0.5', '0.00012'],
    ['0', '10', '0.00012'],
    ['0', '10.0001', '0.00014'],
    ['0', '25', '0.00014'],
    ['1', '100', '0.0006'],
    ['k', '100', '0.0006'],
    ['2', '1000', '0.008'],
    ['0', '1000', '0.002'],
    ['2', '1.005', '0.00045'],
  ] as const) {
    test(`ISO 3650, grade ${grade} allows ±${deviation} mm at ${value} mm`, () => {
      assert.equal(upperAt(`iso-3650-${grade}`, value), deviation)
    })
  }

  test('says nothing of a size beyond its rows, nor in another unit', () => {
    for (const value of ['0.4', '1000.1', '-1', 'x']) assert.equal(upperAt('iso-3650-0', value), undefined)
    assert.equal(upperAt('iso-3650-0', '1', 'in'), undefined)
    assert.equal(upperAt('asme-b89.1.5-x', '25.4', 'mm'), undefined)
  })

  test('is converted exactly between SI prefixes of one unit', () => {
    assert.equal(upperAt('iso-3650-0', '0.01', 'm'), '0.00000012')
    assert.equal(upperAt('iso-3650-0', '10000', 'µm'), '0.12')
  })

  test('is built in only where it is sound', () => {
    for (const each of builtInClasses) assert.deepEqual(checkClass(each), [], each.key)
    assert.equal(new Set(builtInClasses.map(({ key }) => key)).size, builtInClasses.length)
  })

  test('is refused where its rows overlap, turn round, lack a limit or have another unit', () => {
    const row = { from: '0', to: '10', upper: '1', lower: '1' }
    const table = (...rows: object[]): GaugeClass => ({
      name: 'Own',
      unit: 'mm',
      deviation_unit: 'µm',
      rows: rows.map((each) => ({ ...row, ...each })),
    })
    const found = (checked: GaugeClass) =>
      checkClass(checked).map(({ path, reason }) => [path.join('.'), reason.key])
    assert.deepEqual(found(table({}, { from: '10', to: '20' })), [])
    assert.deepEqual(found(table({}, { from: '9', to: '20' })), [['rows.1.from', 'field.rows_overlap']])
    assert.deepEqual(found(table({ from: '11' })), [['rows.0.to', 'field.below_lower']])
    assert.deepEqual(found(table({ upper: null, lower: null })), [['rows.0', 'field.no_limit']])
    assert.deepEqual(found(table({ lower: '-1' })), [['rows.0.lower', 'field.not_negative']])
    assert.deepEqual(found(table({ upper: 'one' })), [['rows.0.upper', 'field.format_decimal']])
    assert.deepEqual(found({ ...table({}), deviation_unit: 'in' }), [
      ['deviation_unit', 'field.unit_differs'],
    ])
  })

  test('holds at any size between the bounds of a row', () => {
    const table = classOf('iso-3650-2')
    assertProperty(
      fc.property(fc.integer({ min: 5000, max: 10_000_000 }), (units) => {
        const limits = classLimits(table, { value: (units / 10_000).toFixed(4), unit: 'mm' })
        const row = table.rows.find(({ to }) => units / 10_000 <= Number(to))!
        assert.equal(Number(limits!.upper), Number((Number(row.upper) / 1000).toFixed(8)))
      }),
    )
  })
})

describe('a gauge block set', () => {
  for (const { name, sizes } of gaugeBlockSets) {
    test(`${name} has ${name.slice(1)} blocks, no two of one size`, () => {
      assert.equal(sizes.length, Number(name.slice(1)))
      assert.equal(new Set(sizes.map(Number)).size, sizes.length)
      assert.ok(sizes.every((size) => Number(size) >= 0.5 && Number(size) <= 100))
    })
  }

  // Sums of arithmetic series by hand; blocks with 0, 1, 2, 3 and 4 digits after the point.
  for (const [name, total, ...digits] of [
    ['M112', 933.7955, 4, 49, 49, 9, 1],
    ['M103', 924.755, 4, 49, 49, 1, 0],
    ['M88', 716.2955, 10, 19, 49, 9, 1],
    ['M87', 715.295, 10, 19, 49, 9, 0],
    ['M47', 573.955, 28, 9, 9, 1, 0],
    ['M46', 626.995, 19, 9, 9, 9, 0],
    ['M32', 188.955, 13, 9, 9, 1, 0],
  ] as const) {
    test(`${name} is ${total} mm long with all its blocks, each engraved with the digits of its step`, () => {
      const { sizes } = gaugeBlockSets.find((set) => set.name === name)!
      assert.equal(sizes.reduce((sum, size) => sum + Number(size), 0).toFixed(4), total.toFixed(4))
      const places = sizes.map((size) => size.split('.')[1]?.length ?? 0)
      assert.deepEqual(
        [0, 1, 2, 3, 4].map((count) => places.filter((each) => each === count).length),
        digits,
      )
    })
  }

  test('names sizes as they are engraved', () => {
    const { sizes } = gaugeBlockSets.find(({ name }) => name === 'M47')!
    const engraved = ['1.005', '1.01', '1.09', '1.1', '1.9', '1', '24', '25', '100']
    for (const size of engraved) assert.ok(sizes.includes(size), size)
    assert.ok(gaugeBlockSets[0]!.sizes.includes('1.49'))
  })

  test('has a point for each block with the limits of its class, and names what the class does not know', () => {
    const set = {
      unit: 'mm',
      table: classOf('iso-3650-0'),
      measured: 'Length',
      resolution: '0.00001',
      repeats: 3,
    }
    const { points, unknown } = gaugeBlockPoints({ ...set, sizes: ['1.005', '100', '2000'] })
    assert.deepEqual(unknown, ['2000'])
    assert.deepEqual(
      points.map(({ nominal, tolerance, note }) => [nominal.value, tolerance, note]),
      [
        ['1.005', { symmetric: { absolute: '0.00012' } }, 'ISO 3650, grade 0'],
        ['100', { symmetric: { absolute: '0.0003' } }, 'ISO 3650, grade 0'],
      ],
    )
    const { function: measured, nominal, resolution, repeats } = points[0]!
    assert.deepEqual(
      { measured, nominal, resolution, repeats },
      {
        measured: 'Length',
        nominal: { value: '1.005', unit: 'mm' },
        resolution: '0.00001',
        repeats: 3,
      },
    )
  })
})

describe('a limit gauge', () => {
  const gauge = {
    kind: 'plug',
    unit: 'in',
    sizes: { GO: '0.5000', 'NO-GO': '0.5010' },
    designation: '1/2',
    resolution: null,
    repeats: 1,
  } as const
  const table = classOf('asme-b89.1.5-x')

  test('has limits of its own for each member, on the side that its kind asks for', () => {
    const sides = (kind: 'plug' | 'ring') =>
      limitGaugePoints({ ...gauge, kind, limits: { table } }).points.map(({ tolerance }) => [
        tolerance?.upper?.absolute,
        tolerance?.lower?.absolute,
      ])
    assert.deepEqual(sides('plug'), [
      ['0.00004', '0'],
      ['0', '0.00004'],
    ])
    assert.deepEqual(sides('ring'), [
      ['0', '0.00004'],
      ['0.00004', '0'],
    ])
  })

  test('notes its class, or what is said of the limits of its members', () => {
    const limits = { GO: { upper: '1', lower: null }, 'NO-GO': { upper: null, lower: '0' } }
    const notes = (own: typeof limits | { table: GaugeClass }, note?: string) =>
      limitGaugePoints({ ...gauge, limits: own, ...(note !== undefined && { note }) }).points.map(
        (each) => each.note,
      )
    assert.deepEqual(notes({ table }, 'ignored'), [table.name, table.name])
    assert.deepEqual(notes(limits, 'M10 6H'), ['M10 6H', 'M10 6H'])
    assert.deepEqual(notes(limits), [null, null])
  })

  test('keeps the limits of a class that says where they lie', () => {
    const placed = (upper: string | null, lower: string | null) => {
      const rows = [{ from: '0', to: '1', upper, lower }]
      const own: GaugeClass = { name: 'Own', unit: 'in', deviation_unit: 'in', rows }
      return limitGaugePoints({ ...gauge, limits: { table: own } }).points.map(({ tolerance }) => tolerance)
    }
    const both = (tolerance: object) => [tolerance, tolerance]
    assert.deepEqual(placed('0.1', '0.2'), both({ upper: { absolute: '0.1' }, lower: { absolute: '0.2' } }))
    assert.deepEqual(placed('0.1', null), both({ upper: { absolute: '0.1' }, lower: null }))
    assert.deepEqual(placed(null, '0'), both({ upper: null, lower: { absolute: '0' } }))
  })

  test('has a verdict for each member', () => {
    const limits = { GO: { upper: '0.00002', lower: '0' }, 'NO-GO': { upper: '0', lower: '0.00002' } }
    const { points } = limitGaugePoints({ ...gauge, limits })
    const readings = ['0.49999', '0.50099']
    const measured = points.map(({ repeats: _repeats, ...point }, index) => ({
      ...point,
      as_found: { readings: [readings[index]!] },
    }))
    const { measurements } = evaluateMeasurements(measured, {}, 'points')
    assert.deepEqual(
      measurements.map((point) => [point.function, point.as_found?.verdict]),
      [
        ['GO', 'out'],
        ['NO-GO', 'in'],
      ],
    )
  })

  test('names the member whose size the class does not know', () => {
    const sizes = { GO: '12.000', 'NO-GO': '12.020' }
    const { points, unknown } = limitGaugePoints({ ...gauge, sizes, limits: { table } })
    assert.deepEqual([points.length, unknown], [1, ['NO-GO']])
  })
})
