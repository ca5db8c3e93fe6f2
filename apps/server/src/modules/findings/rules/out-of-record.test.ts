import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calibrationResults, type CalibrationResult, type Measurement } from '@plumbline/contract'
import { leftInTolerance, outOfRecord, type FoundRecord } from './out-of-record.ts'

const record = (members: Partial<FoundRecord> = {}): FoundRecord => ({
  result: 'PASS',
  nominalValue: '10 mm',
  tolerance: '±0.05 mm',
  asFoundReading: '10.00 mm',
  asLeftReading: null,
  unitOfMeasure: 'mm',
  ...members,
})

const point = (verdict: 'in' | 'out' | null, members: object = {}, found: object = {}): Measurement =>
  ({
    function: 'DC voltage',
    channel: '1',
    range: '10 V',
    nominal: { value: '10', unit: 'V' },
    as_found: verdict && { verdict, mean: '10.2', observed: null, percent_of_tolerance: '120', ...found },
    ...members,
  }) as unknown as Measurement

const percentOf = (members: Partial<FoundRecord>) =>
  outOfRecord(record(members), null)?.points[0]?.percent_of_tolerance

test('a record without points is out of tolerance by its as-found reading', () => {
  assert.deepEqual(outOfRecord(record({ asFoundReading: '10.06 mm', asLeftReading: '10.00 mm' }), null), {
    points: [
      {
        position: null,
        function: null,
        channel: null,
        range: null,
        nominal: '10 mm',
        as_found: '10.06 mm',
        percent_of_tolerance: '120',
      },
    ],
    sizePercent: '120',
  })
  assert.equal(outOfRecord(record({ asFoundReading: '10.05 mm' }), null), null)
  assert.equal(outOfRecord(record({ asLeftReading: '10.06 mm' }), null), null)
  assert.equal(outOfRecord(record({ asFoundReading: null }), null), null)
})

test('the excess of a reading is stated in percent of the limit on its side, to a tenth', () => {
  const cases: [members: Partial<FoundRecord>, percent: string | null][] = [
    [{ asFoundReading: '10.0777 mm' }, '155.4'],
    [{ asFoundReading: '9.9 mm' }, '200'],
    [{ tolerance: '+0.1/-0.2 mm', asFoundReading: '10.15 mm' }, '150'],
    [{ tolerance: '+0.1/-0.2 mm', asFoundReading: '9.7 mm' }, '150'],
    [{ tolerance: '+0.1/0 mm', asFoundReading: '9.9 mm' }, null],
    [{ tolerance: '1 %', asFoundReading: '10.2 mm' }, null],
    [{ tolerance: '±(0.5 % + 0.01 mm)', asFoundReading: '10.2 mm' }, null],
    [{ tolerance: '9.9 to 10.1', asFoundReading: '10.2 mm' }, null],
    // 1.5 and 1500 mm are both outside, and deviate differently.
    [{ tolerance: '±1 mm', asFoundReading: '1,500 mm' }, null],
  ]
  for (const [members, percent] of cases)
    assert.equal(percentOf(members), percent, `${members.tolerance} ${members.asFoundReading}`)
})

test('in a record with points, each point with as-found readings out of tolerance counts, by its index', () => {
  const points = [
    point('in'),
    point('out'),
    point(null),
    point('out', {}, { percent_of_tolerance: '1015.5' }),
  ]
  const found = outOfRecord(record({ asFoundReading: '11 mm' }), points)
  assert.deepEqual(
    found?.points.map(({ position, percent_of_tolerance: percent }) => [position, percent]),
    [
      [2, '120'],
      [4, '1015.5'],
    ],
  )
  assert.equal(found?.sizePercent, '1015.5')
  assert.deepEqual(found?.points[0], {
    position: 2,
    function: 'DC voltage',
    channel: '1',
    range: '10 V',
    nominal: '10 V',
    as_found: '10.2',
    percent_of_tolerance: '120',
  })
  assert.equal(outOfRecord(record(), [point('in'), point(null)]), null)
  assert.equal(outOfRecord(record({ asFoundReading: '11 mm' }), []), null)
})

test('a point with few members is described by those', () => {
  const bare = { function: undefined, channel: undefined, range: undefined, nominal: null }
  const observed = { mean: null, observed: 'no GO', percent_of_tolerance: null }
  const [said] = outOfRecord(record(), [point('out', bare, observed)])!.points
  assert.deepEqual(Object.values(said!), [1, null, null, null, null, 'no GO', null])
  assert.equal(outOfRecord(record(), [point('out', {}, observed)])!.sizePercent, null)
  const nothing = outOfRecord(record(), [point('out', {}, { ...observed, observed: null })])
  assert.equal(nothing!.points[0]!.as_found, '')
})

test('a failed record has a finding even if no reading states what', () => {
  const nothing = { points: [], sizePercent: null }
  for (const result of calibrationResults as readonly CalibrationResult[]) {
    const isFound = result === 'FAIL' || result === 'DAMAGED'
    for (const measurements of [null, []])
      assert.deepEqual(outOfRecord(record({ result }), measurements), isFound ? nothing : null, result)
  }
})

test('an instrument is left in tolerance if it passed and no final reading is outside', () => {
  const outside = { asLeftReading: '10.06 mm' }
  const cases: [members: Partial<FoundRecord>, pointsOut: number | null, isLeft: boolean][] = [
    [{}, null, true],
    [{ result: 'PASS_WITH_ADJUSTMENT' }, null, true],
    [{ result: 'LIMITED_CALIBRATION' }, null, false],
    [{ result: 'FAIL' }, null, false],
    [outside, null, false],
    [{ tolerance: 'Class 1' }, null, true],
    [outside, 0, true],
    [{}, 1, false],
    [{ result: 'FAIL' }, 0, false],
  ]
  for (const [members, pointsOut, isLeft] of cases)
    assert.equal(leftInTolerance(record(members), pointsOut), isLeft, JSON.stringify(members))
})
