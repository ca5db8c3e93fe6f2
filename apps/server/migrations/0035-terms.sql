-- Names of tables, columns and functions in the field's standard terms.

alter table half_sign_ins rename to pending_second_factors;
alter index half_sign_in_person rename to pending_second_factor_person;

alter table lone_workspaces rename to single_approver_workspaces;
alter table single_approver_workspaces rename column said_by to declared_by;
alter table single_approver_workspaces rename column said_at to declared_at;

alter table webhook_lanes rename to webhook_endpoint_queues;
alter table webhook_endpoint_queues rename column held_since to paused_since;
alter table webhook_endpoint_queues rename column held_ms to paused_ms;
alter index webhook_lane_wake rename to webhook_endpoint_queue_wake;
alter index webhook_lane_lease rename to webhook_endpoint_queue_lease;
alter index webhook_queue_turn rename to webhook_queue_due;

alter table event_streams rename column is_heard to has_consumers;

-- Constraints follow their tables and columns; which of them have names differs between versions of PostgreSQL.
do $$
declare
  found record;
begin
  for found in
    select c.conrelid::regclass as owner, c.conname as old_name, renamed.name as new_name
    from pg_catalog.pg_constraint c
    cross join lateral (
      select replace(replace(replace(replace(replace(replace(replace(c.conname,
        'half_sign_ins_', 'pending_second_factors_'),
        'lone_workspaces_', 'single_approver_workspaces_'),
        'said_by', 'declared_by'),
        'said_at', 'declared_at'),
        'webhook_lanes_', 'webhook_endpoint_queues_'),
        'held_ms', 'paused_ms'),
        'is_heard', 'has_consumers')::name as name) renamed
    where c.conrelid in (
        'pending_second_factors'::regclass, 'single_approver_workspaces'::regclass,
        'webhook_endpoint_queues'::regclass, 'event_streams'::regclass)
      and renamed.name <> c.conname
  loop
    execute format('alter table %s rename constraint %I to %I', found.owner, found.old_name, found.new_name);
  end loop;
end $$;

-- Enables or pauses the queues of a workspace, or one of them; null leaves a condition as it is.
drop trigger turn_lanes on workspaces;
drop function turn_lanes_with_plan();
drop function turn_webhook_lanes(uuid, uuid, boolean, boolean, timestamptz);
create function set_endpoint_queues(workspace uuid, endpoint uuid, enabled boolean, planned boolean, at timestamptz)
returns void language sql as $$
  update webhook_endpoint_queues q
  set is_enabled = changed.is_enabled,
    has_plan = changed.has_plan,
    paused_since = case when changed.runs then null else coalesce(q.paused_since, at) end,
    paused_ms = q.paused_ms + case
      when changed.runs and q.paused_since < at then (extract(epoch from at - q.paused_since) * 1000)::bigint
      else 0 end,
    wake_at = case
      when q.lease_token is not null then q.wake_at
      when not changed.runs then null
      when q.paused_since is not null then at
      else q.wake_at end,
    exhausted_in_a_row = case when changed.is_enabled and not q.is_enabled then 0 else q.exhausted_in_a_row end
  from (
    select endpoint_id, coalesce(enabled, is_enabled) as is_enabled, coalesce(planned, has_plan) as has_plan,
      coalesce(enabled, is_enabled) and coalesce(planned, has_plan) as runs
    from webhook_endpoint_queues
    where workspace_id = workspace and (endpoint is null or endpoint_id = endpoint)
    order by endpoint_id
    for no key update) changed
  where q.workspace_id = workspace and q.endpoint_id = changed.endpoint_id
$$;

-- The workspaces module does not know of webhooks, and the horizon of open deliveries pauses when the plan changes.
create function pause_endpoint_queues_by_plan() returns trigger language plpgsql as $$
begin
  perform set_endpoint_queues(new.workspace_id, null, null, plan_has_api(new.plan), new.updated_at);
  return null;
end $$;
create trigger pause_endpoint_queues after update of plan on workspaces
  for each row when (plan_has_api(old.plan) <> plan_has_api(new.plan))
  execute function pause_endpoint_queues_by_plan();
