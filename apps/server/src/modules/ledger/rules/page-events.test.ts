import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageEventsOf } from './page-events.ts'

test('pages hear once of entries of one sort, and of settings apart from others', () => {
  assert.deepEqual(pageEventsOf(['site', 'workspace', 'location']), ['settings.changed'])
  assert.deepEqual(pageEventsOf(['user', 'site', 'api_key']), ['activity.added', 'settings.changed'])
})

test('instruments and calibrations have events of their own', () => {
  assert.deepEqual(pageEventsOf(['instrument', 'calibration']), [])
})
