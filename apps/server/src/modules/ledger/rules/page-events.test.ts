import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageEventsOf } from './page-events.ts'

test('pages get one event for entries of the same sort, and one for settings', () => {
  assert.deepEqual(pageEventsOf(['site', 'workspace', 'location']), ['settings.changed'])
  assert.deepEqual(pageEventsOf(['user', 'site', 'api_key']), ['activity.added', 'settings.changed'])
})

test('instruments and calibrations have events of their own', () => {
  assert.deepEqual(pageEventsOf(['instrument', 'calibration']), [])
})
