import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportField } from '@plumbline/contract'
import { readHistoryRow } from './history-row.ts'
import { readDate, saysNoDate } from './read-date.ts'
import { readInterval } from './read-interval.ts'
import { recogniseColumns } from './recognise-columns.ts'
import { readRow } from './read-row.ts'
import { readStatus } from './read-status.ts'

/** Reads a row of which each column goes to the field of its name. */
function rowOf(cells: Partial<Record<ImportField, string>>) {
  const fields = Object.keys(cells) as ImportField[]
  const columns = fields.map((target) => ({ column: `column ${target}`, target }))
  return readRow(Object.values(cells), 7, { columns, unixSeconds: false, options: {} })!
}

test('intervals are read as people write them', () => {
  const cases: Record<string, string> = {
    '12 months':
      '12-month,every 12 months,12 months (1 year),12 monthly,P12M,twelve months,12 mois,12-monatig',
    '1 years': 'Every year,each year,once a year,P1Y,1 annual?,annuel,anual,alle 1 Jahr',
    '2 years': 'Every 2 years,two years,alle 2 Jahre,2-yearly,2 ans,every other year',
    '6 months': '½ year,1/2 year,0.5 yrs,twice a year,6-monthly,semestral',
    '30 months': '2 years 6 months',
    '18 months': '1 year 6 months,1y 6m,1.5 years,1 Jahr und 6 Monate',
    '7 days': '1 week,weekly,every week',
    none: '0,Before use,prior to use,As needed,Initial only,bei Bedarf',
    ambiguous: 'bi-annual,Biannually,bimonthly,bi-yearly,biweekly',
    unreadable:
      '1.5,~12,12 months or 50 uses,1.3 months,3 each year,100 years 6 months,1 year 6 months 3 days',
  }
  for (const [expected, texts] of Object.entries(cases))
    for (const value of texts.split(',').filter((text) => !text.endsWith('?'))) {
      const read = readInterval({ value }, false)
      assert.equal(typeof read === 'string' ? read : `${read.value} ${read.unit}`, expected, value)
    }
  assert.deepEqual(readInterval({ value: '1.5', unit: 'years' }, false), { value: 18, unit: 'months' })
})

test('an interval is read with an explanation in brackets that states the same, and with no other', () => {
  const cases: [text: string, read: string][] = [
    ['12 months (12)', '12 months'],
    ['2 years (24 months)', '2 years'],
    ['365 days (12 months)', '365 days'],
    ['1460 days (4 years)', '1460 days'],
    ['biannual (6 months)', '6 months'],
    ['biannual (as needed)', 'unreadable'],
    ['12 months (2 years)', 'unreadable'],
    ['30 days (30 months)', 'unreadable'],
    ['often (1 year)', 'unreadable'],
    ['yearly (1 year) or after repair', 'unreadable'],
    ['(new) yearly (1 year)', 'unreadable'],
  ]
  for (const [value, expected] of cases) {
    const read = readInterval({ value }, false)
    assert.equal(typeof read === 'string' ? read : `${read.value} ${read.unit}`, expected, value)
  }
})

test('dates are read with a day of the week, typographic dashes, spaces, and French and Spanish months', () => {
  const texts =
    'Sat 14 Mar 2026;Saturday, March 14, 2026;14–03–2026;14 / 03 / 2026;14 mars 2026;14 marzo 2026;Sa. 14.03.2026'
  for (const text of texts.split(';'))
    assert.deepEqual(readDate(text, undefined), { date: '2026-03-14' }, text)
  for (const text of [
    '0',
    '0000-00-00',
    '00/00/0000',
    '1900-01-00',
    '1/0/1900',
    '1899-12-30',
    'never',
    'Not calibrated',
  ])
    assert.ok(saysNoDate(text), text)
  for (const text of ['1900-02-01', '2000-01-01', '10/10/2000', 'soon', ''])
    assert.ok(!saysNoDate(text), text)
})

test('a status that keeps an instrument from being used never leaves it in service', () => {
  const cases: Record<string, string> = {
    out_of_service:
      'Quarantine,Failed,Rejected,Damaged,Under repair,Not in use,Withdrawn from service,gesperrt,Defekt,hors service',
    retired: 'Sold,ausgeschieden,verkauft',
    OUT_FOR_CALIBRATION: 'Sent for calibration,zur Kalibrierung',
    REFERENCE_ONLY: 'CNR,C.N.R.,Non-cal,No calibration needed',
    active: 'Pass,freigegeben',
  }
  for (const [status, words] of Object.entries(cases))
    for (const word of words.split(',')) assert.equal(readStatus(word), status, word)
})

test('a placeholder instead of an interval is none, so that a reference-only status applies', () => {
  for (const interval of ['N/A', '-', 'none', 'TBD', 'as needed']) {
    const row = rowOf({ asset_tag: 'A-1', status: 'Ref only', calibration_interval_value: interval })
    assert.deepEqual([row.status, row.interval, row.errors], ['REFERENCE_ONLY', undefined, []], interval)
    const other = rowOf({ asset_tag: 'A-1', status: 'Active', calibration_interval_value: interval })
    assert.deepEqual([other.interval, other.errors], ['missing', []], interval)
  }
  const due = rowOf({ asset_tag: 'A-1', calibration_interval_value: '', due_date: 'NCR' })
  assert.deepEqual([due.status, due.dueDate, due.errors], ['REFERENCE_ONLY', undefined, []])
  const kept = rowOf({ asset_tag: 'A-1', calibration_interval_value: 'before use' })
  assert.deepEqual(kept.customFields, { 'column calibration_interval_value': 'before use' })
})

