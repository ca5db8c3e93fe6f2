import { randomBytes } from 'node:crypto'
import type { TestApp } from './app.ts'
import { TEST_DATABASE_PREFIX, urlOf, withClient } from './cluster.ts'

/**
 * Creates a database without tables on the server of the application, and returns its URL. It is dropped after the
 * tests.
 */
export async function makeEmptyDatabase(app: TestApp): Promise<string> {
  const name = `${TEST_DATABASE_PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`
  await withClient(app.databaseUrl, (client) =>
    client.query(`create database ${name} template template0 encoding 'UTF8'`),
  )
  app.endsWith(() =>
    withClient(app.databaseUrl, (client) => client.query(`drop database ${name} with (force)`)),
  )
  return urlOf(app.databaseUrl, name)
}
