import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { placements, type Placement } from '../src/platform/db/index.ts'
import { startTestApp } from './app.ts'

// The rules of docs/scale.md that the schema must follow so that its tables can be distributed. They are tested on
// PostgreSQL alone, where nothing else would notice. Those on keys, sequences and policies are in schema.test.ts.

const app = await startTestApp()

const namesOf = async (statement: string, values: unknown[] = []): Promise<string[]> => {
  const { rows } = await app.asOwner((owner) => owner.query<{ name: string }>(statement, values))
  return rows.map(({ name }) => name)
}

const tablesAt = (...wanted: Placement[]) =>
  [...placements].flatMap(([table, placement]) => (wanted.includes(placement) ? [table] : []))

/** Between distributed tables a foreign key begins with the workspace on both sides; others may refer to reference tables. */
const keysAcross = `
  select concat_ws(' ', conrelid::regclass, conname) as name
  from pg_constraint
  where contype = 'f' and conrelid = any($1::regclass[]) and confrelid <> all($2::regclass[]) and not (
    confrelid = any($1::regclass[])
    and (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) = 'workspace_id'
    and (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) = 'workspace_id')`

const keysFromOthers = `
  select concat_ws(' ', conrelid::regclass, conname) as name
  from pg_constraint
  where contype = 'f' and confrelid = any($1::regclass[]) and conrelid <> all($1::regclass[])`

const rowTypes = `
  select p.oid::regprocedure::text as name
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and exists (
    select from unnest(p.proargtypes::oid[] || p.prorettype) as used (type)
    join pg_type y on y.oid = used.type
    left join pg_type element on element.oid = y.typelem
    join pg_class c on c.oid in (y.typrelid, element.typrelid)
    where c.relkind in ('r', 'p'))`

const triggersOn = `
  select concat_ws(' ', tgrelid::regclass, tgname) as name
  from pg_trigger
  where not tgisinternal and tgrelid = any($1::regclass[])`

/** Statements of trigger functions that use the rows of their statement together with another table. */
const mixedRows = `
  select p.proname::text as name
  from pg_proc p
  cross join lateral regexp_split_to_table(p.prosrc, ';|\\mloop\\M') as statement
  where p.prorettype = 'trigger'::regtype and statement ~ '\\m(after|before)_rows\\M'
    and statement ~* '\\m(insert\\s+into|update|delete\\s+from)\\M|\\mjoin\\s+(?!lateral)'`

describe('the schema can be distributed', () => {
  test('as the place of each table is stated', async () => {
    const found = await namesOf(`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname collate "C"`)
    assert.deepEqual([...placements.keys()].toSorted(), found)
  })

  test('as every table with row security is distributed or known to Citus', async () => {
    const found = await namesOf(`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity`)
    assert.deepEqual(
      found.filter((table) => placements.get(table) === 'unmanaged'),
      [],
    )
    const distributed = tablesAt('distributed')
    assert.deepEqual(
      distributed.filter((table) => !found.includes(table)),
      [],
    )
  })

  test('as foreign keys stay within a workspace or refer to tables that are on every node', async () => {
    assert.deepEqual(await namesOf(keysAcross, [tablesAt('distributed'), tablesAt('reference')]), [])
    assert.deepEqual(await namesOf(keysFromOthers, [tablesAt('distributed')]), [])
  })

  test('as no function takes or returns rows of a table', async () => {
    assert.deepEqual(await namesOf(rowTypes), [])
  })

  test('as no trigger would run once for each copy of a row', async () => {
    assert.deepEqual(await namesOf(triggersOn, [tablesAt('reference')]), [])
  })

  test('as no trigger uses the rows of its statement together with another table', async () => {
    assert.deepEqual(await namesOf(mixedRows), [])
  })
})
