import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryField } from '@plumbline/contract'
import { HistoryOrder } from './history-order.ts'
import { historyBody, recordOf } from './history-record.ts'
import { readHistoryRow } from './history-row.ts'

const AT = '2026-05-03T10:00:00.000Z'

/** The body of a record whose rows state these fields, each beside a tag and a day. */
function bodyOf(lines: Partial<Record<HistoryField, string>>[], unit: string | null = null) {
  const stated = lines.map((line) => ({ asset_tag: 'P-1', performed_at: '2026-05-03', ...line }))
  const fields = [...new Set(stated.flatMap((line) => Object.keys(line) as HistoryField[]))]
  const columns = fields.map((target) => ({ column: `column ${target}`, target }))
  const rows = stated.map((line, at) =>
    readHistoryRow(
      fields.map((field) => line[field] ?? ''),
      at + 2,
      { columns, unixSeconds: false, options: {} },
    )!,
  )
  return historyBody(recordOf(rows), AT, unit, columns)
}
const inHouse = { calibration_type: 'in_house', accredited: false, performed_at: AT }
const external = { calibration_type: 'external_certificate', performed_at: AT }

test('one row of a record states its type for all of them', () => {
  const point = { nominal_value: '10 V', tolerance: '0.1 V', as_found_reading: '10.01 V' }
  const body = bodyOf([
    point,
    { ...point, nominal_value: '20 V', as_found_reading: '20 V', calibration_type: 'extern' },
  ])
  assert.partialDeepStrictEqual(body, { body: { calibration_type: 'external_certificate' } })
})

test('texts of a record are copied unchanged', () => {
  const texts = {
    certificate_number: 'C-1',
    confidence_level: '95 %',
    decision_rule: 'simple_acceptance',
    reference_standard: 'S-1',
    reference_standard_certificate_number: 'C-0',
    reference_standard_reason: 'recalled',
    traceability_reference: 'PTB',
    temperature: '20 °C',
    humidity: '50 %',
    method: 'WI-1',
    place_of_work: 'Lab 1',
    customer: 'ACME',
    item_condition: 'clean',
    conformity_statement: 'conforms',
    restriction_notes: 'up to 10 mm',
    out_of_tolerance_impact: 'nothing affected',
    opinions: 'stable',
    opinions_basis: 'drift',
    deviation_from_procedure: 'none at 20 V',
    notes: 'as before',
  } as const
  assert.deepEqual(bodyOf([texts]), { body: { ...texts, ...inHouse }, performer: undefined, due: undefined })
})

test('a provider or the word of the file makes a record external, which names no performer', () => {
  const named = { performed_by: 'A. Smith' }
  assert.deepEqual(bodyOf([named]), { body: inHouse, performer: 'A. Smith', due: undefined })
  const provider = { ...named, service_provider: 'Lab Ltd' }
  assert.deepEqual(bodyOf([provider]), {
    body: { ...external, service_provider: 'Lab Ltd' },
    performer: undefined,
    due: undefined,
  })
  assert.deepEqual(bodyOf([{ ...provider, calibration_type: 'in-house' }]), {
    body: { ...inHouse, service_provider: 'Lab Ltd' },
    performer: 'A. Smith',
    due: undefined,
  })
  assert.deepEqual(bodyOf([{ calibration_type: 'extern' }]), {
    body: external,
    performer: undefined,
    due: undefined,
  })
})

test('a record of one row has its single reading, bare numbers in the unit of the row', () => {
  const reading = {
    nominal_value: '10',
    tolerance: '±0.1',
    as_found_reading: '10,05',
    as_left_reading: 'OK',
    measurement_uncertainty: '+0.02',
    coverage_factor: '2',
  }
  const bare = bodyOf([reading])
  assert.deepEqual('body' in bare && bare.body, { ...inHouse, ...reading })
  const inUnit = bodyOf([{ ...reading, unit_of_measure: 'mm' }])
  assert.deepEqual('body' in inUnit && inUnit.body, {
    ...inHouse,
    ...reading,
    nominal_value: '10 mm',
    as_found_reading: '10,05 mm',
    measurement_uncertainty: '+0.02 mm',
  })
})

