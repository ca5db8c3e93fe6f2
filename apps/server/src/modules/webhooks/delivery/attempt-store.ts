import type { DeliveryStatus } from '@plumbline/contract'
import { sql, type Sql } from '../../../platform/db/index.ts'

/** The result of an attempt, for the log and the queue. */
export interface AttemptRecord {
  endpointId: string
  deliveryId: string
  status: Exclude<DeliveryStatus, 'pending'>
  attemptCount: number
  scheduleAttempts: number
  /** Null once the delivery is resolved. */
  nextAttemptAt: string | null
  attemptedAt: string
  endedAt: string
  /** Measured with a monotonic clock. */
  tookMs: number
  /** The Svc-Signature header; null if the secret could not be read. */
  signature: string | null
  statusCode: number | null
  error: string | null
  snippet: string | null
}

/** Updates the deliveries of attempts in the log. */
export function logOutcomes(workspaceId: string, records: readonly AttemptRecord[]): Sql {
  return sql`
    update webhook_deliveries d
    set status = r.status,
      attempt_count = r.attempt_count,
      next_attempt_at = r.next_attempt_at,
      last_attempt_at = r.attempted_at,
      last_status_code = r.status_code,
      last_error = r.error,
      response_snippet = r.snippet,
      updated_at = r.ended_at
    from unnest(
      ${records.map((record) => record.deliveryId)}::uuid[],
      ${records.map((record) => record.status)}::text[],
      ${records.map((record) => record.attemptCount)}::integer[],
      ${records.map((record) => record.nextAttemptAt)}::timestamptz[],
      ${records.map((record) => record.attemptedAt)}::timestamptz[],
      ${records.map((record) => record.endedAt)}::timestamptz[],
      ${records.map((record) => record.statusCode)}::integer[],
      ${records.map((record) => record.error)}::text[],
      ${records.map((record) => record.snippet)}::text[]
    ) as r (delivery_id, status, attempt_count, next_attempt_at, attempted_at, ended_at, status_code, error, snippet)
    where d.workspace_id = ${workspaceId} and d.delivery_id = r.delivery_id`
}

/** Adds attempts to the log. */
export function logAttempts(workspaceId: string, records: readonly AttemptRecord[]): Sql {
  return sql`
    insert into webhook_attempts (
      workspace_id, delivery_id, number, attempted_at, took_ms, signature, status_code, error, response_snippet
    )
    select d.workspace_id, d.delivery_id, r.attempt_count, r.attempted_at, r.took_ms, r.signature, r.status_code,
      r.error, r.snippet
    from webhook_deliveries d
    join unnest(
      ${records.map((record) => record.deliveryId)}::uuid[],
      ${records.map((record) => record.attemptCount)}::integer[],
      ${records.map((record) => record.attemptedAt)}::timestamptz[],
      ${records.map((record) => record.tookMs)}::integer[],
      ${records.map((record) => record.signature)}::text[],
      ${records.map((record) => record.statusCode)}::integer[],
      ${records.map((record) => record.error)}::text[],
      ${records.map((record) => record.snippet)}::text[]
    ) as r (delivery_id, attempt_count, attempted_at, took_ms, signature, status_code, error, snippet)
      on r.delivery_id = d.delivery_id
    where d.workspace_id = ${workspaceId}
    -- Written before, when the response to that exchange was lost.
    on conflict do nothing`
}