test('neither a placeholder nor an error of the spreadsheet becomes a value', () => {
  for (const asset_tag of ['N/A', '-', 'TBD', '#REF!'])
    assert.deepEqual(
      rowOf({ asset_tag, name: 'Caliper', model: 'X' }).errors.map(({ code, value }) => [code, value]),
      [['import.tag_missing', asset_tag]],
    )
  const row = rowOf({
    asset_tag: 'A-1',
    site: '-',
    location: 'N/A',
    serial_number: '#N/A',
    due_date: '#VALUE!',
  })
  assert.deepEqual(
    [row.site, row.location, row.texts, row.dueDate, row.errors],
    [undefined, undefined, {}, undefined, []],
  )
  assert.deepEqual(
    row.warnings.map(({ code, value }) => `${code} ${value}`),
    ['import.spreadsheet_error #N/A', 'import.spreadsheet_error #VALUE!'],
  )
  assert.equal(rowOf({ asset_tag: 'A-1', last_calibration_date: '#REF!' }).errors.length, 1)
})

test('headings and lines of units, totals and notes are no instruments, and a row that may be one is', () => {
  const head = {
    asset_tag: '',
    name: '',
    serial_number: '',
    calibration_interval_value: '',
    last_calibration_date: '',
  }
  const lines: Partial<Record<ImportField, string>>[] = [
    { calibration_interval_value: '(months)', last_calibration_date: 'dd/mm/yyyy' },
    { asset_tag: 'Total' },
    { asset_tag: 'Total', calibration_interval_value: 'n/a', name: '222' },
    { name: 'Total: 222 instruments' },
    { asset_tag: 'Gesamt', name: '222' },
    { asset_tag: 'Page 1 of 3' },
    { asset_tag: 'Printed 2026-11-20' },
    { asset_tag: '* limited use' },
    { asset_tag: 'Section A – Micrometers' },
    { asset_tag: 'TORQUE' },
    { asset_tag: 'Halle 3' },
    { asset_tag: 'column asset_tag', name: 'column name' },
    { due_date: '2026-05-03' },
  ]
  for (const line of lines) assert.ok(rowOf({ ...head, ...line }).isNoInstrument, JSON.stringify(line))
  const instruments: Partial<Record<ImportField, string>>[] = [
    { asset_tag: 'TOTAL-01' },
    { asset_tag: 'Total', name: 'Station 3' },
    { name: 'Total station', serial_number: '7' },
    { asset_tag: 'Total', calibration_interval_value: '12' },
    { name: 'Caliper' },
    { serial_number: '7' },
    { asset_tag: 'Page-1' },
    { asset_tag: 'A-1' },
    { asset_tag: 'CAL 001' },
    { asset_tag: 'GAGE 0017' },
    { asset_tag: 'Torque tester', serial_number: '7' },
    { asset_tag: 'Hammer', name: 'Hammer' },
    { asset_tag: 'Total', name: '3 stations' },
    { calibration_interval_value: '12' },
    { serial_number: '7', last_calibration_date: 'dd/mm/yyyy' },
    { serial_number: 'Caliper (mm)' },
    { serial_number: 'DM-MY-TJ-7' },
  ]
  for (const line of instruments) assert.ok(!rowOf({ ...head, ...line }).isNoInstrument, JSON.stringify(line))
})

test('a tag without letters and digits does not repeat the name of a column that has none either', () => {
  const columns = [
    { column: '#', target: 'asset_tag' },
    { column: 'Serial', target: 'serial_number' },
  ] as const
  const row = readRow(['§', '7'], 7, { columns, unixSeconds: false, options: {} })!
  assert.equal(row.isNoInstrument, false)
})

test('line breaks within a cell only wrap it, except in notes', () => {
  const row = rowOf({ asset_tag: 'A-1', name: 'Caliper\r\n0-150 mm', notes: 'a\nb' })
  assert.deepEqual([row.name, row.texts.notes, row.errors], ['Caliper 0-150 mm', 'a\nb', []])
})

test('times since 1970 are seconds or milliseconds', () => {
  for (const text of ['1773446400', '1773446400000'])
    assert.deepEqual(readDate(text, undefined, true), { date: '2026-03-14' }, text)
})

test('columns are recognized with a number sign, wrapped, and by other usual names', () => {
  const heads: Record<string, ImportField[]> = {
    'Equipment #;Item;Mfr.;Model #;Serial #;Cal Interval (mo);Cal\nDate;Cal Due\r\nDate': [
      'asset_tag',
      'name',
      'manufacturer',
      'model',
      'serial_number',
      'interval_months',
      'last_calibration_date',
      'due_date',
    ],
    'Prüfmittel-ID;Prüfmittelart;Letzte Prüfung;Nächste Prüfung': [
      'asset_tag',
      'category',
      'last_calibration_date',
      'due_date',
    ],
    '#;Gage #;Description;Last Calibrated Date': ['asset_tag', 'name', 'last_calibration_date'],
    'Tool #;Name': ['asset_tag', 'name'],
    'Item #;Name': ['asset_tag', 'name'],
  }
  for (const [head, fields] of Object.entries(heads)) {
    const targets = recogniseColumns([head.split(';')], {})?.columns.map(({ target }) => target)
    assert.deepEqual(
      targets?.filter((target) => target !== 'custom_field'),
      fields,
      head,
    )
  }
})

test('an error of the spreadsheet is never a value of a permanent record', () => {
  const columns = (['asset_tag', 'performed_at', 'result', 'as_found_reading'] as const).map((target) => ({
    column: target,
    target,
  }))
  const reading = { columns, unixSeconds: false, options: {} }
  const row = readHistoryRow(['A-1', '2026-03-14', 'Pass', '#REF!'], 7, reading)
  assert.deepEqual(
    row?.errors.map(({ code, column }) => `${code} ${column}`),
    ['import.spreadsheet_error_in_record as_found_reading'],
  )
})
