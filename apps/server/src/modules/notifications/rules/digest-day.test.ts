import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestDay, digestZone } from './digest-day.ts'

/** 23 November 2026 is a Monday. */
const cases: [title: string, at: string, zone: string, expected: string | undefined][] = [
  ['at its hour', '2026-11-23T06:00:00Z', 'Europe/Berlin', '2026-11-23'],
  ['before its hour in its zone', '2026-11-23T05:59:59Z', 'Europe/Berlin', undefined],
  ['some hours later, after a pause of the workers', '2026-11-23T17:59:00Z', 'Europe/Berlin', '2026-11-23'],
  ['half a day later', '2026-11-23T18:00:00Z', 'Europe/Berlin', undefined],
  ['on another weekday', '2026-11-24T06:00:00Z', 'Europe/Berlin', undefined],
  ['on a Monday that is Sunday in UTC', '2026-11-22T17:00:00Z', 'Pacific/Kiritimati', '2026-11-23'],
]

for (const [title, at, zone, expected] of cases) {
  test(`the digest of Mondays at seven is ${expected ? 'due' : 'not due'} ${title}`, () => {
    assert.equal(digestDay({ weekdays: [1], hour: 7 }, new Date(at), zone), expected)
  })
}

test('a digest has the time zone of its sites where they share one, and else that of the workspace', () => {
  const chosen: [zones: string[], expected: string][] = [
    [['Asia/Tokyo'], 'Asia/Tokyo'],
    [['Asia/Tokyo', 'Asia/Tokyo'], 'Asia/Tokyo'],
    [['Asia/Tokyo', 'Europe/Berlin'], 'Europe/Berlin'],
    [['Asia/Tokyo', 'America/New_York'], 'Europe/Berlin'],
    [[], 'Europe/Berlin'],
  ]
  for (const [zones, expected] of chosen) assert.equal(digestZone(zones, 'Europe/Berlin'), expected)
})
