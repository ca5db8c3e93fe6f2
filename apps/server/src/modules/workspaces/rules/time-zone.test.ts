import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalTimeZone, isTimeZone } from './time-zone.ts'

test('a time zone is stored in the spelling of the tz database, links included', () => {
  const cases: [text: string, zone: string][] = [
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/kiev', 'Europe/Kiev'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['ASIA/CALCUTTA', 'Asia/Calcutta'],
    ['utc', 'UTC'],
    ['US/Pacific', 'US/Pacific'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['america/port-au-prince', 'America/Port-au-Prince'],
  ]
  for (const [text, zone] of cases) assert.equal(canonicalTimeZone(text), zone)
})

test('offsets and other texts are not time zones', () => {
  const texts = ['', ' ', '+02:00', '-0500', '+02', 'Z', 'Europe', 'Europe/Berlin ', 'Mars/Olympus', 'GMT+5']
  for (const text of [...texts, '2020-01-01T00:00Z', '2020-01-01[Europe/Paris]', 'JST', 'Etc/Unknown']) {
    assert.equal(isTimeZone(text), false, text)
  }
})
