import { Client, type ClientConfig } from 'pg'
import { clientConfig } from '../../platform/db/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { BackupFault } from '../backup-fault.ts'
import { leftOut } from '../tables-store.ts'
import type { BackupHeader, BackupPart } from '../parts.ts'
import { readBackup } from '../read-backup.ts'
import { findObstacle, insertRows, liftProtections } from './rows-store.ts'

/** The destination of a backup: a schema of its release, and an empty storage. */
export interface LoadInto {
  readonly owner: ClientConfig
  readonly storage: Storage
  readonly header: BackupHeader
  /** Called within the transaction, after everything is loaded. */
  readonly onLoaded: (client: Client) => Promise<void>
}

/** Opens a connection of the owner without time limits. */
export async function connectOwner(owner: ClientConfig): Promise<Client> {
  const client = new Client(clientConfig({ connection: owner, role: undefined }))
  client.on('error', () => undefined)
  await client.connect()
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  return client
}

/**
 * Loads rows and files of a backup. All rows commit together, after the last byte has been checked and every file
 * stored. If the backup turns out to be faulty, or after any other failure, no rows remain; the caller removes the files.
 */
export async function loadBackup(
  plain: AsyncIterable<Uint8Array>,
  { owner, storage, header, onLoaded }: LoadInto,
): Promise<void> {
  const client = await connectOwner(owner)
  try {
    await client.query('begin')
    // Blocks sign-ups and other restores in the meantime.
    await client.query('lock table people, ledger_rounds in exclusive mode')
    const obstacle = await findObstacle(client, header)
    if (obstacle) throw new Error(`the database ${obstacle}`)
    const protections = await liftProtections(client)
    await takeParts(plain, client, storage)
    for (const protect of protections) await client.query(protect)
    await onLoaded(client)
    await client.query('commit')
    await client.query('analyze')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function takeParts(plain: AsyncIterable<Uint8Array>, client: Client, storage: Storage): Promise<void> {
  let file: Buffer[] = []
  for await (const event of readBackup(plain)) {
    if (event.kind === 'data' && event.part.part === 'rows') {
      requireRestored(event.part)
      await insertRows(client, event.part, event.bytes.toString('utf8').trimEnd().split('\n'))
    }
    if (event.kind === 'data' && event.part.part === 'file') file.push(event.bytes)
    if (event.kind === 'end' && event.part.part === 'file') {
      await storage.put(event.part.key, Buffer.concat(file), CONTENT_TYPE)
      file = []
    }
  }
}

/** Each URL that serves a file states its type itself. */
const CONTENT_TYPE = 'application/octet-stream'

function requireRestored(part: BackupPart): void {
  if (part.part === 'rows' && leftOut.has(part.table)) {
    throw new BackupFault(`it holds rows of ${part.table}, which no backup does`)
  }
}
