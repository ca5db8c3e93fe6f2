import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { eventBody } from './event-body.ts'

test('the envelope has its four members in order, and the data as they were written', () => {
  const event = { eventId: '1', type: 'instrument.created', occurredAt: '2026-11-21T08:00:00.000Z' }
  assert.equal(
    eventBody({ ...event, data: '{"value": 1.50, "name":"Größe"}' }),
    '{"id":"1","type":"instrument.created","created_at":"2026-11-21T08:00:00.000Z","data":{"value": 1.50, "name":"Größe"}}',
  )
})

test('any data are the same in the envelope', () => {
  assertProperty(
    fc.property(fc.object(), (data) => {
      const event = { eventId: 'i', type: 't', occurredAt: 'o', data: JSON.stringify(data) }
      assert.deepEqual(JSON.parse(eventBody(event)).data, JSON.parse(event.data))
    }),
  )
})
