import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { Pool } from 'pg'
import { joinTestCluster, TEMPLATE_PREFIX, urlOf, withClient } from './cluster.ts'
import { createTestDatabase, type TemplateRecipe } from './database.ts'

/** A recipe of this run alone, so that its template must be made and is seen to be used again. */
const hash = randomBytes(8).toString('hex')
let filled = 0
const recipe: TemplateRecipe = {
  hash,
  fill: async ({ connectionString }) => {
    filled += 1
    await withClient(connectionString, (client) => client.query('create table thing as select 1 as number'))
  },
}

const cluster = await joinTestCluster()

after(async () => {
  await withClient(cluster.url, (client) => client.query(`drop database if exists ${TEMPLATE_PREFIX}${hash}`))
  await cluster.leave()
})

test('test databases created at the same time are copies of one template and independent of each other', async () => {
  const databases = await Promise.all([1, 2, 3].map(() => createTestDatabase(recipe)))
  assert.equal(filled, 1)
  const [one, ...others] = databases
  assert.ok(one)
  await withClient(one.url, (client) => client.query('update thing set number = 2'))
  for (const other of others) {
    const { rows } = await withClient(other.url, (client) => client.query('select number from thing'))
    assert.deepEqual(rows, [{ number: 1 }])
  }
  await Promise.all(databases.map((database) => database.drop()))
})

test('without a recipe a test database has the present schema', async () => {
  const database = await createTestDatabase()
  const { rows } = await withClient(database.url, (client) =>
    client.query('select count(*)::int as applied from schema_migrations'),
  )
  assert.ok((rows[0] as { applied: number }).applied > 0)
  await database.drop()
})

test('a test database is dropped even if a connection to it is open', async () => {
  const database = await createTestDatabase(recipe)
  const pool = new Pool(database.connection)
  const cut = new Promise((resolve) => pool.on('error', resolve))
  await pool.query('select 1')
  await database.drop(0)
  assert.equal(((await cut) as { code?: string }).code, '57P01')
  await pool.end()
  await assert.rejects(
    withClient(database.url, async () => undefined),
    { code: '3D000' },
  )
})

test('the database in a URL is replaced in every form of URL', () => {
  const cases = [
    [
      'postgres://u:p@db.example:5433/old?sslmode=require',
      'postgres://u:p@db.example:5433/new?sslmode=require',
    ],
    ['postgres://u:p@%2Frun%2Fpg:5432/old', 'postgres://u:p@%2Frun%2Fpg:5432/new'],
    ['postgres:///old?host=/run/pg', 'postgres:///new?host=/run/pg'],
  ] as const
  for (const [before, changed] of cases) assert.equal(urlOf(before, 'new'), changed)
})
