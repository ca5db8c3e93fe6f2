-- How many deliveries each endpoint's log holds of each type, so that no page counts a long log. What became of them is
-- not counted: that would be written with every attempt, and few are anything but arrived.
create table webhook_delivery_counts (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  event_type text not null,
  count bigint not null,
  primary key (workspace_id, endpoint_id, event_type)
) with (fillfactor = 50);

-- An owner whom policies bind would see no row.
alter table webhook_deliveries no force row level security;
insert into webhook_delivery_counts (workspace_id, endpoint_id, event_type, count)
select workspace_id, endpoint_id, event_type, count(*)
from webhook_deliveries
group by 1, 2, 3;
alter table webhook_deliveries force row level security;

select enable_workspace_security('webhook_delivery_counts');
grant select, insert, update, delete on webhook_delivery_counts to plumbline_app;

create function count_deliveries() returns trigger language plpgsql as $$
begin
  insert into webhook_delivery_counts as c (workspace_id, endpoint_id, event_type, count)
  select workspace_id, endpoint_id, event_type, count(*)
  from after_rows
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (workspace_id, endpoint_id, event_type) do update set count = c.count + excluded.count;
  return null;
end $$;

-- Logs outlive their endpoints, and a count of nothing is gone with the last delivery.
create function uncount_deliveries() returns trigger language plpgsql as $$
begin
  insert into webhook_delivery_counts as c (workspace_id, endpoint_id, event_type, count)
  select workspace_id, endpoint_id, event_type, -count(*)
  from before_rows
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (workspace_id, endpoint_id, event_type) do update set count = c.count + excluded.count;

  delete from webhook_delivery_counts c
  using (select distinct workspace_id, endpoint_id, event_type from before_rows) gone
  where c.workspace_id = gone.workspace_id and c.endpoint_id = gone.endpoint_id
    and c.event_type = gone.event_type and c.count = 0;
  return null;
end $$;

create trigger count_after_insert after insert on webhook_deliveries
  referencing new table as after_rows
  for each statement execute function count_deliveries();
create trigger uncount_after_delete after delete on webhook_deliveries
  referencing old table as before_rows
  for each statement execute function uncount_deliveries();
