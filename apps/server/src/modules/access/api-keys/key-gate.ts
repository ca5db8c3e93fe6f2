import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import { inGroups } from '../../../platform/grouping.ts'
import type { Gate, GateRequest, GateResult } from '../../../platform/http/index.ts'
import { countAddress, rateLimited, rateLimitHeaders } from '../../../platform/rate-limit/index.ts'
import { type Caller, commonSites } from '../caller.ts'
import { isKeyForm, keyMatches, prefixOf } from './api-key.ts'
import { type CountedKey, countKeyRequests, findKeyByPrefix, type KeyIdentity } from './key-store.ts'

/** Dependencies of the gate. */
export interface KeyGateOptions {
  db: Database
  clock: Clock
  /** For keys without a limit granted by an operator. */
  requestsPerMinute: number
  /** Maximum duration in milliseconds of counting a request. */
  deadlineMs: number
}

/** Plans with API access (contract, "Authentication", 4). */
const API_PLANS: ReadonlySet<string> = new Set(['professional', 'scale'])

/** Maximum number of keys kept in memory. Only immutable data are kept; the state of a key is read on every request. */
const KNOWN_KEYS_MAX = 10_000

/**
 * The gate of the public API, in the order of the decisions, section 2: key, rate limit, plan, end of an auditor's
 * access. A revocation applies to the next request in any process, because only the immutable part of a key is
 * cached.
 */
export function keyGate(options: KeyGateOptions): Gate<Caller> {
  const knownKeys = new Map<string, KeyIdentity>()
  const count = countTogether(options)
  return async (request) => {
    const key = sentKey(request)
    const identity = key === undefined ? undefined : await recognise(options.db, knownKeys, key)
    if (!identity) return refuseAddress(options, request)
    const counted = await count(identity)
    if (!counted) return refuseAddress(options, request)
    return admit(options.requestsPerMinute, identity, counted)
  }
}

/**
 * `Authorization: Bearer` with a token takes precedence if both headers are sent. Another scheme, such as Basic
 * authentication for a proxy, or an empty header names no key (decisions, section 2).
 */
function sentKey(request: GateRequest): string | undefined {
  const authorization = request.headers['authorization']
  const token = typeof authorization === 'string' ? /^Bearer +(\S.*)$/i.exec(authorization)?.[1] : undefined
  if (token !== undefined) return token.trim()
  const header = request.headers['x-api-key']
  return typeof header === 'string' ? header.trim() : undefined
}

async function recognise(
  db: Database,
  knownKeys: Map<string, KeyIdentity>,
  key: string,
): Promise<KeyIdentity | undefined> {
  const prefix = prefixOf(key)
  const identity = isKeyForm(key)
    ? (knownKeys.get(prefix) ?? (await findKeyByPrefix(db.global, prefix)))
    : undefined
  if (!keyMatches(key, identity)) return undefined
  if (knownKeys.size >= KNOWN_KEYS_MAX) knownKeys.clear()
  knownKeys.set(prefix, identity!)
  return identity
}

function refuseAddress(options: KeyGateOptions, request: GateRequest): GateResult<Caller> {
  const counted = countAddress(options.db, 'key', request.ip, options.clock.now())
  const headers = rateLimitHeaders(options.requestsPerMinute, counted)
  if (counted.count > options.requestsPerMinute)
    return { headers, outcome: { refusal: rateLimited(counted) } }
  return {
    headers: { ...headers, 'www-authenticate': 'Bearer' },
    outcome: { refusal: new ApiError('UNAUTHORIZED') },
  }
}

function admit(usual: number, identity: KeyIdentity, counted: CountedKey): GateResult<Caller> {
  const limit = counted.rateLimitPerMinute ?? usual
  const headers = rateLimitHeaders(limit, counted)
  const refusal = refusalOf(limit, counted)
  const party = { workspaceId: identity.workspaceId, keyPrefix: identity.prefix }
  return { headers, outcome: refusal ? { refusal } : { caller: callerOf(identity, counted) }, party }
}

function refusalOf(limit: number, counted: CountedKey): ApiError | undefined {
  if (counted.count > limit) return rateLimited(counted)
  if (!API_PLANS.has(counted.plan)) return new ApiError('API_ACCESS_TIER_REQUIRED')
  if (counted.accessEnded) return new ApiError('ACCESS_ENDED')
  return undefined
}

function callerOf(identity: KeyIdentity, counted: CountedKey): Caller {
  return {
    type: 'api_key',
    id: identity.keyId,
    userId: counted.ownerId,
    name: counted.ownerName,
    workspaceId: identity.workspaceId,
    role: counted.role,
    scope: counted.scope,
    siteIds: commonSites(counted.keySites, counted.ownerSites),
    workspace: counted,
  }
}

interface CountTogetherParts {
  readonly db: Database
  readonly clock: Clock
  /** Maximum duration in milliseconds of a count. */
  readonly deadlineMs: number
}

/** Counts one request of a key; returns undefined for a key that may no longer be used. */
type CountKey = (identity: KeyIdentity) => Promise<CountedKey | undefined>

/**
 * Counts concurrent requests of a key together: those that arrive while a count of the same key is in progress wait
 * for it and share the next statement, instead of queueing for the same row in the database. Each still gets its own
 * number, and the key's state is read after it arrived.
 */
function countTogether({ db, clock, deadlineMs }: CountTogetherParts): CountKey {
  const count = inGroups<KeyIdentity, CountedKey | undefined>({
    fitting: (queue) => queue.length,
    carryOut: async (group) => {
      const [{ keyId, workspaceId }] = group as [KeyIdentity]
      const counted = await countKeyRequests(db.in(workspaceId), keyId, group.length, clock.sqlNow())
      return group.map((_, index) => counted && numbered(counted, group.length - 1 - index))
    },
    deadlineMs,
  })
  return (identity) => count(identity.keyId, identity)
}

/** Returns the count as seen by a request that was followed by this many others in the same statement. */
function numbered(counted: CountedKey, followers: number): CountedKey {
  return { ...counted, count: counted.count - followers }
}
