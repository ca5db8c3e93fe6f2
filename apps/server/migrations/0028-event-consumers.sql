-- Events are kept until every consumer has read past them, and written only where there is one.

-- Whether anybody listens to the events of a workspace, and the position of the last one. Whoever writes events holds
-- this row until the end of the transaction, so that positions are committed in their order, and whoever begins to
-- listen knows that each later change tells of itself.
create table event_streams (
  workspace_id uuid primary key references workspaces,
  last_position bigint not null default 0,
  is_heard boolean not null default false
) with (fillfactor = 50);
select enable_workspace_security('event_streams');
grant select, insert, update on event_streams to plumbline_app;

-- How far each consumer has read. Outside row security, as the outbox is: they find across workspaces who is behind.
create table event_consumers (
  workspace_id uuid not null,
  name text not null,
  -- The last event that it has read.
  position bigint not null,
  -- When it ends unless it is renewed; null: when somebody ends it.
  expires_at timestamptz(3),
  primary key (workspace_id, name)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index event_consumer_name on event_consumers (name, workspace_id);
create index event_consumer_expiry on event_consumers (expires_at) where expires_at is not null;
grant select, insert, update, delete on event_consumers to plumbline_app;

-- Events of workspaces without any endpoint were for nobody.
delete from outbox o where not exists (select from webhook_lanes l where l.workspace_id = o.workspace_id);
alter table outbox add column position bigint;
update outbox o
set position = placed.position
from (
  select event_id, row_number() over (partition by workspace_id order by occurred_at, event_id) as position
  from outbox) placed
where placed.event_id = o.event_id;
drop index outbox_turn;
alter table outbox
  alter column position set not null,
  drop constraint outbox_pkey,
  add primary key (workspace_id, position);

insert into event_consumers (workspace_id, name, position)
select distinct workspace_id, 'webhooks', 0 from webhook_lanes;

-- An owner whom policies bind would see no row.
alter table workspaces no force row level security;
alter table event_streams no force row level security;
insert into event_streams (workspace_id, last_position, is_heard)
select w.workspace_id,
  coalesce((select max(o.position) from outbox o where o.workspace_id = w.workspace_id), 0),
  exists (select from event_consumers c where c.workspace_id = w.workspace_id)
from workspaces w;
alter table event_streams force row level security;
alter table workspaces force row level security;
