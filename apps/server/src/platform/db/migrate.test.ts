import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownMigrations } from './migrate.ts'

test('migrations are numbered one by one, so that two made side by side are told apart', async () => {
  const numbers = (await knownMigrations()).map(({ name }) =>
    Number(/^(\d{4})-[a-z-]+\.sql$/.exec(name)?.[1]),
  )
  assert.deepEqual(
    numbers,
    Array.from(numbers, (_, index) => index + 1),
  )
})
