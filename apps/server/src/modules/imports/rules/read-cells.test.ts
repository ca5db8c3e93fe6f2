import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportField } from '@plumbline/contract'
import { instantOf, noonOf } from './instant-of.ts'
import { readDate } from './read-date.ts'
import { readInterval, wholeNumber, type IntervalCells } from './read-interval.ts'
import { readRow, type RowReading } from './read-row.ts'

const dateOf = (text: string, order?: 'dmy' | 'mdy' | 'ymd') => {
  const read = readDate(text, order)
  return 'date' in read ? read.date : read.fault
}

test('every month is known by its English and German names, short and long', () => {
  const months = [
    'Jan January Januar Jänner',
    'Feb February Februar',
    'Mar March März Maerz Mrz',
    'Apr April',
    'May Mai',
    'Jun June Juni',
    'Jul July Juli',
    'Aug August',
    'Sep Sept September',
    'Oct October Okt Oktober',
    'Nov November',
    'Dec December Dez Dezember',
  ]
  for (const [index, names] of months.entries()) {
    for (const name of names.split(' ')) {
      const date = `2026-${String(index + 1).padStart(2, '0')}-03`
      for (const text of [`3 ${name} 2026`, `3-${name}-26`, `${name} 3, 2026`])
        assert.equal(dateOf(text), date, text)
    }
  }
  assert.equal(dateOf('3 Foo 2026'), 'unreadable')
})

test('an unambiguous date is read as such, and an ambiguous one in the given order', () => {
  const cases: [text: string, order: 'dmy' | 'mdy' | 'ymd' | undefined, date: string][] = [
    ['12/12/2026', undefined, '2026-12-12'],
    ['12/13/2026', undefined, '2026-12-13'],
    ['13/12/2026', undefined, '2026-12-13'],
    ['12/11/2026', undefined, 'ambiguous'],
    ['11/12/2026', undefined, 'ambiguous'],
    ['12/11/2026', 'ymd', 'ambiguous'],
    ['13/13/2026', undefined, 'impossible'],
    ['3.5.26', undefined, '2026-05-03'],
    ['3.5.2026.', undefined, '2026-05-03'],
    ['03.05.69', undefined, '2069-05-03'],
    ['03.05.70', undefined, '1970-05-03'],
    ['2026.5.3', undefined, '2026-05-03'],
    ['2026-5/3', undefined, 'unreadable'],
    ['2026-00-10', undefined, 'impossible'],
    ['2024-02-29', undefined, '2024-02-29'],
    ['2023-02-29', undefined, 'impossible'],
    ['20000', undefined, '1954-10-03'],
    ['79999.75', undefined, '2119-01-10'],
    ['19999', undefined, 'unreadable'],
    ['80000', undefined, 'unreadable'],
    ['2026-05-03, 8:30', undefined, '2026-05-03'],
    ['03.05.2026 , 8:30', undefined, '2026-05-03'],
    ['1st of May 2026', undefined, '2026-05-01'],
    ['2nd May 2026', undefined, '2026-05-02'],
  ]
  for (const [text, order, date] of cases) assert.equal(dateOf(text, order), date, text)
  assert.equal(dateOf('1777800000'), 'unreadable')
  for (const text of ['at 1777800000', '1777800000 s'])
    assert.ok('fault' in readDate(text, undefined, true), text)
  assert.deepEqual(readDate('12345678', undefined, true), { fault: 'impossible' })
})

test('a date with anything beside it but a weekday before it and a time behind it is not read', () => {
  const texts =
    '14 Mar Sat 2026;14 Mar 2026x;7 Mar 14, 2026;Mar 14, 2026x;14.03.2026x;14/03/2026 or later;2026-03-14x'
  for (const text of texts.split(';')) assert.equal(dateOf(text), 'unreadable', text)
})

test('a day means noon in the time zone, and an instant itself', () => {
  assert.equal(noonOf('2026-05-03', 'Europe/Berlin'), '2026-05-03T10:00:00.000Z')
  assert.equal(instantOf('2026-05-03', 'UTC'), '2026-05-03T12:00:00.000Z')
  assert.equal(instantOf('2026-05-03T07:30:00.000Z', 'Europe/Berlin'), '2026-05-03T07:30:00.000Z')
})

