import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readPoint } from './history-point.ts'
import { HistoryOrder } from './history-order.ts'
import { readHistoryRow } from './history-row.ts'
import { readResult, readType, worstResult } from './history-words.ts'
import { recogniseColumns } from './recognise-columns.ts'

test('words of histories mean a result and a type of work, and the worst result of its rows is that of a record', () => {
  const words = [
    'Pass',
    'OK',
    'i.O.',
    'Pass after adjustment',
    'Limited use',
    'Out of tolerance',
    'n.i.O.',
    'Blue',
  ]
  assert.deepEqual(words.map(readResult), [
    'PASS',
    'PASS',
    'PASS',
    'PASS_WITH_ADJUSTMENT',
    'LIMITED_CALIBRATION',
    'FAIL',
    'FAIL',
    undefined,
  ])
  assert.deepEqual(['In-house', 'extern', '?'].map(readType), ['in_house', 'external_certificate', undefined])
  assert.equal(worstResult(['PASS', 'FAIL', 'PASS_WITH_ADJUSTMENT']), 'FAIL')
})

describe('a row of a certificate', () => {
  const tolerances: [text: string, read: unknown][] = [
    ['±0.02 mm', { symmetric: { absolute: '0.02', unit: 'mm' } }],
    ['0,5 %', { symmetric: { percent_of_nominal: '0.5' } }],
    ['50 ppm', { symmetric: { percent_of_nominal: '0.0050' } }],
    [
      '±(0.5 % of reading + 0.02 mm)',
      { symmetric: { percent_of_reading: '0.5', absolute: '0.02', unit: 'mm' } },
    ],
    ['+0.1/-0.2 mm', { lower: { absolute: '0.2', unit: 'mm' }, upper: { absolute: '0.1', unit: 'mm' } }],
    ['+0.1/0 mm', { lower: { absolute: '0', unit: 'mm' }, upper: { absolute: '0.1', unit: 'mm' } }],
    ['0/-0.2 mm', { lower: { absolute: '0.2', unit: 'mm' }, upper: { absolute: '0', unit: 'mm' } }],
    ['+0.2/+0.1 mm', { text: '+0.2/+0.1 mm' }],
    ['-0.1/-0.2 mm', { text: '-0.1/-0.2 mm' }],
    ['9.98 to 10.02 mm', { limits: { lower: '9.98', upper: '10.02', unit: 'mm' } }],
    ['±(0.5 % + 0.1 %)', { text: '±(0.5 % + 0.1 %)' }],
    ['Class 1', { text: 'Class 1' }],
  ]
  for (const [tolerance, expected] of tolerances) {
    test(`has the tolerance ${tolerance} as a point states it`, () => {
      const read = readPoint({ nominal_value: '10 mm', tolerance, as_found_reading: '10.01' }, null)
      assert.deepEqual('point' in read && read.point.tolerance, expected)
    })
  }

  test('has limits without a unit if nothing states one', () => {
    const read = readPoint({ tolerance: '9.98 to 10.02', as_found_reading: 'OK' }, null)
    assert.deepEqual('point' in read && read.point.tolerance, { limits: { lower: '9.98', upper: '10.02' } })
  })

  test('has its numbers as the API writes them', () => {
    const as_found_reading = '10.; .5; -.5; +1.5; 1e+3; 1.e3'
    const read = readPoint({ as_found_reading, nominal_value: '1 V' }, null)
    assert.deepEqual('point' in read && read.point.as_found, {
      readings: ['10', '0.5', '-0.5', '1.5', '1e+3', '1e3'],
    })
  })

  test('states a percentage as text if it is measured in percent itself', () => {
    const texts = { nominal_value: '50 %', tolerance: '±2 %', as_found_reading: '50.5' }
    const read = readPoint(texts, null)
    assert.deepEqual('point' in read && read.point.tolerance, { text: '±2 %' })
  })

  test('does not conform if the observation makes an instrument unfit', () => {
    const judgements = ['Out', 'defekt', 'Limited'].map((as_found_reading) => {
      const read = readPoint({ as_found_reading }, null)
      const found = 'point' in read ? read.point.as_found : null
      return found && 'judgement' in found && found.judgement
    })
    assert.deepEqual(judgements, ['does_not_conform', 'does_not_conform', 'conforms'])
  })

  test('is a point with readings in the unit of the point, or with an observation', () => {
    const texts = { nominal_value: '10.000', unit_of_measure: 'mm', as_found_reading: '+10.01; 10.02 mm' }
    assert.deepEqual(readPoint({ ...texts, as_left_reading: 'OK' }, 'in'), {
      point: {
        nominal: { value: '10.000', unit: 'mm' },
        as_found: { readings: ['10.01', '10.02'] },
        as_left: { observed: 'OK', judgement: 'conforms' },
      },
    })
  })

  test('names the cell that cannot be read as part of a point', () => {
    const faults = [
      { as_found_reading: 'about 10' },
      { nominal_value: '10 mm', as_found_reading: '10 mm\nor 11' },
      { nominal_value: '10 mm', as_found_reading: '10 in' },
      { nominal_value: '10', as_found_reading: '10' },
      { nominal_value: '10 mm', measurement_uncertainty: '0.2 µm' },
    ].map((texts) => readPoint(texts, null))
    assert.deepEqual(faults, [
      { field: 'as_found_reading', fault: 'point_not_read' },
      { field: 'as_found_reading', fault: 'point_not_read' },
      { field: 'as_found_reading', fault: 'point_unit_differs' },
      { field: 'nominal_value', fault: 'point_unit_missing' },
      { field: 'measurement_uncertainty', fault: 'coverage_missing' },
    ])
  })
})

