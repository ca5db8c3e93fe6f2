-- Webhook endpoints, the log of their deliveries, the queue of those that are open, and what was told of due dates.

create table webhook_endpoints (
  workspace_id uuid not null references workspaces,
  endpoint_id uuid not null,
  url text not null,
  -- Null: every type.
  event_types text[],
  description text,
  -- Sites of the key that it was made with; null: the whole workspace.
  site_ids uuid[],
  -- Null: active.
  disabled_at timestamptz(3),
  secret_prefix text not null,
  sealed_secret bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Place of the last change in the ledger: the version that ETag shows.
  ledger_index bigint not null,
  primary key (workspace_id, endpoint_id)
);
select enable_workspace_security('webhook_endpoints');
grant select, insert, update, delete on webhook_endpoints to plumbline_app;

-- The body of every event that went to some endpoint, once: each delivery and each attempt sends these bytes.
create table webhook_events (
  workspace_id uuid not null references workspaces,
  event_id uuid not null,
  type text not null,
  body text not null,
  primary key (workspace_id, event_id)
);
select enable_workspace_security('webhook_events');
grant select, insert, delete on webhook_events to plumbline_app;

-- The delivery log. Rows outlive their endpoint until they are old enough, so no key leads to it.
create table webhook_deliveries (
  workspace_id uuid not null,
  delivery_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  status text not null check (status in ('pending', 'failed', 'succeeded', 'exhausted')),
  attempt_count integer not null default 0,
  next_attempt_at timestamptz(3),
  last_attempt_at timestamptz(3),
  last_status_code integer,
  last_error text,
  response_snippet text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, delivery_id),
  foreign key (workspace_id, event_id) references webhook_events,
  -- An event goes to an endpoint once, however many processes hand it on.
  constraint webhook_delivery_once unique (workspace_id, event_id, endpoint_id),
  check ((next_attempt_at is null) = (status in ('succeeded', 'exhausted')))
) with (fillfactor = 85);
-- The type stands last so that a log is searched for one without a look at its rows.
create index webhook_delivery_newest on webhook_deliveries
  (workspace_id, endpoint_id, created_at, delivery_id, event_type);
create index webhook_delivery_status on webhook_deliveries
  (workspace_id, endpoint_id, status, created_at, delivery_id, event_type);
select enable_workspace_security('webhook_deliveries');
grant select, insert, update, delete on webhook_deliveries to plumbline_app;

-- What came of each attempt. Rows go with their delivery.
create table webhook_attempts (
  workspace_id uuid not null,
  delivery_id uuid not null,
  -- As in the header Svc-Delivery-Attempt.
  number integer not null,
  attempted_at timestamptz(3) not null,
  took_ms integer not null,
  -- The header Svc-Signature; null when the secret could not be read.
  signature text,
  status_code integer,
  error text,
  response_snippet text,
  primary key (workspace_id, delivery_id, number)
);
select enable_workspace_security('webhook_attempts');
grant select, insert, delete on webhook_attempts to plumbline_app;

-- Outside row security from here on: queues across workspaces, small and hot, without content of a tenant.

