import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receives, type Happening, type Subscriber } from './event-recipients.ts'

const AT = '2026-11-21T08:00:00.000Z'
const event: Happening = { type: 'instrument.created', siteId: 'north', occurredAt: AT, endpointId: null }
const all: Subscriber = {
  endpointId: 'e',
  eventTypes: null,
  siteIds: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}

const CASES: readonly [string, Partial<Subscriber>, Partial<Happening>, boolean][] = [
  ['subscribes to all types', {}, {}, true],
  [
    'subscribes to the type among others',
    { eventTypes: ['instrument.retired', 'instrument.created'] },
    {},
    true,
  ],
  ['subscribes to other types', { eventTypes: ['instrument.retired'] }, {}, false],
  ['was made at the same instant', { createdAt: AT }, {}, true],
  ['was made a millisecond later', { createdAt: '2026-11-21T08:00:00.001Z' }, {}, false],
  ['is limited to the site', { siteIds: ['south', 'north'] }, {}, true],
  ['is limited to another site', { siteIds: ['south'] }, {}, false],
  [
    'is limited to a site, and the event concerns the whole workspace',
    { siteIds: ['north'] },
    { siteId: null },
    false,
  ],
  ['is not limited, and the event concerns the whole workspace', {}, { siteId: null }, true],
  [
    'is the one that the event is meant for',
    { eventTypes: ['instrument.retired'] },
    { endpointId: 'e' },
    true,
  ],
  ['subscribes to all types, where only pages are to hear of', {}, { type: 'settings.changed' }, false],
  ['is not the one that the event is meant for', {}, { endpointId: 'other' }, false],
]

for (const [title, subscriber, happening, expected] of CASES) {
  test(`an endpoint that ${title} ${expected ? 'gets' : 'does not get'} the event`, () => {
    assert.equal(receives({ ...all, ...subscriber }, { ...event, ...happening }), expected)
  })
}
