import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/app.ts'
import { checkDatabase } from './check-database.ts'
import { databaseFacts, problemWith, type DatabaseFacts } from './database-facts.ts'

const app = await startTestApp()

const well: DatabaseFacts = {
  version: '18.4',
  versionNumber: 180_004,
  role: 'plumbline_app',
  isSuperuser: false,
  bypassesRowSecurity: false,
  ownedObjects: 0,
  login: 'plumbline_login',
  isLoginPowerful: false,
  isBeingRestored: false,
}

const cases: [title: string, facts: Partial<DatabaseFacts>, says: RegExp | undefined][] = [
  ['PostgreSQL 18 is well', {}, undefined],
  ['PostgreSQL 15.14 is well', { version: '15.14', versionNumber: 150_014 }, undefined],
  ['PostgreSQL 15.13 is too old', { version: '15.13', versionNumber: 150_013 }, /15\.13 is not one of/],
  ['PostgreSQL 19 is not tried', { version: '19.0', versionNumber: 190_000 }, /19\.0 is not one of/],
  ['a superuser sees every workspace', { isSuperuser: true }, /row security does not bind/],
  ['so does a role beyond row security', { bypassesRowSecurity: true }, /row security does not bind/],
  ['a restore that was cut off is not worked on', { isBeingRestored: true }, /restore into this database/],
  ['an owner could change the ledger', { ownedObjects: 2 }, /owns 2 objects/],
]
for (const [title, facts, says] of cases) {
  test(title, () => {
    const found = problemWith({ ...well, ...facts })
    if (says === undefined) assert.equal(found, undefined)
    else assert.match(found?.says ?? '', says)
  })
}

test('the role of the application is bound by row security and owns nothing', async () => {
  const facts = await databaseFacts(app.db)
  assert.equal(problemWith(facts), undefined)
  assert.equal(facts.role, 'plumbline_app')
})

test('version, schema and clock of a migrated database pass, and a login that is the owner is a warning', async () => {
  const found = await checkDatabase(app.db)
  assert.deepEqual(
    found.map(({ check, state }) => `${check} ${state}`),
    ['database warning', 'schema ok', 'clock ok'],
  )
  assert.match(found[0]!.says, /^the application logs in as \S+, which may do more than its role/)
})

test('rights that the role was granted in this database are found, and unknown migrations', async () => {
  await app.asOwner(async (owner) => {
    await owner.query('create table gift (); alter table gift owner to plumbline_app')
    await owner.query(`insert into schema_migrations (name, sha256) values ('9999-later.sql', '')`)
  })
  const [role, schema] = await checkDatabase(app.db)
  assert.deepEqual([role?.state, schema?.state], ['error', 'error'])
  assert.match(role?.says ?? '', /plumbline_app owns 1 objects/)
  assert.match(schema?.says ?? '', /9999-later\.sql/)
  await app.asOwner(async (owner) => {
    await owner.query(`delete from schema_migrations where name in ('9999-later.sql', '0001-workspaces.sql')`)
  })
  assert.match((await checkDatabase(app.db))[1]?.says ?? '', /not applied yet: 0001-workspaces\.sql/)
})
