import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startTestApp } from './app.ts'

/** Tables whose rows are of no workspace, or are claimed and counted across workspaces. Every other table is a tenant's. */
const serverTables = [
  'certificate_directory',
  'event_consumers',
  'failed_sign_ins',
  'job_workers',
  'ledger_rounds',
  'memberships',
  'one_time_links',
  'pending_second_factors',
  'people',
  'queued_tasks',
  'rate_windows',
  'recovery_codes',
  'sample_workspaces',
  'schema_migrations',
  'second_factors',
  'sign_in_accounts',
  'sign_in_sessions',
  'site_zone_changes',
  'storage_sweeps',
  'webhook_endpoint_queues',
  'webhook_queue',
  'webhook_rounds',
  'zone_changes',
]

/** Tables of workspaces that are looked up by a separate key, before the workspace is known. */
const lookedUp = ['api_keys', 'memberships', 'people', 'workspaces']

const app = await startTestApp()

const rowsOf = (statement: string, values: unknown[] = []) =>
  app.asOwner(async (owner) => (await owner.query({ text: statement, values, rowMode: 'array' })).rows)

describe('the schema', () => {
  let tenantTables: string[]

  before(async () => {
    const rows = await rowsOf(
      `select relname from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity order by 1`,
    )
    tenantTables = rows.map(([name]) => name)
    assert.ok(tenantTables.includes('instruments'))
  })

  test('has row security on every table of workspaces, and names all others', async () => {
    const rows = await rowsOf(
      `select relname from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity order by 1`,
    )
    assert.deepEqual(rows.flat(), serverTables)
  })

  test('has a workspace in each row of a table of workspaces', async () => {
    const rows = await rowsOf(
      `select relname from unnest($1::text[]) as of_workspaces (relname)
       where not exists (
         select from pg_attribute
         where attrelid = relname::regclass and attname = 'workspace_id' and attnotnull)`,
      [tenantTables],
    )
    assert.deepEqual(rows, [])
  })

  test('has no unique key on them that does not begin with the workspace', async () => {
    const rows = await rowsOf(
      `select indrelid::regclass::text, indexrelid::regclass::text
       from pg_index
       where indrelid = any($1::regclass[]) and (indisunique or indisexclusion) and not exists (
         select from pg_attribute
         where attrelid = indrelid and attnum = indkey[0] and attname = 'workspace_id')`,
      [tenantTables.filter((table) => !lookedUp.includes(table))],
    )
    assert.deepEqual(rows, [])
  })

  test('has no foreign key between them that does not begin with the workspace on both sides', async () => {
    const rows = await rowsOf(
      `select conrelid::regclass::text, conname
       from pg_constraint
       where contype = 'f' and conrelid = any($1::regclass[]) and confrelid <> all($2::regclass[]) and not exists (
         select from pg_attribute own join pg_attribute other on other.attname = own.attname
         where own.attrelid = conrelid and own.attnum = conkey[1] and own.attname = 'workspace_id'
           and other.attrelid = confrelid and other.attnum = confkey[1])`,
      [tenantTables, lookedUp],
    )
    assert.deepEqual(rows, [])
  })

  test('numbers no rows of theirs by a sequence, which all workspaces would share', async () => {
    const rows = await rowsOf(
      `select attrelid::regclass::text, attname
       from pg_attribute
       where attrelid = any($1::regclass[]) and attnum > 0 and not attisdropped
         and (attidentity <> '' or pg_get_serial_sequence(attrelid::regclass::text, attname) is not null)`,
      [tenantTables],
    )
    assert.deepEqual(rows, [])
  })

  test('decides by the row alone who sees it', async () => {
    const rows = await rowsOf(
      `select polrelid::regclass::text, polname from pg_policy
       where concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) ~* '\\mselect\\M'`,
    )
    assert.deepEqual(rows, [])
  })
})
