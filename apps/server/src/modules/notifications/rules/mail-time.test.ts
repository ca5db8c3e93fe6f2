import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromHourOn, WORKING_HOUR } from './mail-time.ts'

test('a mail waits for its hour of the day in its zone, and no longer', () => {
  const cases: [now: string, hour: number, zone: string, from: string][] = [
    ['2026-11-22T23:00:00Z', 7, 'Europe/Berlin', '2026-11-23T06:00:00Z'],
    ['2026-11-23T05:59:59Z', 7, 'Europe/Berlin', '2026-11-23T06:00:00Z'],
    ['2026-11-23T06:00:00Z', 7, 'Europe/Berlin', '2026-11-23T06:00:00Z'],
    ['2026-11-23T06:10:00Z', 7, 'Europe/Berlin', '2026-11-23T06:10:00Z'],
    ['2026-11-23T20:10:00Z', 7, 'Europe/Berlin', '2026-11-23T20:10:00Z'],
    ['2026-11-23T05:00:00Z', 0, 'Europe/Berlin', '2026-11-23T05:00:00Z'],
    ['2026-11-23T05:00:00Z', 7, 'America/Chicago', '2026-11-23T05:00:00Z'],
    ['2026-11-23T06:00:00Z', 7, 'America/Chicago', '2026-11-23T13:00:00Z'],
    // The hour from 2 to 3 does not exist on this day.
    ['2026-03-29T00:30:00Z', 2, 'Europe/Berlin', '2026-03-29T01:00:00Z'],
  ]
  for (const [now, hour, zone, from] of cases) {
    assert.equal(fromHourOn(new Date(now), hour, zone).getTime(), Date.parse(from), `${now} ${hour} ${zone}`)
  }
})

test('a mail that has no hour of its own is sent from seven in the morning on', () => {
  const sent = (now: string) => fromHourOn(new Date(now), WORKING_HOUR, 'Europe/Berlin').toISOString()
  assert.equal(sent('2026-11-23T05:59:59.000Z'), '2026-11-23T06:00:00.000Z')
  assert.equal(sent('2026-11-23T06:00:01.000Z'), '2026-11-23T06:00:01.000Z')
})
