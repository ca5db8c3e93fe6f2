import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Claimed } from './claimed.ts'
import { changedBody, fieldsOfMember, madeName, newBody, withoutSame } from './instrument-body.ts'
import type { ReadRow } from './read-row.ts'

const row = (members: Partial<ReadRow> = {}): ReadRow => ({
  row: 2,
  cells: {},
  assetTag: 'A-1',
  name: undefined,
  texts: {},
  site: undefined,
  location: undefined,
  status: undefined,
  statusWord: undefined,
  interval: undefined,
  graceDays: undefined,
  isReferenceStandard: undefined,
  responsible: undefined,
  lastCalibration: undefined,
  dueDate: undefined,
  isQuarantined: false,
  customFields: {},
  isNoInstrument: false,
  errors: [],
  warnings: [],
  ...members,
})
const YEAR = { value: 1, unit: 'years' } as const

test('a row changes what it states and nothing else', () => {
  assert.deepEqual(changedBody(row(), {}), {})
  assert.deepEqual(changedBody(row({ interval: 'missing' }), {}), {})
  const stated = row({
    name: 'Caliper',
    texts: { manufacturer: 'M', place: 'shelf 3' },
    interval: YEAR,
    graceDays: 0,
    isReferenceStandard: false,
    customFields: { Bin: '7' },
  })
  assert.deepEqual(changedBody(stated, { siteId: 's', locationId: 'l', text: 'Hall', responsibleId: 'p' }), {
    name: 'Caliper',
    manufacturer: 'M',
    location: 'Hall, shelf 3',
    calibration_interval_value: 1,
    calibration_interval_unit: 'years',
    grace_days: 0,
    is_reference_standard: false,
    site_id: 's',
    location_id: 'l',
    responsible_id: 'p',
    customFields: { Bin: '7' },
  })
  assert.deepEqual(changedBody(row(), { text: 'Hall' }), { location: 'Hall' })
  assert.deepEqual(changedBody(row({ texts: { place: 'shelf' } }), {}), { location: 'shelf' })
})

test('a text that differs only in blanks is not a change, and other values are always stated', () => {
  const existing = { name: ' Caliper ', grace_days: 3, customFields: { Bin: '7 ', Rack: 'a' } }
  const body = { name: 'Caliper', model: 'X', grace_days: 3, customFields: { Bin: '7', Rack: 'b', New: '1' } }
  assert.deepEqual(withoutSame(body, existing), {
    model: 'X',
    grace_days: 3,
    customFields: { Rack: 'b', New: '1' },
  })
  assert.deepEqual(withoutSame({ customFields: { Bin: '7' } }, existing), {})
  assert.deepEqual(withoutSame({ model: 'X' }, existing), { model: 'X' })
  assert.deepEqual(withoutSame({ customFields: { toString: '7' } }, existing), {
    customFields: { toString: '7' },
  })
})

test('an instrument is created in use or as reference only, and is retired or sent out afterwards', () => {
  const statusOf = (members: Partial<ReadRow>) =>
    newBody(row(members), {}, { name: 'Caliper', lastCalibration: undefined }).status
  const cases: [status: ReadRow['status'], interval: ReadRow['interval'], first: string][] = [
    [undefined, YEAR, 'active'],
    ['active', YEAR, 'active'],
    ['in_service', YEAR, 'in_service'],
    ['out_of_service', YEAR, 'out_of_service'],
    ['OUT_FOR_CALIBRATION', YEAR, 'active'],
    ['REFERENCE_ONLY', YEAR, 'REFERENCE_ONLY'],
    ['REFERENCE_ONLY', undefined, 'REFERENCE_ONLY'],
    ['retired', YEAR, 'active'],
    ['retired', undefined, 'REFERENCE_ONLY'],
    ['retired', 'missing', 'REFERENCE_ONLY'],
  ]
  for (const [status, interval, first] of cases)
    assert.equal(statusOf({ status, interval }), first, `${status} ${JSON.stringify(interval)}`)
})

test('a new instrument has its tag, name, interval or none, and last calibration if stated', () => {
  const bare = newBody(row(), {}, { name: 'Caliper', lastCalibration: undefined })
  assert.deepEqual(bare, {
    asset_tag: 'A-1',
    name: 'Caliper',
    calibration_interval_value: null,
    status: 'active',
  })
  const at = '2026-05-03T10:00:00.000Z'
  const whole = newBody(
    row({ interval: YEAR, name: 'Old' }),
    { siteId: 's' },
    { name: 'New', lastCalibration: at },
  )
  assert.deepEqual(whole, {
    asset_tag: 'A-1',
    name: 'New',
    site_id: 's',
    calibration_interval_value: 1,
    calibration_interval_unit: 'years',
    status: 'active',
    last_calibration_date: at,
  })
})

test('an instrument without a name is named after its category, manufacturer and model, or tag', () => {
  const cases: [texts: ReadRow['texts'], name: string][] = [
    [{ category: 'Caliper', manufacturer: 'M', model: 'X' }, 'Caliper'],
    [{ manufacturer: 'M', model: 'X' }, 'M X'],
    [{ manufacturer: 'M' }, 'M'],
    [{ model: 'X' }, 'X'],
    [{}, 'A-1'],
  ]
  for (const [texts, name] of cases) assert.equal(madeName(row({ texts })), name)
})

test('a refused member of a body leads to the column from which it comes', () => {
  const cases: [member: string, fields: string[]][] = [
    ['location', ['place', 'location']],
    ['location_id', ['location']],
    ['site_id', ['site']],
    ['responsible_id', ['responsible']],
    ['until', ['due_date']],
    [
      'calibration_interval_value',
      ['calibration_interval_value', 'interval_months', 'interval_years', 'interval_days'],
    ],
    ['name', ['name']],
  ]
  for (const [member, fields] of cases) assert.deepEqual(fieldsOfMember(member), fields)
})

test('a tag and a serial number belong to the first row that names them, however it is spelt in Unicode', () => {
  const claimed = new Claimed()
  const named = (line: number, assetTag: string, serial?: string) =>
    row({ row: line, assetTag, texts: serial === undefined ? {} : { serial_number: serial } })
  claimed.take(named(2, 'K\u00e4-1', 's\u00e4'))
  claimed.take(named(3, 'Ka\u0308-1', 'sa\u0308'))
  claimed.take(named(4, 'B'))
  assert.deepEqual(
    [named(2, 'K\u00e4-1'), named(3, 'Ka\u0308-1'), named(5, 'B'), named(5, 'C')].map((each) =>
      claimed.rowOfTag(each),
    ),
    [undefined, 2, 4, undefined],
  )
  assert.deepEqual(
    [named(3, 'x', 'sa\u0308'), named(2, 'x', 's\u00e4'), named(3, 'x', 'other'), named(3, 'x')].map((each) =>
      claimed.rowOfSerial(each),
    ),
    [2, undefined, undefined, undefined],
  )
})
