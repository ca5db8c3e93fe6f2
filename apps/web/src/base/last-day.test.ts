import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endOfDay, lastDayOf } from './last-day.ts'
import { addDays, daysBetween } from './zone-clock.ts'

describe('the last day of something that ends', () => {
  test('is the day before the midnight at which it ends, in zones of whatever offset', () => {
    for (const zone of ['Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'America/St_Johns']) {
      assert.equal(lastDayOf(endOfDay('2027-03-28', zone), zone), '2027-03-28', zone)
    }
    assert.equal(endOfDay('2027-01-31', 'Asia/Kathmandu'), '2027-01-31T18:15:00.000Z')
  })

  test('can be read however far away it is', () => {
    const day = lastDayOf('9999-12-31T23:59:59.000Z', 'Europe/Berlin')
    assert.equal(day, '10000-01-01')
    assert.equal(daysBetween('9999-12-31', day), 1)
    assert.equal(addDays(day, -1), '9999-12-31')
  })

  test('is sent as typed, for the server to refuse, if no instant corresponds to it', () => {
    for (const day of ['9999-12-31', '99999-01-01', '275760-09-13']) assert.equal(endOfDay(day, 'UTC'), day)
    assert.equal(endOfDay('9999-12-30', 'America/Adak'), '9999-12-31T10:00:00.000Z')
  })
})