-- Open deliveries. A row leaves when its delivery is resolved; the log keeps the history.
create table webhook_queue (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  delivery_id uuid not null,
  event_id uuid not null,
  due_at timestamptz(3) not null,
  attempt_count integer not null,
  -- Attempts since the schedule began: a manual retry begins it anew.
  schedule_attempts integer not null,
  -- End of the horizon on the clock of the lane, which stands still while the lane is held.
  horizon_at timestamptz(3) not null,
  primary key (workspace_id, delivery_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
create index webhook_queue_turn on webhook_queue (workspace_id, endpoint_id, due_at);
grant select, insert, update, delete on webhook_queue to plumbline_app;

-- One row for each endpoint: who works on its deliveries, and whether anybody may.
create table webhook_lanes (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  -- When a worker must look at it next: while nobody holds it, when its first delivery falls due; while
  -- somebody does, when that lease ends. Null: nothing is open, or the lane is held.
  wake_at timestamptz(3),
  -- The worker process that holds it.
  lease_token uuid,
  is_enabled boolean not null default true,
  has_plan boolean not null,
  -- Since when its clock stands still, and for how long it stood still before.
  held_since timestamptz(3),
  held_ms bigint not null default 0,
  -- Whether the last attempt ran into its time limit.
  is_slow boolean not null default false,
  exhausted_in_a_row integer not null default 0,
  -- When a receiver last took a delivery.
  last_succeeded_at timestamptz(3),
  primary key (workspace_id, endpoint_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index webhook_lane_wake on webhook_lanes (wake_at) where wake_at is not null;
create index webhook_lane_lease on webhook_lanes (lease_token) where lease_token is not null;
grant select, insert, update, delete on webhook_lanes to plumbline_app;

-- Lets the lanes of a workspace (or one of them) run or stand still; null leaves a condition as it is.
create function turn_webhook_lanes(workspace uuid, endpoint uuid, enabled boolean, planned boolean, at timestamptz)
returns void language sql as $$
  update webhook_lanes l
  set is_enabled = turned.is_enabled,
    has_plan = turned.has_plan,
    held_since = case when turned.runs then null else coalesce(l.held_since, at) end,
    held_ms = l.held_ms + case
      when turned.runs and l.held_since < at then (extract(epoch from at - l.held_since) * 1000)::bigint
      else 0 end,
    wake_at = case
      when l.lease_token is not null then l.wake_at
      when not turned.runs then null
      when l.held_since is not null then at
      else l.wake_at end,
    exhausted_in_a_row = case when turned.is_enabled and not l.is_enabled then 0 else l.exhausted_in_a_row end
  from (
    select endpoint_id, coalesce(enabled, is_enabled) as is_enabled, coalesce(planned, has_plan) as has_plan,
      coalesce(enabled, is_enabled) and coalesce(planned, has_plan) as runs
    from webhook_lanes
    where workspace_id = workspace and (endpoint is null or endpoint_id = endpoint)
    order by endpoint_id
    for no key update) turned
  where l.workspace_id = workspace and l.endpoint_id = turned.endpoint_id
$$;

-- Plans with API access (contract, "Authentication", 4).
create function plan_has_api(plan text) returns boolean immutable language sql return plan in ('professional', 'scale');

-- The plan changes in a room that knows nothing of webhooks, and the horizon of open deliveries must stand
-- still from that very moment.
create function turn_lanes_with_plan() returns trigger language plpgsql as $$
begin
  perform turn_webhook_lanes(new.workspace_id, null, null, plan_has_api(new.plan), new.updated_at);
  return null;
end $$;
create trigger turn_lanes after update of plan on workspaces
  for each row when (plan_has_api(old.plan) <> plan_has_api(new.plan))
  execute function turn_lanes_with_plan();

-- An event for one endpoint alone, whatever it subscribes to: samples that people ask for.
alter table outbox add column endpoint_id uuid;
-- Workspaces take turns, so that a flood of one does not hold up the others.
drop index outbox_order;
create index outbox_turn on outbox (workspace_id, occurred_at, event_id);
-- Rows are never changed, but locking them takes this right.
grant update on outbox to plumbline_app;

-- When each workspace was last looked after, so that processes share the work.
create table webhook_rounds (
  workspace_id uuid primary key,
  due_scan_at timestamptz(3) not null,
  prune_at timestamptz(3) not null
) with (fillfactor = 50);
create index webhook_round_due_scan on webhook_rounds (due_scan_at);
create index webhook_round_prune on webhook_rounds (prune_at);
grant select, insert, update on webhook_rounds to plumbline_app;

-- What was told of due dates: written with the event, so that each is told once.
create table due_notices (
  workspace_id uuid not null,
  instrument_id uuid not null,
  basis_calibration_id uuid not null,
  due_date date not null,
  kind text not null check (kind in ('due_soon', 'overdue')),
  noticed_at timestamptz(3) not null,
  primary key (workspace_id, instrument_id, basis_calibration_id, due_date, kind),
  foreign key (workspace_id, instrument_id) references instruments
);
select enable_workspace_security('due_notices');
grant select, insert on due_notices to plumbline_app;

-- Instruments with warning days of their own, by the day on which their warning begins.
create index instrument_own_warning_0 on instruments (workspace_id, site_id, (site_due_date_0 - warning_days))
  where warning_days is not null and site_due_date_0 is not null;
create index instrument_own_warning_1 on instruments (workspace_id, site_id, (site_due_date_1 - warning_days))
  where warning_days is not null and site_due_date_1 is not null;
