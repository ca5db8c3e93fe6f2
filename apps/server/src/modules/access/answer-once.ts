import { createHash } from 'node:crypto'
import { because } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/index.ts'
import { ApiError, notFound, unusableValue } from '../../platform/errors.ts'
import type { Answer } from '../../platform/http/index.ts'
import { canonicalJson, type CanonicalValue } from '../ledger/index.ts'
import { insertStoredAnswer, takeKey, type IdempotencyKey, type StoredAnswer } from './idempotency-store.ts'

/** A request that may come again. */
export interface RepeatableRequest {
  /** Name of the operation; a key stands for one request of one operation. */
  readonly operation: string
  /** The caller's Idempotency-Key; without one the request is simply carried out. */
  readonly key: string | undefined
  /** Everything that makes it this request: the body, and the resource it was sent to. */
  readonly content: CanonicalValue
  /** Whether the caller reaches the stored answer's subject today. */
  readonly reaches: (tx: Transaction, subjectId: string) => Promise<boolean>
}

/** The answer of a first call, with the instrument it is about. */
export interface FirstAnswer {
  readonly subjectId: string
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Carries a request out once. A repetition is answered with what the first call answered, plus
 * `Idempotency-Replayed: true`; a first call that failed leaves nothing behind (decisions, section 4).
 * @throws 503 REQUEST_IN_PROGRESS while the first call runs; 422 INVALID_REQUEST when the key was
 * used for another request; 404 when the subject lies outside the caller's present sites
 */
export async function answerOnce(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  request: RepeatableRequest,
  act: (tx: Transaction) => Promise<FirstAnswer>,
): Promise<Answer> {
  return db.transaction(actor.workspaceId, async (tx) => {
    if (request.key === undefined) return answerOf(await act(tx))
    const key: IdempotencyKey = {
      operation: request.operation,
      ownerId: actor.userId ?? actor.id,
      key: request.key,
    }
    const requestHash = createHash('sha256').update(canonicalJson(request.content)).digest()
    const { locked, stored } = await takeKey(tx, key)
    if (stored) return replay(tx, request, stored, requestHash)
    if (!locked) throw new ApiError('REQUEST_IN_PROGRESS', { headers: { 'retry-after': '1' } })
    const first = await act(tx)
    insertStoredAnswer(tx, key, { ...answerToStore(first), requestHash }, clock.now().toISOString())
    return answerOf(first)
  })
}

function answerOf(first: FirstAnswer): Answer {
  return { status: first.status, body: first.body, headers: first.headers ?? {} }
}

function answerToStore(first: FirstAnswer): Omit<StoredAnswer, 'requestHash'> {
  return {
    subjectId: first.subjectId,
    status: first.status,
    body: JSON.stringify(first.body),
    headers: { ...first.headers },
  }
}

async function replay(
  tx: Transaction,
  request: RepeatableRequest,
  stored: StoredAnswer,
  requestHash: Buffer,
): Promise<Answer> {
  if (!stored.requestHash.equals(requestHash)) {
    throw unusableValue('Idempotency-Key', because('idempotency.key_of_another'))
  }
  if (!(await request.reaches(tx, stored.subjectId))) throw notFound()
  return {
    status: stored.status,
    body: JSON.parse(stored.body) as unknown,
    headers: { ...stored.headers, 'idempotency-replayed': 'true' },
  }
}
