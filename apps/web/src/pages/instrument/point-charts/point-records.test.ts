import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type {
  InstrumentCalibrationRecord,
  MeasurementCreate,
  PointHistory,
  WorstPoint,
} from '@plumbline/contract'
import { evaluateMeasurements } from '@plumbline/contract/measurement'
import { driftChart } from '../drift-chart/drift-geometry.ts'
import { pointRecords as recordsOf, worstRecords } from './point-records.ts'

const pointRecords = (history: PointHistory, records: readonly InstrumentCalibrationRecord[]) =>
  recordsOf(history, records, (tolerance, unit) => `±${tolerance?.symmetric?.absolute} ${unit}`)

const record = (year: number): InstrumentCalibrationRecord =>
  ({
    id: String(year),
    performed_at: `${year}-01-01T10:00:00.000Z`,
    status: 'current',
    approval_status: 'approved',
    result: 'PASS',
  }) as InstrumentCalibrationRecord

const point = (found: string, members: MeasurementCreate = {}): MeasurementCreate => ({
  nominal: { value: '10.00', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.1' } },
  as_found: { readings: [found] },
  uncertainty: { expanded: '20', coverage_factor: '2', unit: 'mV' },
  ...members,
})

/** The history of one point by year, the newest first as the server has it. */
function historyOf(points: Record<number, MeasurementCreate>, worst: Record<number, WorstPoint[]> = {}) {
  const years = Object.keys(points).toReversed()
  const name = { key: 'k', function: null, channel: null, range: null, nominal: null }
  return {
    records: Object.entries(worst).map(([year, [found, left]]) => ({
      calibration_id: year,
      worst_found: found ?? null,
      worst_left: left ?? null,
    })),
    chosen: {
      ...name,
      measurements: years.map((year) => ({
        calibration_id: year,
        point: evaluateMeasurements([points[Number(year)]!], {}, 'measurements').measurements[0]!,
      })),
    },
  } as unknown as PointHistory
}

const chartOf = (records: ReturnType<typeof pointRecords>, members: object = {}) =>
  driftChart({
    records,
    scale: 'unit',
    unit: 'V',
    nextDueAt: null,
    withLeftOut: false,
    width: 800,
    height: 300,
    ...members,
  })

describe('one point over the records', () => {
  test('replaces the single readings, oldest first', () => {
    const history = historyOf({
      2023: point('10.02'),
      2024: point('10.15', { as_left: { readings: ['10.01'] } }),
    })
    const [first, second] = pointRecords(history, [record(2024), record(2023)])
    assert.deepEqual(
      [
        first!.record.id,
        first!.record.nominal_value,
        first!.record.tolerance,
        first!.record.as_found_reading,
      ],
      ['2023', '10.00 V', '±0.1 V', '10.02 V'],
    )
    assert.deepEqual(
      [second!.record.as_left_reading, second!.record.measurement_uncertainty],
      ['10.01 V', '20 mV'],
    )
    assert.deepEqual(
      [second!.asFound!.isOutside, second!.asFound!.percent, second!.asLeft!.percent],
      [true, 150, 10],
    )
    assert.equal(first!.uncertainty, 0.02)
    const chart = chartOf([first!, second!])
    assert.deepEqual([chart.records.length, chart.drift.length, chart.bands.length], [2, 1, 1])
    assert.notEqual(chart.records[1]!.adjustment, null)
  })

  test('with another unit is shown only on the scale of the tolerance', () => {
    const history = historyOf({
      2023: point('10.02'),
      2024: { ...point('10.02'), nominal: { value: '10.00', unit: 'mV' }, uncertainty: null },
    })
    const records = pointRecords(history, [record(2024), record(2023)])
    assert.equal(chartOf(records).notShown, 1)
    assert.equal(chartOf(records, { scale: 'percent' }).records.length, 2)
  })

  test('with a limit on one side has a band that is open on the other', () => {
    const oneSided = { tolerance: { upper: { absolute: '0.1' }, lower: null } }
    const records = pointRecords(historyOf({ 2023: point('10.02', oneSided) }), [record(2023)])
    const { bands, plot } = chartOf(records)
    assert.deepEqual(
      [bands[0]!.isOpenAbove, bands[0]!.isOpenBelow, bands[0]!.bottom],
      [false, true, plot.bottom],
    )
    const below = pointRecords(historyOf({ 2023: point('9.9', oneSided) }), [record(2023)])
    assert.deepEqual([below[0]!.asFound!.percent, chartOf(below, { scale: 'percent' }).notShown], [null, 1])
  })

  test('without limits is drawn without a band', () => {
    const records = pointRecords(historyOf({ 2023: point('10.02', { tolerance: null }) }), [record(2023)])
    assert.deepEqual([chartOf(records).bands, chartOf(records).records.length], [[], 1])
  })

  test('is omitted for a record that is not loaded yet', () => {
    assert.deepEqual(pointRecords(historyOf({ 2023: point('10.02') }), []), [])
  })
})

test('the worst points are shown in percent of tolerance with one limit, and are not connected', () => {
  const worst = (percent: string | null, verdict: 'in' | 'out'): WorstPoint => ({
    key: 'k',
    function: null,
    channel: null,
    range: null,
    nominal: null,
    percent_of_tolerance: percent,
    verdict,
  })
  const history = historyOf(
    {},
    { 2024: [worst('140', 'out'), worst('30', 'in')], 2023: [worst(null, 'out')] },
  )
  const records = worstRecords(history, [record(2024), record(2023)])
  const chart = chartOf(records, { scale: 'percent', unit: '%', hasAdjustments: false })
  assert.deepEqual(
    chart.records.map(({ record: { record: one }, marks, adjustment }) => [
      one.id,
      marks.map(({ isOutside }) => isOutside),
      adjustment,
    ]),
    [['2024', [true, false], null]],
  )
  assert.deepEqual([chart.drift, chart.bands.length, chart.bands[0]!.isOpenBelow], [[], 1, true])
})
