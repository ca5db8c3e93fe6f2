import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDate, localDate, startOfDay, today } from './local-date.ts'

test('a date is a real day written YYYY-MM-DD', () => {
  for (const text of ['2024-02-29', '0001-01-01', '9999-12-31', '2000-02-29']) {
    assert.equal(isDate(text), true, text)
  }
  const dates = [
    '2023-02-29',
    '1900-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-04-31',
    '0000-01-01',
    '2024-1-01',
  ]
  const forms = ['20240101', '+002024-01-01', '-000001-01-01', '2024-01-01T00:00', '2024-01-01[u-ca=hebrew]']
  for (const text of [...dates, ...forms, ' 2024-01-01', '2024-01-01\n', '', '10000-01-01']) {
    assert.equal(isDate(text), false, text)
  }
})

test('the local date is that of the wall calendar in the zone', () => {
  const cases: [at: string, timeZone: string, date: string][] = [
    ['2025-03-01T04:59:59.999Z', 'America/New_York', '2025-02-28'],
    ['2025-03-01T05:00:00Z', 'America/New_York', '2025-03-01'],
    ['2025-01-01T10:00:00Z', 'Pacific/Kiritimati', '2025-01-02'],
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
    ['2024-02-29T23:59:59.999999999Z', 'UTC', '2024-02-29'],
  ]
  for (const [at, timeZone, date] of cases) assert.equal(localDate(at, timeZone), date)
  assert.equal(today(new Date('2025-06-30T18:30:00Z'), 'Asia/Kolkata'), '2025-07-01')
})

test('dates beyond four digits of year become the nearest that can be written', () => {
  assert.equal(localDate('0001-01-01T00:00:00Z', 'America/New_York'), '0001-01-01')
  assert.equal(localDate('9999-12-31T23:00:00Z', 'Asia/Tokyo'), '9999-12-31')
  assert.equal(localDate('-000044-03-15T12:00:00Z', 'Europe/Rome'), '0001-01-01')
  assert.equal(localDate(new Date(8.64e15), 'UTC'), '9999-12-31')
})

test('a day begins with its first instant, gaps at midnight and skipped days included', () => {
  const cases: [date: string, timeZone: string, instant: string][] = [
    ['2026-03-01', 'UTC', '2026-03-01T00:00:00.000Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2023-04-28', 'Africa/Cairo', '2023-04-27T22:00:00.000Z'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['1994-12-31', 'Pacific/Kiritimati', '1994-12-31T10:00:00.000Z'],
    ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000Z'],
    ['2025-10-26', 'Atlantic/Azores', '2025-10-26T00:00:00.000Z'],
    ['9999-12-31', 'Pacific/Pago_Pago', '9999-12-31T11:00:00.000Z'],
    ['0001-01-01', 'Asia/Tokyo', '0001-01-01T00:00:00.000Z'],
    ['0001-01-02', 'Asia/Tokyo', '0001-01-01T14:41:01.000Z'],
  ]
  for (const [date, timeZone, instant] of cases) {
    assert.equal(startOfDay(date, timeZone), instant, `${date} ${timeZone}`)
  }
})
