import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userOperations } from '@plumbline/contract'
import { changesOf, valuesOf } from './person-form-values.ts'

const user = userOperations.listUsers.reply.example.data[0]
const endOf = (day: string) => (day === '' ? null : `end of ${day}`)

test('only changed values are sent, the last day as the instant at which it ends', () => {
  const before = valuesOf(user, '')
  assert.deepEqual(changesOf(before, { ...before }, endOf), {})
  const after = { ...before, role: 'auditor', access_ends_at: '2026-12-31' } as const
  assert.deepEqual(changesOf(before, after, endOf), {
    role: 'auditor',
    access_ends_at: 'end of 2026-12-31',
  })
})

test('an unchanged end keeps its time, and an emptied one is removed', () => {
  const before = valuesOf(user, '2026-12-31')
  assert.deepEqual(changesOf(before, { ...before, name: 'Quinn' }, endOf), { name: 'Quinn' })
  assert.deepEqual(changesOf(before, { ...before, access_ends_at: '' }, endOf), { access_ends_at: null })
})