test('a record of several rows has a point of each, the worst of their results and the first due date', () => {
  const line = (value: string, rest = {}) => ({ nominal_value: value, as_found_reading: value, ...rest })
  const read = bodyOf(
    [line('10', { result: 'Pass' }), line('20', { result: 'Fail', next_due_date: '2027-05-03' }), line('30')],
    'mm',
  )
  assert.ok('body' in read)
  assert.equal(read.due, '2027-05-03')
  assert.equal(read.body.result, 'FAIL')
  assert.deepEqual(
    read.body.measurements?.map(({ nominal }) => nominal),
    ['10', '20', '30'].map((value) => ({ value, unit: 'mm' })),
  )
  assert.ok(!('nominal_value' in read.body))
})

test('each row of a record states its own point, and spells its day and beside its tag the serial number as it likes', () => {
  const read = bodyOf([
    {
      function: 'DC',
      range: '10 V',
      nominal_value: '10',
      unit_of_measure: 'V',
      tolerance: '±0.1 V',
      as_found_reading: '10.01',
      as_left_reading: '10.00',
      measurement_uncertainty: '0.02',
      coverage_factor: '2',
      result: 'Pass',
      serial_number: '7',
    },
    {
      function: 'AC',
      range: '20 A',
      nominal_value: '20',
      unit_of_measure: 'A',
      tolerance: '±0.2 A',
      as_found_reading: '20.01',
      as_left_reading: '20.00',
      measurement_uncertainty: '0.03',
      coverage_factor: '3',
      result: 'Fail',
      serial_number: '007',
      performed_at: '03.05.2026',
    },
  ])
  assert.ok('body' in read)
  assert.deepEqual(
    read.body.measurements?.map((point) => [point.function, point.range, point.as_left]),
    [
      ['DC', '10 V', { readings: ['10.00'] }],
      ['AC', '20 A', { readings: ['20.00'] }],
    ],
  )
})

test('of several rows an adjustment is worse than a pass, and everything else worse than an adjustment', () => {
  const resultOf = (...results: string[]) => {
    const read = bodyOf(results.map((result) => ({ nominal_value: '1 V', as_found_reading: '1', result })))
    return 'body' in read && read.body.result
  }
  assert.equal(resultOf('PASS', 'PASS_WITH_ADJUSTMENT'), 'PASS_WITH_ADJUSTMENT')
  assert.equal(resultOf('PASS_WITH_ADJUSTMENT', 'LIMITED_CALIBRATION'), 'LIMITED_CALIBRATION')
  assert.equal(resultOf('LIMITED_CALIBRATION', 'FAIL'), 'FAIL')
  assert.equal(resultOf('FAIL', 'DAMAGED'), 'DAMAGED')
  assert.equal(resultOf('PASS', 'PASS'), 'PASS')
})

test('rows that contradict each other or state no point are reported with the cell', () => {
  const issuesOf = (read: ReturnType<typeof bodyOf>) => {
    assert.ok(!('body' in read))
    return [...read].flatMap(([row, issues]) =>
      issues.map(({ code, column, value }) => [row, code, column, value]),
    )
  }
  const point = { nominal_value: '10 mm', as_found_reading: '10' }
  const disagreeing = bodyOf([
    { ...point, method: 'WI-1' },
    { ...point, method: 'WI-2', customer: 'ACME' },
    { ...point, customer: 'ACME' },
  ])
  assert.deepEqual(issuesOf(disagreeing), [[3, 'import.rows_disagree', 'column method', 'WI-2']])
  const unread = bodyOf([point, { ...point, as_found_reading: 'about 10' }])
  assert.deepEqual(issuesOf(unread), [[3, 'import.point_not_read', 'column as_found_reading', 'about 10']])
})

test('a number with a unit keeps it beside a column of units', () => {
  const read = bodyOf([{ nominal_value: '10 V', as_found_reading: '10.1', unit_of_measure: 'mV' }])
  assert.partialDeepStrictEqual(read, { body: { nominal_value: '10 V', as_found_reading: '10.1 mV' } })
})

