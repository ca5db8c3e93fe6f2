import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { InstrumentCalibrationRecord } from '@plumbline/contract'
import { driftChart, type DriftChart, type DriftChartInput } from './drift-geometry.ts'
import { canBeDrawn, driftRecords, percentOfTolerance } from './drift-records.ts'

const calibration = (fields: Partial<InstrumentCalibrationRecord>): InstrumentCalibrationRecord =>
  ({
    id: fields.performed_at ?? 'x',
    record_type: 'calibration',
    performed_at: '2024-01-01T10:00:00.000Z',
    nominal_value: '10 V',
    tolerance: '± 0.1 V',
    as_found_reading: null,
    as_left_reading: null,
    measurement_uncertainty: null,
    unit_of_measure: 'V',
    is_starting_record: false,
    approval_status: 'approved',
    status: 'current',
    ...fields,
  }) as InstrumentCalibrationRecord

const year = (y: number, fields: Partial<InstrumentCalibrationRecord>) =>
  calibration({ performed_at: `${y}-01-01T10:00:00.000Z`, ...fields })

function chartOf(records: InstrumentCalibrationRecord[], input: Partial<DriftChartInput> = {}): DriftChart {
  return driftChart({
    records: driftRecords(records),
    scale: 'unit',
    unit: 'V',
    nextDueAt: null,
    withLeftOut: false,
    width: 800,
    height: 300,
    ...input,
  })
}

const series = [
  year(2023, { as_found_reading: '10.02 V', as_left_reading: '10.02 V' }),
  year(2024, { as_found_reading: '10.05 V', as_left_reading: '10.00 V' }),
  year(2025, { as_found_reading: '10.12 V' }),
]

describe('marks', () => {
  test('are positioned by deviation from nominal: later ones further right, greater ones higher', () => {
    const { records } = chartOf(series)
    const found = records.map(({ marks }) => marks.find(({ kind }) => kind === 'found')!)
    assert.ok(found[0]!.x < found[1]!.x && found[1]!.x < found[2]!.x)
    assert.ok(found[0]!.y > found[1]!.y && found[1]!.y > found[2]!.y)
  })

  test('out of tolerance are marked, a reading at the limit is not', () => {
    const { records } = chartOf([...series, year(2026, { as_found_reading: '10.1 V' })])
    assert.deepEqual(
      records.map(({ marks }) => marks.some(({ isOutside }) => isOutside)),
      [false, false, true, false],
    )
  })

  test('carry the uncertainty as a bar of the same size up and down', () => {
    const { records } = chartOf([year(2023, { as_found_reading: '10 V', measurement_uncertainty: '0.05 V' })])
    const [mark] = records[0]!.marks
    assert.ok(mark!.bar!.top < mark!.y)
    assert.ok(Math.abs(mark!.y - mark!.bar!.top - (mark!.bar!.bottom - mark!.y)) < 1e-9)
    assert.equal(chartOf(series).records[0]!.marks[0]!.bar, null)
  })
})

describe('lines', () => {
  test('connect the as-left reading of one record with the as-found reading of the next, never the two readings of one record', () => {
    const { records, drift } = chartOf(series)
    const mark = (index: number, kind: string) => records[index]!.marks.find((one) => one.kind === kind)!
    assert.deepEqual(
      drift.map(({ y1, y2 }) => [y1, y2]),
      [
        [mark(0, 'left').y, mark(1, 'found').y],
        [mark(1, 'left').y, mark(2, 'found').y],
      ],
    )
  })

  test('an adjustment is an arrow, and there is none where nothing moved', () => {
    assert.deepEqual(
      chartOf(series).records.map(({ adjustment }) => adjustment !== null),
      [false, true, false],
    )
  })

  test('start at the as-found reading of a record without as left', () => {
    const { drift } = chartOf([
      year(2023, { as_found_reading: '10.01 V' }),
      year(2024, { as_found_reading: '10.02 V' }),
    ])
    assert.equal(drift.length, 1)
  })
})

describe('the tolerance band', () => {
  test('is continuous while the tolerance is the same, and changes in a step', () => {
    assert.equal(chartOf(series).bands.length, 1)
    const changed = [...series, year(2026, { as_found_reading: '10 V', tolerance: '+0.1/-0.2 V' })]
    const { bands, records } = chartOf(changed)
    assert.equal(bands.length, 2)
    assert.equal(bands[1]!.x1, records[3]!.x)
    assert.equal(bands[0]!.top, bands[1]!.top)
    assert.ok(bands[1]!.bottom > bands[0]!.bottom)
  })

  test('is ±100 on the scale of the tolerance, so that different points compare', () => {
    const mixed = [
      year(2023, { as_found_reading: '10.05 V' }),
      year(2024, { nominal_value: '100 mV', tolerance: '± 2 mV', as_found_reading: '101 mV' }),
    ]
    const { records, bands } = chartOf(mixed, { scale: 'percent' })
    assert.equal(records.length, 2)
    assert.ok(Math.abs(records[0]!.marks[0]!.y - records[1]!.marks[0]!.y) < 1e-9)
    assert.equal(bands.length, 1)
    const inUnit = chartOf(mixed)
    assert.deepEqual([inUnit.records.length, inUnit.notShown], [1, 1])
  })

  test('an asymmetric tolerance has its limits at ±100 too', () => {
    const limits = { lower: -0.2, upper: 0.1 }
    assert.ok(Math.abs(percentOfTolerance(0.1, limits)! - 100) < 1e-9)
    assert.ok(Math.abs(percentOfTolerance(-0.2, limits)! + 100) < 1e-9)
    assert.equal(percentOfTolerance(0.1, null), null)
  })
})

