-- What repeated requests are answered with, and events on their way out.

create table idempotency_keys (
  workspace_id uuid not null references workspaces,
  operation text not null,
  owner_id text not null,
  key text not null,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- The instrument that was made or written to; a replay needs it to be within the caller's sites.
  subject_id uuid not null,
  status smallint not null,
  body text not null,
  headers jsonb not null default '{}',
  created_at timestamptz(3) not null,
  primary key (workspace_id, operation, owner_id, key)
);
create index idempotency_key_age on idempotency_keys (workspace_id, operation, created_at);
select enable_workspace_security('idempotency_keys');
grant select, insert, delete on idempotency_keys to plumbline_app;

-- A queue across workspaces: small, hot, and emptied as events are handed on.
create table outbox (
  event_id uuid primary key,
  workspace_id uuid not null,
  -- Site of the instrument when it happened; null concerns the whole workspace.
  site_id uuid,
  type text not null,
  occurred_at timestamptz(3) not null,
  data text not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index outbox_order on outbox (occurred_at, event_id);
grant select, insert, delete on outbox to plumbline_app;
