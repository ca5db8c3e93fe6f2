import { text } from 'node:stream/consumers'
import type { Client } from 'pg'
import { RESTORE_SCHEMA } from '../../platform/data-folder.ts'
import { ObjectMissing, type Storage } from '../../platform/storage/index.ts'
import { FOLDERS } from '../write-backup.ts'

/** A restore that has begun and is not finished. */
export interface UnfinishedRestore {
  /** Also stored with the files, so that a repeated restore recognizes those that it wrote. */
  readonly restoreId: string
  /** Whether all rows and files are in place, so that only the steps after loading are missing. */
  readonly isLoaded: boolean
}

/** An arbitrary number; every restore into a database takes the same lock. */
const RESTORE_LOCK = 7_210_414

/** A killed restore releases its lock as soon as PostgreSQL notices. */
const LOCK_WAIT = '10s'

/** SQLSTATE of a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Keeps other restores out of the database until the connection ends. Throws Error if one is in progress. */
export async function lockDatabase(client: Client): Promise<void> {
  try {
    await client.query(`set lock_timeout = '${LOCK_WAIT}'`)
    await client.query('select pg_advisory_lock($1)', [RESTORE_LOCK])
    await client.query('reset lock_timeout')
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new Error('another restore into this database is under way', { cause: error })
  }
}

/** Returns the restore into the database that was interrupted; undefined if there is none. */
export async function findUnfinished(
  client: Client,
): Promise<(UnfinishedRestore & { readonly backupSha256: string }) | undefined> {
  const { rows: tables } = await client.query<{ isPresent: boolean }>(
    `select to_regclass('${RESTORE_SCHEMA}.unfinished') is not null as "isPresent"`,
  )
  if (!tables[0]!.isPresent) return undefined
  const { rows } = await client.query(
    `select restore_id as "restoreId", backup_sha256 as "backupSha256", is_loaded as "isLoaded"
     from ${RESTORE_SCHEMA}.unfinished`,
  )
  return rows[0]
}

/** Marks a database as being restored from a backup. */
export async function markDatabase(client: Client, restoreId: string, backupSha256: string): Promise<void> {
  await client.query('begin')
  await client.query(
    `drop schema if exists ${RESTORE_SCHEMA} cascade;
     create schema ${RESTORE_SCHEMA};
     create table ${RESTORE_SCHEMA}.unfinished (
       restore_id text not null, backup_sha256 text not null, is_loaded boolean not null)`,
  )
  await client.query(`insert into ${RESTORE_SCHEMA}.unfinished values ($1, $2, false)`, [
    restoreId,
    backupSha256,
  ])
  await client.query('commit')
}

/** Records that everything is loaded, in the transaction that loads the rows. */
export async function markLoaded(client: Client): Promise<void> {
  await client.query(`update ${RESTORE_SCHEMA}.unfinished set is_loaded = true`)
}

/** Removes the mark of a database. */
export async function unmarkDatabase(client: Client): Promise<void> {
  await client.query(`drop schema if exists ${RESTORE_SCHEMA} cascade`)
}

/** Key of the object that holds the ID of the restore that writes into a storage. No backup contains it. */
const STORAGE_MARK = 'restore-unfinished'

/**
 * Checks that a storage is empty, or holds what the same restore wrote before it was interrupted. Throws Error
 * otherwise.
 */
export async function checkStorage(
  storage: Storage,
  { restoreId, isLoaded }: UnfinishedRestore,
): Promise<void> {
  const present = await markOf(storage)
  if (present === restoreId) return
  if (isLoaded)
    throw new Error('the files of the interrupted restore are in another storage: name the same one')
  for (const folder of FOLDERS) {
    for await (const { key } of storage.list(folder)) {
      throw new Error(
        present === undefined
          ? `the storage of files holds ${key}: restore into an empty one`
          : `the storage of files holds ${key} of a restore into another place that was interrupted: finish that one, or restore into an empty storage`,
      )
    }
  }
}

/** Marks a storage that was checked, after removing what the same restore wrote there before. */
export async function markStorage(
  storage: Storage,
  { restoreId, isLoaded }: UnfinishedRestore,
): Promise<void> {
  if (isLoaded) return
  await removeFiles(storage)
  await storage.put(STORAGE_MARK, Buffer.from(restoreId), 'text/plain')
}

async function markOf(storage: Storage): Promise<string | undefined> {
  try {
    return await text(await storage.read(STORAGE_MARK))
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined
    throw error
  }
}

/** Removes every file that a restore wrote, and then its mark. */
export async function clearStorage(storage: Storage): Promise<void> {
  await removeFiles(storage)
  await unmarkStorage(storage)
}

/** Removes the mark of a storage. */
export function unmarkStorage(storage: Storage): Promise<void> {
  return storage.delete(STORAGE_MARK)
}

async function removeFiles(storage: Storage): Promise<void> {
  for (const folder of FOLDERS) {
    for await (const { key } of storage.list(folder)) await storage.delete(key)
  }
}
