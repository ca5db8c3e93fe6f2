import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownMigrations } from './migrate.ts'

test('migrations have a number of four digits each, so that two made side by side are distinguished', async () => {
  const numbers = (await knownMigrations()).map(({ name }) => /^(\d{4})-[a-z-]+\.sql$/.exec(name)?.[1])
  assert.ok(numbers.length > 0)
  assert.equal(new Set(numbers).size, numbers.length)
  assert.ok(!numbers.includes(undefined))
})