describe('the projection', () => {
  const nextDueAt = Date.parse('2026-01-01T00:00:00Z')

  test('needs three as found values and a due date after the last of them', () => {
    assert.ok(chartOf(series, { nextDueAt }).projection)
    assert.equal(chartOf(series.slice(1), { nextDueAt }).projection, null)
    assert.equal(chartOf(series, { nextDueAt: null }).projection, null)
    assert.equal(chartOf(series, { nextDueAt: Date.parse('2024-06-01') }).projection, null)
  })

  test('excludes adjustments, so that it continues from the last as-left reading', () => {
    const steady = [
      year(2022, { as_found_reading: '10.00 V' }),
      year(2023, { as_found_reading: '10.04 V', as_left_reading: '10.00 V' }),
      year(2024, { as_found_reading: '10.04 V', as_left_reading: '10.00 V' }),
      year(2025, { as_found_reading: '10.04 V', as_left_reading: '10.00 V' }),
    ]
    const { projection, yTicks } = chartOf(steady, { nextDueAt })
    const valueAt = (y: number) => {
      const [low, high] = [yTicks[0]!, yTicks.at(-1)!]
      return low.value + ((y - low.y) / (high.y - low.y)) * (high.value - low.value)
    }
    assert.ok(Math.abs(valueAt(projection!.y1) - 0) < 1e-3)
    assert.ok(Math.abs(valueAt(projection!.y2) - 0.04) < 1e-3)
  })

  test('leads from the last record to the due date within the plot, its band too', () => {
    const { projection, plot, records } = chartOf(series, { nextDueAt })
    assert.ok(Math.abs(projection!.x1 - records[2]!.x) < 1e-9)
    assert.ok(projection!.x2 > projection!.x1 && projection!.x2 <= plot.right)
    for (const pair of projection!.band.split(' ')) {
      const y = Number(pair.split(',')[1])
      assert.ok(y >= plot.top - 0.1 && y <= plot.bottom + 0.1)
    }
  })
})

test('a single record is shown in the middle of its day', () => {
  const { records, plot } = chartOf([year(2023, { as_found_reading: '10 V' })])
  assert.ok(records[0]!.x > plot.left && records[0]!.x < plot.right)
})

describe('readings of different points', () => {
  const five = (y: number, reading: string) =>
    year(y, { nominal_value: '5.00 V', tolerance: '± 0.02 V', as_found_reading: reading })
  // Each of them stands still: 10 V at +0.05 V, 5 V at −0.01 V.
  const stable = [
    year(2021, { as_found_reading: '10.05 V' }),
    five(2022, '4.99 V'),
    year(2023, { as_found_reading: '10.05 V' }),
    five(2024, '4.99 V'),
    year(2025, { nominal_value: '10.0 V', as_found_reading: '10.05 V' }),
  ]
  const nextDueAt = Date.parse('2026-01-01T00:00:00Z')

  test('are never joined: each nominal value has a line of its own', () => {
    const { drift, records } = chartOf(stable)
    const at = (index: number) => records[index]!.x
    assert.deepEqual(
      drift.map(({ x1, x2, y1, y2 }) => [x1, x2, y1 === y2]),
      [
        [at(0), at(2), true],
        [at(2), at(4), true],
        [at(1), at(3), true],
      ],
    )
  })

  test('have no projection and no common band together, and each has its own', () => {
    assert.deepEqual([chartOf(stable, { nextDueAt }).projection, chartOf(stable).bands], [null, []])
    assert.equal(chartOf(stable, { scale: 'percent' }).bands.length, 1)
    const ten = chartOf(
      stable.filter(({ tolerance }) => tolerance === '± 0.1 V'),
      { nextDueAt },
    )
    assert.ok(ten.projection && ten.bands.length === 1)
    assert.ok(Math.abs(ten.projection.y1 - ten.projection.y2) < 1e-9)
  })

  test('may precede records with points, whose worst points are not connected', () => {
    const { drift, projection } = chartOf(
      series.map((record) => ({ ...record, measurement_count: 3 })),
      { nextDueAt },
    )
    assert.deepEqual([drift, projection], [[], null])
  })
})

describe('what is left out', () => {
  const voided = year(2022, { as_found_reading: '11 V', status: 'voided' })
  const superseded = year(2021, { as_found_reading: '11 V', status: 'superseded' })

  test('voided and superseded records, unless they are asked for', () => {
    assert.equal(chartOf([voided, superseded, ...series]).records.length, 3)
    assert.equal(chartOf([voided, superseded, ...series], { withLeftOut: true }).records.length, 5)
  })

  test('they carry no drift line and no projection even then', () => {
    const all = chartOf([voided, ...series], { withLeftOut: true })
    assert.equal(all.drift.length, 2)
  })

  test('void markers and starting records always', () => {
    const others = [
      year(2020, { record_type: 'void' }),
      year(2020, { is_starting_record: true, as_found_reading: '10 V' }),
    ]
    assert.equal(driftRecords([...others, ...series]).length, 3)
  })
})

test('nothing is drawn for readings that are not numbers', () => {
  const { records, xTicks, notShown } = chartOf([year(2023, { as_found_reading: 'OK' })])
  assert.deepEqual([records, xTicks, notShown], [[], [], 1])
  assert.deepEqual(chartOf([]).records, [])
  assert.equal(canBeDrawn(driftRecords([year(2023, { as_found_reading: 'OK' })])), false)
  assert.equal(canBeDrawn(driftRecords(series)), true)
})
