import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workspaceSettingsOperations } from '@plumbline/contract'
import { rebase } from '../../../components/form/rebase.ts'
import { changesOf, valuesOf } from './workspace-form-values.ts'

const workspace = workspaceSettingsOperations.getWorkspace.reply.example
const before = valuesOf(workspace)

test('unchanged values are not sent', () => {
  assert.deepEqual(changesOf(before, { ...before }), {})
  assert.deepEqual(changesOf(before, { ...before, warning_days: '14' }), { warning_days: 14 })
})

test('an emptied text is cleared, and an invalid number is left for the server to refuse', () => {
  const after = { ...before, address: ' ', default_decision_rule: '', warning_days: '1.5' }
  assert.deepEqual(changesOf(before, after), {
    address: null,
    default_decision_rule: null,
    warning_days: '1.5',
  })
  assert.deepEqual(changesOf(before, { ...before, warning_days: '-1' }), { warning_days: -1 })
})

test('statements go together, without those that are empty', () => {
  const some = { ...before, 'statements.scope': 'The item alone.' }
  assert.deepEqual(changesOf(before, some), { statements: { scope: 'The item alone.' } })
  assert.deepEqual(changesOf(some, before), { statements: null })
})

test('a pending change of time zone is shown in the form', () => {
  assert.equal(valuesOf({ ...workspace, pending_timezone: 'Asia/Tokyo' }).timezone, 'Asia/Tokyo')
})

test('values that another person has saved are kept, as are those typed here', () => {
  const typed = { ...before, name: 'Plant 8' }
  const newer = { ...before, warning_days: '14', name: 'Plant 9' }
  const rebased = rebase(before, typed, newer)
  assert.deepEqual([rebased.name, rebased.warning_days], ['Plant 8', '14'])
  assert.deepEqual(changesOf(newer, rebased), { name: 'Plant 8' })
})
