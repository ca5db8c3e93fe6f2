import { sql, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'

/** What a key of the caller stands for: it is the owner's, so that it survives a change of API key. */
export interface IdempotencyKey {
  operation: string
  ownerId: string
  key: string
}

/** The first call's answer as kept. */
export interface StoredAnswer {
  requestHash: Buffer
  subjectId: string
  status: number
  body: string
  headers: Record<string, string>
}

/**
 * Takes the key for this transaction, unless another one holds it, and reads the answer that is stored under
 * it; in this order, so that an answer that came meanwhile is seen.
 */
export async function takeKey(
  tx: Transaction,
  key: IdempotencyKey,
): Promise<{ locked: boolean; stored: StoredAnswer | undefined }> {
  const name = JSON.stringify([tx.workspaceId, key.operation, key.ownerId, key.key])
  const [locks, answers] = (await tx.batch([
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`,
    sql`
      select request_hash as "requestHash", subject_id as "subjectId", status, body, headers
      from idempotency_keys
      where workspace_id = ${tx.workspaceId} and operation = ${key.operation}
        and owner_id = ${key.ownerId} and key = ${key.key}`,
  ])) as [{ locked: boolean }[], StoredAnswer[]]
  return { locked: locks[0]?.locked ?? false, stored: answers[0] }
}

export function insertStoredAnswer(
  tx: Transaction,
  key: IdempotencyKey,
  answer: StoredAnswer,
  at: string,
): void {
  tx.send([
    sql`
    insert into idempotency_keys (
      workspace_id, operation, owner_id, key, request_hash, subject_id, status, body, headers, created_at
    ) values (
      ${tx.workspaceId}, ${key.operation}, ${key.ownerId}, ${key.key}, ${answer.requestHash},
      ${answer.subjectId}, ${answer.status}, ${answer.body}, ${JSON.stringify(answer.headers)}::jsonb, ${at}
    )`,
  ])
}

/** Forgets answers of an operation from before an instant. */
export async function deleteStoredAnswers(
  queries: WorkspaceQueries,
  operation: string,
  before: string,
): Promise<void> {
  await queries.rows(sql`
    delete from idempotency_keys
    where workspace_id = ${queries.workspaceId} and operation = ${operation} and created_at < ${before}`)
}