test('a row of our own export of points is the point that it states, with the coverage factor of its record', () => {
  const columns = [
    { column: 'asset_tag', target: 'asset_tag' },
    { column: 'performed_at', target: 'performed_at' },
    { column: 'coverage_factor', target: 'coverage_factor' },
    { column: 'calibration_id', target: 'measurement' },
    { column: 'position', target: 'measurement' },
    { column: 'nominal_value', target: 'measurement' },
    { column: 'external', target: 'measurement' },
  ] as const
  const read = (...lines: string[][]) => {
    const rows = lines.map((cells, at) =>
      readHistoryRow(['P-1', '2026-05-03', ...cells], at + 2, { columns, unixSeconds: false, options: {} }),
    )
    return historyBody(recordOf(rows.map((row) => row!)), AT, 'mm', columns)
  }
  const point = (value: string) => ({ nominal: { value }, external: true })
  assert.deepEqual(read(['2', 'c-1', '1', '10', 'true']), {
    body: { ...inHouse, coverage_factor: '2', measurements: [point('10')] },
    performer: undefined,
    due: undefined,
  })
  assert.deepEqual(read(['', 'c-1', '2', '20', 'true'], ['', 'c-1', '1', '10', 'true']), {
    body: { ...inHouse, measurements: [point('10'), point('20')] },
    performer: undefined,
    due: undefined,
  })
  const unread = read(['', 'c-1', '1', '10', 'perhaps'])
  assert.ok(!('body' in unread))
  assert.deepEqual(
    [...unread].flatMap(([row, issues]) =>
      issues.map(({ code, column, value }) => [row, code, column, value]),
    ),
    [[2, 'import.point_not_read', 'external', 'perhaps']],
  )
})

test('a placeholder states nothing, but is shown', () => {
  const columns = [
    { column: 'Tag', target: 'asset_tag' },
    { column: 'Method', target: 'method' },
    { column: 'Colour', target: 'ignore' },
    { column: 'Empty', target: 'notes' },
  ] as const
  const row = readHistoryRow(['P-1', 'n/a', 'blue', ' '], 2, { columns, unixSeconds: false, options: {} })!
  assert.deepEqual(row.texts, { asset_tag: 'P-1' })
  assert.deepEqual(row.cells, { Tag: 'P-1', Method: 'n/a', Colour: 'blue' })
  assert.deepEqual(
    row.errors.map(({ code, column }) => [code, column]),
    [['field.missing', null]],
  )
  assert.equal(readHistoryRow(['', ' '], 3, { columns, unixSeconds: false, options: {} }), undefined)
})

test('a row without an instrument is an error, and rows with different serial numbers alone are different records', () => {
  const columns = [
    { column: 'Tag', target: 'asset_tag' },
    { column: 'Serial', target: 'serial_number' },
    { column: 'Date', target: 'performed_at' },
  ] as const
  const read = (cells: string[], row: number) =>
    readHistoryRow(cells, row, { columns, unixSeconds: false, options: {} })!
  assert.deepEqual(
    read(['', '', '2026-05-03'], 2).errors.map(({ code, column }) => [code, column]),
    [['import.tag_missing', 'Tag']],
  )
  const groupsOf = (lines: string[][]) => {
    const order = new HistoryOrder('UTC')
    for (const [at, cells] of lines.entries()) order.add(read(cells, at + 2), cells)
    return order.take().map((rows) => rows.map(({ row }) => row))
  }
  assert.deepEqual(
    groupsOf([
      ['', 'S-1', ''],
      ['', 'S-1', ''],
    ]),
    [[2], [3]],
    'rows that do not say when',
  )
  const lines = ['S-1', 'S-2', 'S-1'].map((serial) => ['', serial, '2026-05-03'])
  assert.deepEqual(
    lines.flatMap((cells, at) => read(cells, at + 2).errors),
    [],
  )
  assert.deepEqual(groupsOf(lines), [[2, 4], [3]])
})