test('words of intervals and of units are known in English and German', () => {
  const read = (cells: IntervalCells, normalises = false) => {
    const interval = readInterval(cells, normalises)
    return typeof interval === 'string' ? interval : `${interval.value} ${interval.unit}`
  }
  const words: Record<string, string> = {
    '1 years': 'annual annually yearly jährlich',
    '2 years': 'biennial biennially zweijährlich',
    '6 months': 'semi-annual semiannually half-yearly halbjährlich',
    '3 months': 'quarterly vierteljährlich',
    '1 months': 'monthly monatlich',
    '7 days': 'weekly wöchentlich',
    '1 days': 'daily täglich',
  }
  for (const [interval, names] of Object.entries(words))
    for (const value of names.split(' ')) assert.equal(read({ value }), interval, value)
  const units: Record<string, string> = {
    days: 'd day days tag tage',
    months: 'm mo mos mon mth mths month months monat monate',
    years: 'y yr yrs year years jahr jahre a',
  }
  for (const [unit, names] of Object.entries(units))
    for (const name of names.split(' ')) assert.equal(read({ value: '4', unit: name }), `4 ${unit}`, name)
  const cases: [cells: IntervalCells, normalises: boolean, interval: string][] = [
    [{ value: '120' }, false, '120 months'],
    [{ value: '121' }, false, 'unreadable'],
    [{ value: '2 year(s)' }, false, '2 years'],
    [{ value: '100000 days' }, false, '100000 days'],
    [{ value: '100001 days' }, false, 'unreadable'],
    [{ years: 'ncr', months: '1' }, false, 'reference'],
    [{ years: 'x' }, false, 'unreadable'],
    [{ days: '30' }, false, '30 days'],
    [{ days: '1' }, false, '1 days'],
    [{ months: '3', days: '3' }, false, 'unreadable'],
    [{ years: '1', months: '1' }, false, '13 months'],
    [{ years: '1', months: '1', days: '1' }, false, 'unreadable'],
    [{ years: '1', days: '3' }, false, 'unreadable'],
    [{ years: '2', months: '6' }, false, '30 months'],
    [{ unit: 'months' }, false, 'none'],
    [{ value: 'ncr' }, true, 'reference'],
    [{ value: '366 days' }, true, '1 years'],
    [{ value: '731 days' }, true, '2 years'],
    [{ value: '1095 days' }, true, '3 years'],
    [{ value: '1096 days' }, true, '3 years'],
    [{ value: '1826 days' }, true, '5 years'],
    [{ value: '365 months' }, true, '365 months'],
    [{ value: '1,5 years' }, false, '18 months'],
  ]
  for (const [cells, normalises, interval] of cases)
    assert.equal(read(cells, normalises), interval, JSON.stringify(cells))
  assert.deepEqual(['12', '12,00', '999999999', '1234567890', '1.5', '-1', ''].map(wholeNumber), [
    12,
    12,
    999_999_999,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

/** Reads a row of which each column goes to the field of its name. */
function rowOf(cells: Partial<Record<ImportField, string>>, options: RowReading['options'] = {}) {
  const fields = Object.keys(cells) as ImportField[]
  const columns = fields.map((target) => ({ column: `column ${target}`, target }))
  return readRow(Object.values(cells), 7, { columns, unixSeconds: false, options })!
}

test('a row states the texts of its cells, each at its field', () => {
  const texts = {
    manufacturer: 'M',
    model: 'X',
    serial_number: '7',
    category: 'Caliper',
    department: 'QA',
    place: 'shelf',
    unit_of_measure: 'mm',
    tolerance_spec: '±0.1',
    method: 'WI-1',
    notes: 'n/a',
  }
  const row = rowOf({ asset_tag: 'A-1', name: 'Caliper', site: 'North', location: 'Hall', ...texts })
  assert.deepEqual(row.texts, texts)
  assert.deepEqual(
    [row.row, row.assetTag, row.name, row.site, row.location],
    [7, 'A-1', 'Caliper', 'North', 'Hall'],
  )
  assert.deepEqual(rowOf({ asset_tag: 'A-1', name: '' }).cells, { 'column asset_tag': 'A-1' })
  const empty = rowOf({
    asset_tag: 'A-1',
    name: '',
    site: ' ',
    serial_number: 'N/A',
    manufacturer: '-',
    model: '?',
  })
  assert.deepEqual(
    [empty.texts, empty.name, empty.site, empty.location],
    [{}, undefined, undefined, undefined],
  )
})

test('numbers, dates and yes or no are read, and what cannot be is an error of its cell', () => {
  const row = rowOf({
    asset_tag: 'A-1',
    grace_days: '5.0',
    is_reference_standard: 'ja',
    last_calibration_date: '2026-05-03',
    due_date: 'n/a',
    interval_years: '1',
  })
  assert.deepEqual(
    [row.graceDays, row.isReferenceStandard, row.lastCalibration, row.dueDate, row.interval, row.errors],
    [5, true, '2026-05-03', undefined, { value: 1, unit: 'years' }, []],
  )
  const wrong = rowOf({
    asset_tag: '',
    grace_days: 'few',
    is_reference_standard: 'perhaps',
    last_calibration_date: 'soon',
    due_date: '04/05/2026',
    calibration_interval_value: 'often',
  })
  assert.deepEqual(
    new Set(wrong.errors.map(({ row: line, code, column }) => `${line} ${code} ${column}`)),
    new Set([
      '7 import.tag_missing column asset_tag',
      '7 import.number_unreadable column grace_days',
      '7 import.yes_no_unreadable column is_reference_standard',
      '7 import.date_unreadable column last_calibration_date',
      '7 import.date_ambiguous column due_date',
      '7 import.interval_unreadable column calibration_interval_value',
    ]),
  )
})

test('texts beyond the columns are left out with a warning that shows them', () => {
  const columns = [{ column: 'Tag', target: 'asset_tag' } as const]
  const read = (cells: string[]) => readRow(cells, 7, { columns, unixSeconds: false, options: {} })!
  const { warnings } = read(['A-1', ' steel', '', 'blue '])
  assert.deepEqual(
    warnings.map(({ row, column, code, values }) => [row, column, code, values]),
    [[7, null, 'import.cells_beyond_columns', { cells: 'steel, blue' }]],
  )
  assert.deepEqual(read(['A-1', '', ' ']).warnings, [])
})

test('more than 200 characters beyond the columns are cut in the warning', () => {
  const columns = [{ column: 'Tag', target: 'asset_tag' } as const]
  const shownOf = (length: number) =>
    readRow(['A-1', 'x'.repeat(length)], 7, { columns, unixSeconds: false, options: {} })!.warnings.map(
      ({ values }) => String(values['cells']).length,
    )
  assert.deepEqual([shownOf(200), shownOf(201)], [[200], [200]])
})

test('a row of blanks is empty', () => {
  const columns = [{ column: 'Tag', target: 'asset_tag' } as const]
  assert.equal(readRow(['', ' '], 7, { columns, unixSeconds: false, options: {} }), undefined)
})

test('a dash is a unit, and a placeholder is kept in prose', () => {
  const texts = { unit_of_measure: '-', tolerance_spec: 'n/a', notes: 'none' }
  assert.deepEqual(rowOf({ asset_tag: 'A-1', method: '-', ...texts }).texts, texts)
})

test('a second number next to the tag is stored, and replaces a missing tag', () => {
  const both = rowOf({ asset_tag: 'A-1', asset_tag_alternative: 'B-2' })
  assert.deepEqual([both.assetTag, both.customFields], ['A-1', { 'column asset_tag_alternative': 'B-2' }])
  const alone = rowOf({ asset_tag: '', asset_tag_alternative: 'B-2' })
  assert.deepEqual([alone.assetTag, alone.customFields], ['B-2', {}])
})

test('a retired instrument needs no interval, and is never made reference-only by choice', () => {
  const scheduled = (status: string, interval: string, without_interval?: 'reference_only') => {
    const cells = { asset_tag: 'A-1', status, calibration_interval_value: interval }
    const row = rowOf(cells, without_interval === undefined ? {} : { without_interval })
    return [row.status, row.interval]
  }
  assert.deepEqual(scheduled('retired', ''), ['retired', undefined])
  assert.deepEqual(scheduled('retired', '', 'reference_only'), ['retired', undefined])
  assert.deepEqual(scheduled('active', ''), ['active', 'missing'])
  assert.deepEqual(scheduled('', '', 'reference_only'), ['REFERENCE_ONLY', undefined])
  assert.deepEqual(scheduled('active', 'ncr'), ['REFERENCE_ONLY', undefined])
  assert.deepEqual(scheduled('ref only', ''), ['REFERENCE_ONLY', undefined])
  assert.deepEqual(scheduled('ref only', '12'), ['REFERENCE_ONLY', { value: 12, unit: 'months' }])
})
