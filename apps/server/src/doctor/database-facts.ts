import { RESTORE_SCHEMA } from '../platform/data-folder.ts'
import {
  appliedMigrationNames,
  knownMigrations,
  pendingMigrations,
  QUEUE_SCHEMA,
  QUEUE_VERSION,
  sql,
  type Database,
} from '../platform/db/index.ts'

/** What must be known about a database before using it. */
export interface DatabaseFacts {
  /** As the server reports it: `18.4`. */
  readonly version: string
  /** As a number: 180004. */
  readonly versionNumber: number
  /** The role with which statements are run. */
  readonly role: string
  readonly isSuperuser: boolean
  readonly bypassesRowSecurity: boolean
  /** Number of objects of this database owned by the role. */
  readonly ownedObjects: number
  /** The login of the connection before it assumes the role. */
  readonly login: string
  /** Whether the login may do more than the role, so that leaving the role would expose the database. */
  readonly isLoginPowerful: boolean
  /** Whether a backup is being restored into it, or that was interrupted. */
  readonly isBeingRestored: boolean
}

/** Reads what the database reports about itself and the application's role. */
export async function databaseFacts(db: Database): Promise<DatabaseFacts> {
  const [facts] = await db.global.rows<DatabaseFacts>(sql`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      current_setting('server_version_num')::integer as "versionNumber",
      r.rolname as role, r.rolsuper as "isSuperuser", r.rolbypassrls as "bypassesRowSecurity",
      (select count(*) from pg_shdepend o
        where o.dbid = d.oid and o.refclassid = 'pg_authid'::regclass and o.refobjid = r.oid
          and o.deptype = 'o') as "ownedObjects",
      l.rolname as login,
      l.rolsuper or l.rolbypassrls or l.rolcreaterole or exists (
        select from pg_class o where o.relowner = l.oid and o.relnamespace = 'public'::regnamespace
      ) as "isLoginPowerful",
      exists (select from pg_namespace where nspname = ${RESTORE_SCHEMA}) as "isBeingRestored"
    from pg_roles r, pg_roles l, pg_database d
    where r.rolname = current_user and l.rolname = session_user and d.datname = current_database()`)
  if (!facts) throw new Error('the database does not know who is connected')
  return facts
}

/** The oldest supported version, and the first that is too new: 15.14 to 18 are tested. */
const VERSION_MIN = 150_014
const VERSION_END = 190_000

/**
 * Returns why the application must not use a database like this, as one sentence and what to do; undefined if it may.
 */
export function problemWith(facts: DatabaseFacts): { says: string; fix: string } | undefined {
  const { version, versionNumber, role } = facts
  if (versionNumber < VERSION_MIN || versionNumber >= VERSION_END) {
    return { says: `PostgreSQL ${version} is not one of 15.14 to 18`, fix: 'use one of these versions' }
  }
  if (facts.isBeingRestored) {
    return {
      says: 'a restore into this database is under way or was cut off',
      fix: 'run "plumbline restore" again',
    }
  }
  if (facts.isSuperuser || facts.bypassesRowSecurity) {
    return {
      says: `row security does not bind the role ${role}, which would see every workspace at once`,
      fix: `run: alter role ${role} nosuperuser nobypassrls`,
    }
  }
  if (facts.ownedObjects > 0) {
    return {
      says: `the role ${role} owns ${facts.ownedObjects} objects and could change what the ledger keeps`,
      fix: `run in this database, as its owner: reassign owned by ${role} to current_user`,
    }
  }
  return undefined
}

/** SQLSTATE of a missing role and a missing table. */
const MISSING = new Set(['22023', '42P01'])

/** Whether an error means that nothing has been migrated in this database yet. */
export function isUnprepared(error: unknown): boolean {
  return error instanceof Error && 'code' in error && MISSING.has(String(error.code))
}

/** Returns how the schema compares with the migrations known to this program, and with that of the job queue. */
export async function schemaState(
  db: Database,
): Promise<{ pending: string[]; unknown: string[]; isQueueReady: boolean; isQueueHere: boolean }> {
  const applied = await appliedMigrationNames(db.global)
  const known = new Set((await knownMigrations()).map(({ name }) => name))
  // Citus creates the schema on every node of a cluster, without its tables.
  const [queue] = await db.global.rows<{ version: string | null; isHere: boolean }>(sql`
    select to_regclass(${`${QUEUE_SCHEMA}.jobs`}) is not null as "isHere", (
      select obj_description(oid, 'pg_namespace') from pg_namespace where nspname = ${QUEUE_SCHEMA}) as version`)
  return {
    pending: await pendingMigrations(applied),
    unknown: applied.filter((name) => !known.has(name)),
    isQueueReady: queue!.version === QUEUE_VERSION,
    isQueueHere: queue!.isHere,
  }
}

/** Returns how far this machine's clock is ahead of the database's, in milliseconds, to within half a round trip. */
export async function clockSkewMs(db: Database): Promise<number> {
  const sent = Date.now()
  const [row] = await db.global.rows<{ at: string }>(sql`select clock_timestamp() as at`)
  const received = Date.now()
  return (sent + received) / 2 - Date.parse(row!.at)
}