test('rows of one instrument, time and certificate are a record, and records come in the order of performance', () => {
  const head = ['Prüfmittel-Nr.', 'Kalibrierdatum', 'Ergebnis', 'Kalibrierschein-Nr.', 'Farbe']
  const { columns, unixSeconds, firstRow } = recogniseColumns([['Historie'], head], { kind: 'calibrations' })!
  assert.deepEqual(
    [firstRow, columns.map(({ target }) => target)],
    [2, ['asset_tag', 'performed_at', 'result', 'certificate_number', 'ignore']],
  )
  const lines = [
    ['P-1', '03.05.2026', 'i.O.', 'C-2'],
    ['P-2', '2025-01-02T08:30:00+01:00', 'i.O.', 'C-1'],
    ['P-1', '2026-05-03', 'i.O.', 'C-2'],
    ['P-1', 'bald', 'i.O.', 'C-2'],
    ['P-1', '2026-05-03', 'i.O.', 'C-3'],
    ['P-3', '2026-05-04', 'i.O.', 'C-4'],
    ['P-3', '2026-05-04', 'blau', 'C-4'],
    ['P-1', '2026-05-03T09:59:00Z', 'i.O.', 'C-5'],
  ]
  const order = new HistoryOrder('Europe/Berlin')
  for (const [at, cells] of lines.entries()) {
    order.add(readHistoryRow(cells, at + 3, { columns, unixSeconds, options: {} })!, cells)
  }
  const ordered = order.take()
  assert.deepEqual(
    ordered.map((rows) => rows.map(({ row }) => row)),
    [[6], [8, 9], [4], [10], [3, 5], [7]],
  )
  assert.deepEqual(
    new Map(ordered.flat().map(({ row, cells }) => [row, JSON.parse(cells) as string[]])),
    new Map(lines.map((cells, at) => [at + 3, cells])),
  )
})

test('an unknown word is an error of its cell that states what the cell may contain', () => {
  const columns = [
    { column: 'Tag', target: 'asset_tag' },
    { column: 'Date', target: 'performed_at' },
    { column: 'Result', target: 'result' },
    { column: 'Type', target: 'calibration_type' },
  ] as const
  const row = readHistoryRow(['P-1', '2026-05-03', 'blue', 'green'], 2, {
    columns,
    unixSeconds: false,
    options: {},
  })!
  assert.deepEqual(
    row.errors.map(({ column, code }) => [column, code]),
    [
      ['Result', 'import.result_unknown'],
      ['Type', 'import.type_unknown'],
    ],
  )
})

test('an instant that does not exist is an error of its cell, and others may have an offset', () => {
  const columns = [
    { column: 'Tag', target: 'asset_tag' },
    { column: 'Date', target: 'performed_at' },
  ] as const
  const read = (text: string) => {
    const row = readHistoryRow(['P-1', text], 2, { columns, unixSeconds: false, options: {} })!
    return row.performed ?? row.errors.map(({ column, code }) => `${column}: ${code}`).join()
  }
  assert.deepEqual(
    [
      '2026-05-03 10:00+0230',
      'Sun 2026-05-03 10:00+0230',
      '2026-13-01T10:00Z',
      '2026-02-30T10:00Z',
      '2026-05-03T25:00Z',
      '2026-05-03T25:10:30Z',
      '2026-05-03T10:00+25:00',
    ].map(read),
    [
      '2026-05-03T07:30:00.000Z',
      '2026-05-03T07:30:00.000Z',
      ...Array.from({ length: 5 }, () => 'Date: import.date_unreadable'),
    ],
  )
})

test('a text that only contains an instant is the day with which it begins, or unreadable', () => {
  const columns = [
    { column: 'Tag', target: 'asset_tag' },
    { column: 'Date', target: 'performed_at' },
    { column: 'Due', target: 'next_due_date' },
  ] as const
  const read = (date: string, due = '') =>
    readHistoryRow(['P-1', date, due], 2, { columns, unixSeconds: false, options: {} })!
  assert.equal(read('2026-05-03T23:30:00Z or later').performed, '2026-05-03')
  assert.deepEqual(
    read('at 2026-05-03T23:30:00Z').errors.map(({ column, code }) => [column, code]),
    [['Date', 'import.date_unreadable']],
  )
  assert.equal(read('2026-05-03', '2027-05-03T23:30:00-05:00').due, '2027-05-03', 'a due date is a day')
})

test('a column that may number the lines is the asset tag of a history if nothing else identifies the instrument', () => {
  const tagOf = (names: string[]) =>
    recogniseColumns([names], { kind: 'calibrations' })?.columns.find(({ target }) => target === 'asset_tag')
      ?.column
  assert.equal(tagOf(['No', 'Serial number', 'Date', 'Result']), undefined)
  assert.equal(tagOf(['No', 'Date', 'Result']), 'No')
})
