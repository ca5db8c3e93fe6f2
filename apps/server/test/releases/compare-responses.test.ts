import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf, isDeliberate } from './compare-responses.ts'

test('new members are not a difference', () => {
  assert.deepEqual(differencesOf({ data: [{ id: 1 }] }, { data: [{ id: 1, more: 2 }], page: {} }), [])
})

test('a value, a member or a list item that is missing is a difference', () => {
  assert.deepEqual(differencesOf({ a: { b: 1, c: null } }, { a: { b: 2 } }), [
    { member: 'a.b', kept: 1, found: 2 },
    { member: 'a.c', kept: null, found: undefined },
  ])
  assert.deepEqual(differencesOf({ data: [1, 2] }, { data: [1] }), [
    { member: 'data.length', kept: 2, found: 1 },
  ])
})

test('cells of CSV files are compared by the names of their columns', () => {
  const kept = '\uFEFFa,b\r\n1,"x ""y"""\r\n'
  assert.deepEqual(differencesOf(kept, '\uFEFFb,new,a\r\n"x ""y""",0,"1"\r\n'), [])
  assert.deepEqual(differencesOf(kept, '\uFEFFa,b\r\n1,z\r\n'), [
    { member: '0.b', kept: 'x "y"', found: 'z' },
  ])
})

test('a change is deliberate at the members that it names', () => {
  const change = (member: string, operation = 'listDue') => [{ operation, member, why: '' }]
  const difference = { member: 'data.3.state', kept: 1, found: 2 }
  assert.ok(isDeliberate('listDue', difference, change('data.*.state')))
  assert.ok(isDeliberate('listDue', difference, change('data.**')))
  assert.ok(!isDeliberate('listSites', difference, change('data.*.state')))
  assert.ok(!isDeliberate('listDue', difference, change('data.*')))
  assert.ok(isDeliberate('listSites', difference, change('data.*.state', '*')))
})
