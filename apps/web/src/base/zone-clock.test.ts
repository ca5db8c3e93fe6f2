import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockInZone, instantInZone } from './zone-clock.ts'

test('a time of day is the instant at which clocks show it, in zones of whatever offset', () => {
  for (const zone of ['Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC']) {
    for (const day of ['2026-01-15', '2026-04-05', '2026-07-15', '2026-10-04']) {
      assert.equal(clockInZone(instantInZone(day, '14:03', zone), zone), `${day}T14:03`, `${zone} ${day}`)
    }
  }
})

test('a midnight skipped by a clock change is the first instant of its day', () => {
  assert.equal(instantInZone('2026-03-08', '00:00', 'America/Havana'), '2026-03-08T05:00:00.000Z')
  assert.equal(instantInZone('2026-04-24', '00:00', 'Africa/Cairo'), '2026-04-23T22:00:00.000Z')
  assert.equal(instantInZone('2011-12-30', '00:00', 'Pacific/Apia'), '2011-12-30T10:00:00.000Z')
})

test('a time that a clock set back shows twice is the first of the two', () => {
  assert.equal(instantInZone('2026-10-25', '02:30', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z')
})
