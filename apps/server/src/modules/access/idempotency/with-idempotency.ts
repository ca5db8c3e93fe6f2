import { createHash } from 'node:crypto'
import { because } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/db/index.ts'
import { ApiError, notFound, unusableValue } from '../../../platform/errors.ts'
import type { Response } from '../../../platform/http/index.ts'
import { canonicalJson, type CanonicalValue } from '../../ledger/index.ts'
import {
  insertStoredResponses,
  keyLock,
  takeKeys,
  type IdempotencyKey,
  type StoredResponse,
  type TakenKey,
} from './idempotency-store.ts'

/** A request that may come again. */
export interface RepeatableRequest {
  /** Name of the operation; a key stands for one request of one operation. */
  readonly operation: string
  /** The caller's Idempotency-Key; without one the request is simply carried out. */
  readonly key: string | undefined
  /** Everything that makes it this request: the body, and the resource it was sent to. */
  readonly content: CanonicalValue
  /** Whether the caller may see the subject of the stored response today. */
  readonly reaches: (tx: Transaction, subjectId: string) => Promise<boolean>
}

/** A request that may come again and carries its key. */
export type KeyedRequest = RepeatableRequest & { readonly key: string }

/** The response of a first call, with the id of its subject. */
export interface FirstResponse {
  readonly subjectId: string
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** How several requests are carried out in one transaction. */
export interface CarriedOut<Begun> {
  /**
   * Reads and locks that travel with the look at the keys.
   * @param locks for each request the name of the advisory lock on its key: what belongs to a request whose key another
   * call holds must not be waited for
   */
  readonly begin: (tx: Transaction, locks: readonly string[]) => Promise<Begun>
  /** Carries out the requests with these places; returns the response of each, or its refusal. */
  readonly act: (
    tx: Transaction,
    begun: Begun,
    places: readonly number[],
  ) => Promise<readonly (FirstResponse | ApiError)[]>
}

/**
 * Carries a request out once. A repetition returns the stored response of the first call with
 * `Idempotency-Replayed: true`. A first call that failed stores nothing (decisions, section 4).
 * @throws 503 REQUEST_IN_PROGRESS while the first call runs; 422 INVALID_REQUEST when the key was
 * used for another request; 404 when the caller no longer has access to the subject's site
 */
export async function withIdempotency(
  parts: { db: Database; clock: Clock },
  actor: Actor,
  request: RepeatableRequest,
  act: (tx: Transaction) => Promise<FirstResponse>,
): Promise<Response> {
  return withIdempotencyInBatch(parts, actor, request, {
    begin: async () => undefined,
    // What it throws undoes the transaction.
    act: async (tx) => [await act(tx)],
  })
}

/** The same for work that can carry out several requests. @throws as `withIdempotency`, and what refuses the request */
export async function withIdempotencyInBatch<Begun>(
  parts: { db: Database; clock: Clock },
  actor: Actor,
  request: RepeatableRequest,
  carriedOut: CarriedOut<Begun>,
): Promise<Response> {
  const { key } = request
  const [response] =
    key === undefined
      ? await parts.db.transaction(actor.workspaceId, async (tx) => {
          const [first] = await carriedOut.act(tx, await carriedOut.begin(tx, ['']), [0])
          return [first instanceof ApiError ? first : responseOf(first!)]
        })
      : await withIdempotencyForEach(parts, actor, [{ ...request, key }], carriedOut)
  if (response instanceof ApiError) throw response
  return response!
}

/**
 * The same for several requests of one caller: each is carried out, replayed or refused by itself, and all that are
 * carried out commit together.
 * @returns the response of each, or its refusal, in their order
 */
export async function withIdempotencyForEach<Begun>(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  requests: readonly KeyedRequest[],
  carriedOut: CarriedOut<Begun>,
): Promise<(Response | ApiError)[]> {
  const keyed = requests.map((request) => ({
    request,
    key: { operation: request.operation, ownerId: actor.userId ?? actor.id, key: request.key },
    requestHash: createHash('sha256').update(canonicalJson(request.content)).digest(),
  }))
  return db.transaction(actor.workspaceId, (tx) => runWithin(tx, clock, keyed, carriedOut))
}

interface Keyed {
  readonly request: KeyedRequest
  readonly key: IdempotencyKey
  readonly requestHash: Buffer
}

async function runWithin<Begun>(
  tx: Transaction,
  clock: Clock,
  keyed: readonly Keyed[],
  { begin, act }: CarriedOut<Begun>,
): Promise<(Response | ApiError)[]> {
  const keys = keyed.map(({ key }) => key)
  const [taken, begun] = await Promise.all([
    takeKeys(tx, keys),
    begin(
      tx,
      keys.map((key) => keyLock(tx.workspaceId, key)),
    ),
  ])
  const responses: (Response | ApiError)[] = []
  for (const [place, each] of keyed.entries()) {
    const before = await responseBefore(tx, each, taken[place]!)
    if (before) responses[place] = before
  }
  const open = keyed.map((_, place) => place).filter((place) => responses[place] === undefined)
  const first = open.length > 0 ? await act(tx, begun, open) : []
  const stored: { key: IdempotencyKey; response: StoredResponse }[] = []
  for (const [index, place] of open.entries()) {
    const response = first[index]!
    responses[place] = response instanceof ApiError ? response : responseOf(response)
    if (response instanceof ApiError) continue
    const { key, requestHash } = keyed[place]!
    stored.push({ key, response: { ...responseToStore(response), requestHash } })
  }
  insertStoredResponses(tx, stored, clock.now().toISOString())
  return responses
}

/** The response or refusal of a request that is not carried out; undefined for a first call. */
async function responseBefore(
  tx: Transaction,
  { request, requestHash }: Keyed,
  { isHeld, stored }: TakenKey,
): Promise<Response | ApiError | undefined> {
  if (stored) return replay(tx, request, stored, requestHash)
  return isHeld ? undefined : new ApiError('REQUEST_IN_PROGRESS', { headers: { 'retry-after': '1' } })
}

function responseOf(first: FirstResponse): Response {
  return { status: first.status, body: first.body, headers: first.headers ?? {} }
}

function responseToStore(first: FirstResponse): Omit<StoredResponse, 'requestHash'> {
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
  stored: StoredResponse,
  requestHash: Buffer,
): Promise<Response | ApiError> {
  if (!stored.requestHash.equals(requestHash)) {
    return unusableValue('Idempotency-Key', because('idempotency.key_of_another'))
  }
  if (!(await request.reaches(tx, stored.subjectId))) return notFound()
  return {
    status: stored.status,
    body: JSON.parse(stored.body) as unknown,
    headers: { ...stored.headers, 'idempotency-replayed': 'true' },
  }
}
