import {
  type ActivityActor,
  type ActivityEntry,
  type ActivityExportQuery,
  type ActivityQuery,
  entryKinds,
  type Page,
  pageOf,
} from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Database, WorkspaceQueries } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { readToken } from '../../../platform/http/index.ts'
import { findActors, pageOfActivity, type ActivityFilter, type ActivityRow } from './activity-store.ts'
import { findLabels } from './label-store.ts'
import { mayReadEveryEntry } from './may-read-every-entry.ts'
import { PAYLOAD_VERSION } from '../append/recorded-payload.ts'

/**
 * Returns a page of the ledger as the activity log, newest first.
 * @throws 404 NOT_FOUND unless the caller is an admin or manager without site limits; 422 INVALID_REQUEST for an
 * unknown kind of entry
 */
export async function listActivity(
  db: Database,
  actor: Actor,
  query: ActivityQuery,
): Promise<Page<ActivityEntry>> {
  if (!mayReadEveryEntry(actor)) throw notFound()
  return serializePage(db.in(actor.workspaceId), activityFilterOf(query), query)
}

/**
 * Returns every person and API key that has acted, under their current names.
 * @throws 404 NOT_FOUND as `listActivity`
 */
export async function listActors(db: Database, actor: Actor): Promise<ActivityActor[]> {
  if (!mayReadEveryEntry(actor)) throw notFound()
  const queries = db.in(actor.workspaceId)
  const actors = await findActors(queries)
  const named = actors.filter(({ type }) => type === 'user' || type === 'api_key')
  const labels = await findLabels(
    queries,
    named.map(({ type, id }) => ({ subjectType: type as 'user' | 'api_key', subjectId: id })),
  )
  return actors
    .map(({ type, id }) => ({ type, id, name: labels.get(id) ?? null }))
    .toSorted((one, other) => (one.name ?? '').localeCompare(other.name ?? ''))
}

/** Returns the filter that a query requests. @throws 422 INVALID_REQUEST for an unknown kind of entry */
export function activityFilterOf(query: ActivityExportQuery): ActivityFilter {
  return {
    instrumentId: query.instrument_id,
    // IDs are stored in lowercase, whatever the case of the query.
    subjectId: query.subject_id?.toLowerCase(),
    actorId: query.actor_id,
    kind: readToken('action', query.action, entryKinds),
    from: query.from,
    to: query.to,
  }
}

/**
 * Returns entries of the ledger about one subject, newest first. The caller must check whether the person may see the
 * subject.
 */
export function listActivityOf(
  queries: WorkspaceQueries,
  subjectId: string,
  query: PageWanted,
): Promise<Page<ActivityEntry>> {
  return serializePage(queries, { subjectId }, query)
}

interface PageWanted {
  readonly limit: number
  readonly offset: number
}

async function serializePage(
  queries: WorkspaceQueries,
  filter: ActivityFilter,
  query: PageWanted,
): Promise<Page<ActivityEntry>> {
  const { rows, total } = await pageOfActivity(queries, filter, query)
  return pageOf(await serializeActivity(queries, rows), total, query)
}

/** Returns entries as the activity log shows them, with the current names of their subjects. */
export async function serializeActivity(
  queries: WorkspaceQueries,
  rows: readonly ActivityRow[],
): Promise<ActivityEntry[]> {
  const labels = await findLabels(queries, rows)
  return rows.map((row) => serializeEntry(row, labels))
}

/** Members of payloads that are shown elsewhere in the log entry, or mean nothing to users. */
const APART: ReadonlySet<string> = new Set([
  'actor_name',
  'nonce',
  'reason',
  'changes',
  'snapshot',
  PAYLOAD_VERSION,
  // The version of the rule that determined the quarantine.
  'quarantine_rule',
])

/** Members that contain a complete new object; its fields are shown one by one. */
const WHOLES: ReadonlySet<string> = new Set(['instrument', 'calibration'])

function serializeEntry(row: ActivityRow, labels: ReadonlyMap<string, string>): ActivityEntry {
  const payload = JSON.parse(row.payload) as Record<string, unknown>
  return {
    index: row.index,
    at: row.at,
    kind: row.kind,
    actor: { type: row.actorType, id: row.actorId, name: textOf(payload['actor_name']) },
    subject: {
      type: row.subjectType,
      id: row.subjectId,
      // A deleted endpoint is still identified by the URL in its own entry.
      label: labels.get(row.subjectId) ?? textOf(payload['url']),
    },
    changes: changesOf(payload),
    reason: textOf(payload['reason']),
    leaf_hash: row.leafHash.toString('hex'),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Returns the changed fields recorded in the entry, followed by all values that it states as new. */
function changesOf(payload: Record<string, unknown>): ActivityEntry['changes'] {
  const changed = (payload['changes'] ?? {}) as ActivityEntry['changes']
  const stated = Object.entries(payload).flatMap(([name, value]) =>
    WHOLES.has(name) && isObject(value) ? Object.entries(value) : [[name, value] as const],
  )
  const fresh = stated
    .filter(([name, value]) => !APART.has(name) && value !== null)
    .map(([name, after]) => [name, { before: null, after }])
  return { ...changed, ...(Object.fromEntries(fresh) as ActivityEntry['changes']) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
