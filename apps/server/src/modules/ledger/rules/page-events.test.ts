import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageEventsOf } from './page-events.ts'

test('pages hear once of entries of one sort, and of settings apart from others', () => {
  assert.deepEqual(pageEventsOf(['site', 'workspace', 'location']), ['settings.changed'])
  assert.deepEqual(pageEventsOf(['user', 'site', 'api_key']), ['activity.added', 'settings.changed'])
})

test('of instruments and calibrations their own events tell', () => {
  assert.deepEqual(pageEventsOf(['instrument', 'calibration']), [])
})
