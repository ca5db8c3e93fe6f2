import { constants, deflateSync, inflateSync } from 'node:zlib'
import { sql, type Transaction, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** The identity of a caller's key: it belongs to the owner, so it survives a change of API key. */
export interface IdempotencyKey {
  operation: string
  ownerId: string
  key: string
}

/** The stored response to a first call. */
export interface StoredResponse {
  requestHash: Buffer
  subjectId: string
  status: number
  body: string
  headers: Record<string, string>
}

/** What is known of a key before its request is carried out. */
export interface TakenKey {
  /** Whether this transaction now holds it; false while another call with it is running. */
  readonly isHeld: boolean
  readonly stored: StoredResponse | undefined
}

/** Returns the name of the lock on a key. */
export function keyLock(workspaceId: string, { operation, ownerId, key }: IdempotencyKey): string {
  return JSON.stringify([workspaceId, operation, ownerId, key])
}

/**
 * Acquires keys for this transaction, unless others hold them, and reads the responses stored under them. A key is
 * held until its transaction commits, and a later statement reads the responses, so the transaction that acquires a
 * key sees what the previous call stored. The locks are taken beside a row of the workspace: in a cluster its node
 * takes them, whichever node the process is connected to.
 * @returns in the order of the keys
 */
export async function takeKeys(tx: Transaction, keys: readonly IdempotencyKey[]): Promise<TakenKey[]> {
  const locks = keys.map((key) => keyLock(tx.workspaceId, key))
  const wanted = keys.map(({ operation, ownerId: owner_id, key }, index) => ({
    operation,
    owner_id,
    key,
    index,
  }))
  const [taken, stored] = await tx.batch([
    sql`
      select pg_try_advisory_xact_lock(hashtextextended(wanted.lock, 0)) as "isHeld"
      from ledger_heads h
      cross join unnest(${locks}::text[]) with ordinality as wanted (lock, index)
      where h.workspace_id = ${tx.workspaceId}
      order by wanted.index`,
    sql`
      select wanted.index, stored.request_hash as "requestHash", stored.subject_id as "subjectId", stored.status,
        stored.body, stored.compressed_body as "compressedBody", stored.headers
      from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (
        operation text, owner_id text, key text, index integer
      )
      cross join lateral (
        select k.request_hash, k.subject_id, k.status, k.body, k.compressed_body, k.headers
        from idempotency_keys k
        where k.workspace_id = ${tx.workspaceId} and k.operation = wanted.operation
          and k.owner_id = wanted.owner_id and k.key = wanted.key
        limit 1) stored`,
  ])
  const responses = new Map((stored as StoredRow[]).map((row) => [row.index, { ...row, body: bodyOf(row) }]))
  return (taken as { isHeld: boolean }[]).map(({ isHeld }, index) => ({
    isHeld,
    stored: responses.get(index),
  }))
}

/** A response as stored, with its body in one of two columns. */
interface StoredRow extends Omit<StoredResponse, 'body'> {
  readonly index: number
  readonly body: string | null
  readonly compressedBody: Buffer | null
}

function bodyOf({ body, compressedBody }: StoredRow): string {
  return body ?? inflateSync(compressedBody!).toString()
}

/** Stores the responses of requests. */
export function insertStoredResponses(
  tx: Transaction,
  responses: readonly { readonly key: IdempotencyKey; readonly response: StoredResponse }[],
  at: string,
): void {
  if (responses.length === 0) return
  const rows = responses.map(({ key, response }) => ({
    operation: key.operation,
    owner_id: key.ownerId,
    key: key.key,
    request_hash: byteaText(response.requestHash),
    subject_id: response.subjectId,
    status: response.status,
    ...bodyColumns(response.body),
    headers: response.headers,
  }))
  tx.write([
    sql`
      insert into idempotency_keys (
        workspace_id, operation, owner_id, key, request_hash, subject_id, status, body, compressed_body,
        headers, created_at
      )
      select h.workspace_id, new.operation, new.owner_id, new.key, new.request_hash, new.subject_id, new.status,
        new.body, new.compressed_body, new.headers, ${at}::timestamptz
      from ledger_heads h
      cross join json_to_recordset(${JSON.stringify(rows)}::json) as new (
        operation text, owner_id text, key text, request_hash bytea, subject_id uuid, status smallint, body text,
        compressed_body bytea, headers jsonb
      )
      where h.workspace_id = ${tx.workspaceId}`,
  ])
}

/** Minimum length of a body that is stored compressed (zlib, RFC 1950). PostgreSQL takes several times as long for it. */
const LONG_BODY_MIN = 4096

function bodyColumns(body: string): { body: string } | { compressed_body: string } {
  if (body.length < LONG_BODY_MIN) return { body }
  return { compressed_body: byteaText(deflateSync(body, { level: constants.Z_BEST_SPEED })) }
}

const byteaText = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

/** Deletes the responses of an operation from before an instant. */
export async function deleteStoredResponses(
  queries: WorkspaceQueries,
  operation: string,
  before: string,
): Promise<void> {
  await queries.rows(sql`
    delete from idempotency_keys
    where workspace_id = ${queries.workspaceId} and operation = ${operation} and created_at < ${before}`)
}
