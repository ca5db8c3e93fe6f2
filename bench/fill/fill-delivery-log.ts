import type { Client } from 'pg'
import { newId } from '../../apps/server/src/platform/ids.ts'

/** An endpoint with a delivery log, and one of the deliveries. */
export interface FilledLog {
  endpointId: string
  deliveryId: string
}

/**
 * Creates an endpoint with a log of this many deliveries over 90 days: most succeeded, every fiftieth failed permanently
 * after two attempts, and every thousandth is about a retired instrument.
 */
export async function fillDeliveryLog(owner: Client, workspaceId: string, count: number): Promise<FilledLog> {
  const endpointId = newId()
  await owner.query(
    `insert into webhook_endpoints (workspace_id, endpoint_id, url, secret_prefix, sealed_secret, created_at,
      updated_at, ledger_index)
    values ($1, $2, 'https://hooks.example.com/bench', 'whsec_bench', '', now(), now(), 0)`,
    [workspaceId, endpointId],
  )
  await owner.query(
    'insert into webhook_endpoint_queues (workspace_id, endpoint_id, has_plan) values ($1, $2, true)',
    [workspaceId, endpointId],
  )
  await owner.query(
    `
    with made as (
      select n, gen_random_uuid() as event_id, uuidv7() as delivery_id, n % 50 = 0 as is_exhausted,
        case when n % 1000 = 0 then 'instrument.retired' when n % 2 = 0 then 'calibration.created'
          else 'instrument.updated' end as type,
        now() - (n * interval '90 days' / ${count}) as at
      from generate_series(1, ${count}) n),
    event as (
      insert into webhook_events (workspace_id, event_id, type, body)
      select $1::uuid, event_id, type, '{}' from made),
    delivery as (
      insert into webhook_deliveries (workspace_id, delivery_id, endpoint_id, event_id, event_type, status,
        attempt_count, last_attempt_at, last_status_code, last_error, response_snippet, created_at, updated_at)
      select $1::uuid, delivery_id, $2::uuid, event_id, type,
        case when is_exhausted then 'exhausted' else 'succeeded' end, case when is_exhausted then 2 else 1 end, at,
        case when is_exhausted then 503 else 204 end,
        case when is_exhausted then 'The receiver responded with status 503.' end,
        case when is_exhausted then 'upstream unavailable' end, at, at
      from made)
    insert into webhook_attempts (workspace_id, delivery_id, number, attempted_at, took_ms, signature, status_code)
    select $1::uuid, delivery_id, number, at, 30, 't=1,v1=' || repeat('0', 64), 204
    from made cross join lateral generate_series(1, case when is_exhausted then 2 else 1 end) number`,
    [workspaceId, endpointId],
  )
  await owner.query('vacuum analyze webhook_deliveries, webhook_events, webhook_attempts')
  const { rows } = await owner.query(
    'select delivery_id from webhook_deliveries where endpoint_id = $1 order by created_at limit 1',
    [endpointId],
  )
  return { endpointId, deliveryId: rows[0].delivery_id }
}
