import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectOfKind } from '@plumbline/contract'
import { pageEventsOf } from './page-events.ts'

/** Subjects whose changes pages do not hear of from the ledger, because webhooks carry events of them. */
const OF_WEBHOOKS = ['instrument', 'calibration']
const SETTINGS = ['workspace', 'site', 'location', 'procedure', 'instrument_model', 'class_table', 'provider']

for (const subject of new Set(Object.values(subjectOfKind))) {
  const event = SETTINGS.includes(subject) ? 'settings.changed' : 'activity.added'
  const events = OF_WEBHOOKS.includes(subject) ? [] : [event]
  test(`an entry about a ${subject} gives pages ${events.join() || 'no event'}`, () => {
    assert.deepEqual(pageEventsOf([subject]), events)
  })
}

test('pages get one event for entries of the same sort, and one for settings', () => {
  assert.deepEqual(pageEventsOf(['site', 'workspace', 'location']), ['settings.changed'])
  assert.deepEqual(pageEventsOf(['user', 'site', 'api_key']), ['activity.added', 'settings.changed'])
})
