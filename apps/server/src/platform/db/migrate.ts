import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Client, ClientConfig } from 'pg'
import { placeAddedTables } from './distribute.ts'
import { onOwnConnection, underMigrationLock } from './migration-connection.ts'
import { migrationEffects, type MigrationEffects } from './migration-effects.ts'
import type { Queries } from './queries.ts'
import { prepareQueueSchema } from './queue-schema.ts'
import { sql } from './sql.ts'

/** The role of the application: it owns nothing and is subject to row-level security. */
export const APPLICATION_ROLE = 'plumbline_app'

const MIGRATIONS_FOLDER = new URL('../../../migrations/', import.meta.url)

/** One numbered file of SQL. */
export interface Migration {
  name: string
  sha256: string
  text: string
}

/** Returns all migrations known to this version of the program, in order. */
export async function knownMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, MIGRATIONS_FOLDER), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Updates the schema and that of the job queue as their owner; returns the names of the applied migrations. Each file
 * is one transaction; concurrent servers take turns.
 * @param applicationUser login with which the application connects, if it is not the owner
 * @param only names of migrations of an earlier release, to get its schema; defaults to all
 */
export async function applyMigrations(
  connection: ClientConfig,
  applicationUser?: string,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  return underMigrationLock(connection, async (client) => {
    await prepareRoles(client, applicationUser)
    const applied = await appliedMigrations(client)
    const wanted = (await knownMigrations()).filter(({ name }) => only === undefined || only.has(name))
    const due = wanted.filter(({ name }) => !applied.has(name))
    for (const migration of due) await applyOne(client, migration)
    await prepareQueueSchema(client, connection, APPLICATION_ROLE)
    await placeAddedTables(client)
    return due.map((migration) => migration.name)
  })
}

/** A migration that a database lacks, and its effects there. */
export interface PlannedMigration extends MigrationEffects {
  readonly name: string
}

/**
 * Returns the migrations that `applyMigrations` would apply, in order. Changes nothing and locks nothing.
 * @param connection the owner's
 */
export async function planMigrations(connection: ClientConfig): Promise<PlannedMigration[]> {
  return onOwnConnection(connection, async (client) => {
    const { rows } = await client.query(`select to_regclass('schema_migrations') is not null as "isPresent"`)
    const applied = rows[0].isPresent ? await appliedMigrations(client) : new Set<string>()
    const pending = (await knownMigrations()).filter(({ name }) => !applied.has(name))
    // Locks on a table that does not exist yet affect no one.
    return pending.map(({ name }) => ({ name, locks: {}, ...(applied.size > 0 && migrationEffects[name]) }))
  })
}

/** Returns the names of the applied migrations, as read by the application's role. */
export async function appliedMigrationNames(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ name: string }>(sql`select name from schema_migrations order by name`)
  return rows.map((row) => row.name)
}

/** Returns the names of migrations that the database still lacks; unknown newer ones are reported by `doctor`. */
export async function pendingMigrations(names: readonly string[]): Promise<string[]> {
  const known = await knownMigrations()
  return known.map((migration) => migration.name).filter((name) => !names.includes(name))
}

/**
 * Roles belong to the whole server rather than a database: two databases may be migrated concurrently, so an existing
 * role is not an error.
 */
async function prepareRoles(client: Client, applicationUser: string | undefined): Promise<void> {
  await client.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then
        create role ${APPLICATION_ROLE} nologin;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`)
  const logins = await client.query<{ name: string }>(
    `select quote_ident(rolname) as name from pg_roles
     where rolname in (current_user, $1) and not pg_has_role(oid, '${APPLICATION_ROLE}', 'member')`,
    [applicationUser ?? null],
  )
  for (const { name } of logins.rows) await client.query(`grant ${APPLICATION_ROLE} to ${name}`)
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz(3) not null default now()
    );
    grant usage on schema public to ${APPLICATION_ROLE};
    grant select on schema_migrations to ${APPLICATION_ROLE}`)
}

async function appliedMigrations(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  return new Set(rows.map((row) => row.name))
}

async function applyOne(client: Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.text)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}
