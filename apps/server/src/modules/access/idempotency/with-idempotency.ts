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

/** A request that may be repeated. */
export interface RepeatableRequest {
  /** Name of the operation; a key identifies one request of one operation. */
  readonly operation: string
  /** The caller's Idempotency-Key; without one the request is simply carried out. */
  readonly key: string | undefined
  /** Everything that identifies the request: the body, and the resource to which it was sent. */
  readonly content: CanonicalValue
  /** Whether the caller currently has access to the subject of the stored response. */
  readonly reaches: (tx: Transaction, subjectId: string) => Promise<boolean>
}

/** The response to a first call, with the ID of its subject. */
export interface FirstResponse {
  readonly subjectId: string
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** An item of a group with the name of the advisory lock on its key; undefined for an item without a key. */
export interface LockedItem<Item> {
  readonly item: Item
  readonly lock: string
}

/** How a group of requests is carried out in one transaction. */
export interface GroupWork<Item, Inputs> {
  /** Returns the request of an item. */
  readonly requestOf: (item: Item) => RepeatableRequest
  /**
   * Takes locks and reads inputs in the same round trip as the lookup of the keys. It must not wait for anything that
   * belongs to an item whose key another call holds.
   */
  readonly read: (tx: Transaction, items: readonly LockedItem<Item>[]) => Promise<Inputs>
  /** Carries out first calls; returns the response of each in order, or its refusal. */
  readonly carryOut: (
    tx: Transaction,
    items: readonly Item[],
    inputs: Inputs,
  ) => Promise<readonly (FirstResponse | ApiError)[]>
}

/**
 * Carries out a request once. A repetition returns the stored response of the first call with `Idempotency-Replayed:
 * true`. A failed first call stores nothing (decisions, section 4).
 * @throws 503 REQUEST_IN_PROGRESS while the first call is running; 422 INVALID_REQUEST if the key was used for
 * another request; 404 if the caller no longer has access to the subject's site
 */
export async function withIdempotency(
  parts: { db: Database; clock: Clock },
  actor: Actor,
  request: RepeatableRequest,
  act: (tx: Transaction) => Promise<FirstResponse>,
): Promise<Response> {
  const [response] = await withIdempotencyForEach(parts, actor, [request], {
    requestOf: (item) => item,
    read: async () => undefined,
    // An error rolls the transaction back.
    carryOut: async (tx) => [await act(tx)],
  })
  if (response instanceof ApiError) throw response
  return response!
}

/**
 * Carries out a group of requests of one caller, each once: each is carried out, replayed or refused individually,
 * and all that are carried out commit together.
 * @returns the response of each, or its refusal, in order
 */
export async function withIdempotencyForEach<Item, Inputs>(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  items: readonly Item[],
  work: GroupWork<Item, Inputs>,
): Promise<(Response | ApiError)[]> {
  const group = items.map((item) => ({ item, ...keyedBy(actor, work.requestOf(item)) }))
  return db.transaction(actor.workspaceId, async (tx) => {
    const [taken, inputs] = await Promise.all([
      takeKeysOf(tx, group),
      work.read(
        tx,
        group.map(({ item, key }) => ({ item, lock: key ? keyLock(tx.workspaceId, key) : '' })),
      ),
    ])
    const responses = new Map<Keyed, Response | ApiError>()
    for (const each of group) {
      const before = await responseBefore(tx, each, taken.get(each))
      if (before) responses.set(each, before)
    }
    const open = group.filter((each) => !responses.has(each))
    const first = open.length > 0 ? await work.carryOut(tx, open.map(itemOf), inputs) : []
    for (const [index, each] of open.entries()) responses.set(each, responseOf(first[index]!))
    insertStoredResponses(
      tx,
      open.flatMap((each, index) => toStore(each, first[index]!)),
      clock.now().toISOString(),
    )
    return group.map((each) => responses.get(each)!)
  })
}

/** What is known of an item before its key is looked up. */
interface Keyed {
  readonly request: RepeatableRequest
  /** Undefined if none was sent. */
  readonly key: IdempotencyKey | undefined
  readonly requestHash: Buffer
}

function keyedBy(actor: Actor, request: RepeatableRequest): Keyed {
  const { operation, key } = request
  return {
    request,
    key: key === undefined ? undefined : { operation, ownerId: actor.userId ?? actor.id, key },
    requestHash: createHash('sha256').update(canonicalJson(request.content)).digest(),
  }
}

function itemOf<Item>({ item }: { readonly item: Item }): Item {
  return item
}

/** Acquires the keys of the items that have one. */
async function takeKeysOf<Each extends Keyed>(
  tx: Transaction,
  group: readonly Each[],
): Promise<ReadonlyMap<Keyed, TakenKey>> {
  const keyed = group.filter(({ key }) => key !== undefined)
  if (keyed.length === 0) return new Map()
  const taken = await takeKeys(
    tx,
    keyed.map(({ key }) => key!),
  )
  return new Map(keyed.map((each, index) => [each, taken[index]!]))
}

/** Returns the response or refusal of a request that is not carried out; undefined for a first call. */
async function responseBefore(
  tx: Transaction,
  { request, requestHash }: Keyed,
  taken: TakenKey | undefined,
): Promise<Response | ApiError | undefined> {
  if (!taken) return undefined
  const { isHeld, stored } = taken
  if (stored) return replay(tx, request, stored, requestHash)
  return isHeld ? undefined : new ApiError('REQUEST_IN_PROGRESS', { headers: { 'retry-after': '1' } })
}

function responseOf(first: FirstResponse | ApiError): Response | ApiError {
  if (first instanceof ApiError) return first
  return { status: first.status, body: first.body, headers: first.headers ?? {} }
}

/** Returns what to store of a first call: nothing if it was refused or has no key. */
function toStore(
  { key, requestHash }: Keyed,
  first: FirstResponse | ApiError,
): { key: IdempotencyKey; response: StoredResponse }[] {
  if (first instanceof ApiError || key === undefined) return []
  const { subjectId, status, body, headers } = first
  return [
    {
      key,
      response: { subjectId, status, body: JSON.stringify(body), headers: { ...headers }, requestHash },
    },
  ]
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
