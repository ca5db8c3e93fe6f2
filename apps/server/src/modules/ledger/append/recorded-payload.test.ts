import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { columnsOf, RecordedPayload, upcasting } from './recorded-payload.ts'

const fields = {
  name: 'name',
  owner: { column: 'person_id', member: 'owner_id' },
  colour: { column: 'colour', since: 2, otherwise: 'grey' },
} as const
const payload = new RecordedPayload({ kinds: ['site.created'], fields })
const within = new RecordedPayload({ kinds: ['instrument.created'], fields, within: 'instrument' })
const first = new RecordedPayload({ kinds: ['location.created'], fields: { name: 'name' } })

describe('a new entry', () => {
  test('records every field and names the version of its payload', () => {
    const row = { name: 'A', owner: 'o', colour: 'red' }
    const recorded = { name: 'A', owner_id: 'o', colour: 'red' }
    assert.deepEqual(payload.write(row), { ...recorded, payload_version: 2 })
    assert.deepEqual(within.write(row), { instrument: recorded, payload_version: 2 })
  })

  test('names no version while there is only one', () => {
    assert.deepEqual(first.write({ name: 'A' }), { name: 'A' })
  })

  test('records the value that older entries stand for if a row lacks a later field', () => {
    assert.equal(payload.write({ name: 'A', owner: null })['colour'], 'grey')
  })

  test('is refused without a value of a field that was always recorded', () => {
    assert.throws(() => payload.write({ name: 'A' }), /owner_id has no value/)
  })
})

describe('an entry that is read back', () => {
  test('has later fields with the value that rows of its time were given', () => {
    const old = { name: 'A', owner_id: 'o', nonce: 'n' }
    assert.deepEqual(payload.columns(payload.upcast(old)), { name: 'A', person_id: 'o', colour: 'grey' })
    const inside = within.upcast({ instrument: old, reason: 'r' })
    assert.deepEqual(inside, { instrument: { ...old, colour: 'grey' }, reason: 'r' })
  })

  test('keeps a later field that it has', () => {
    assert.equal(payload.upcast({ name: 'A', owner_id: 'o', colour: 'red' })['colour'], 'red')
  })

  test('is refused if it lacks a field that its version records', () => {
    const lacking = { name: 'A', owner_id: 'o', payload_version: 2 }
    assert.throws(() => payload.columns(payload.upcast(lacking)), /does not record colour/)
    assert.throws(() => payload.columns(payload.upcast({ name: 'A' })), /does not record owner_id/)
  })

  test('is refused if a later release recorded it', () => {
    assert.throws(() => payload.upcast({ payload_version: 3 }), /later release/)
    assert.throws(() => payload.upcast({ payload_version: '2' }), /later release/)
  })
})

test('payloads are updated by the definition of their kind; others are left unchanged', () => {
  const upcast = upcasting([payload, within])
  assert.deepEqual(upcast('site.created', { name: 'A', owner_id: null }), {
    name: 'A',
    owner_id: null,
    colour: 'grey',
  })
  assert.deepEqual(upcast('site.updated', { changes: {} }), { changes: {} })
  assert.throws(() => upcasting([payload, payload]), /two forms/)
})

test('columns are returned under the names of the fields', () => {
  assert.deepEqual(columnsOf(fields), { name: 'name', owner: 'person_id', colour: 'colour' })
})
