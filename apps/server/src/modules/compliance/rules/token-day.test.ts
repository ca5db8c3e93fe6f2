import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenDay } from './token-day.ts'

test('tokens are read on the day of the zone, and warn up to so many days behind it', () => {
  const now = new Date('2026-02-27T23:30:00.000Z')
  const cases: [timeZone: string, warningDays: number, today: string, warnUntil: string][] = [
    ['UTC', 30, '2026-02-27', '2026-03-29'],
    ['Europe/Berlin', 1, '2026-02-28', '2026-03-01'],
    ['America/New_York', 0, '2026-02-27', '2026-02-27'],
  ]
  for (const [timeZone, warningDays, today, warnUntil] of cases)
    assert.deepEqual(tokenDay({ timeZone, warningDays }, now), { today, warnUntil, warningDays })
})
