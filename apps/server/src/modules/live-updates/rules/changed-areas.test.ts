import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypeNames } from '@plumbline/contract'
import type { PageEventType } from '../../../platform/outbox/index.ts'
import { areasOf, knownEventTypes, type Reach } from './changed-areas.ts'

const HERE = 'here'
const manager: Reach = { role: 'manager', siteIds: null, readsActivity: true }
const technician: Reach = { role: 'technician', siteIds: [HERE], readsActivity: false }

test('every event that webhooks carry changes an area of pages', () => {
  for (const type of eventTypeNames)
    assert.equal(areasOf([{ type, siteId: HERE }], technician).length, 1, type)
})

test('every event for pages is known', () => {
  const types: Record<PageEventType, true> = {
    'settings.changed': true,
    'site.left': true,
    'activity.added': true,
  }
  assert.deepEqual(
    Object.keys(types).filter((type) => !knownEventTypes.includes(type)),
    [],
  )
})

test('a record changes calibrations, a due date that passes changes instruments', () => {
  assert.deepEqual(areasOf([{ type: 'calibration.voided', siteId: HERE }], technician), ['calibrations'])
  assert.deepEqual(areasOf([{ type: 'calibration.overdue', siteId: HERE }], technician), ['instruments'])
})

test('changes of inaccessible sites are not sent, those of settings are sent everywhere', () => {
  assert.deepEqual(areasOf([{ type: 'instrument.created', siteId: 'there' }], technician), [])
  assert.deepEqual(areasOf([{ type: 'site.left', siteId: HERE }], technician), ['instruments'])
  assert.deepEqual(areasOf([{ type: 'settings.changed', siteId: null }], technician), ['settings'])
})

test('changes of activity are sent to those who may read it', () => {
  const change = { type: 'activity.added', siteId: null }
  assert.deepEqual([areasOf([change], manager), areasOf([change], technician)], [['activity'], []])
})

test('an event of a later version changes no area, and activity all the same', () => {
  for (const type of ['instrument.painted', 'toString', 'constructor']) {
    assert.deepEqual(areasOf([{ type, siteId: HERE }], technician), [], type)
    assert.deepEqual(areasOf([{ type, siteId: HERE }], manager), ['activity'], type)
  }
})

test('many changes of an area are reported once', () => {
  const changes = ['instrument.created', 'instrument.updated', 'calibration.created'].map((type) => ({
    type,
    siteId: HERE,
  }))
  assert.deepEqual(areasOf(changes, technician), ['instruments', 'calibrations'])
})
