-- The register of measuring equipment. Every column is a reading of the ledger and can be rebuilt from it.

create table instruments (
  workspace_id uuid not null references workspaces,
  instrument_id uuid not null,
  asset_tag text not null,
  name text not null,
  manufacturer text,
  model text,
  serial_number text,
  category text,
  department text,
  location text,
  tolerance_spec text,
  notes text,
  unit_of_measure text,
  method text,
  is_reference_standard boolean not null default false,
  requires_electronic_signature_override boolean,
  calibration_interval_value integer not null check (calibration_interval_value between 1 and 100000),
  calibration_interval_unit text not null check (calibration_interval_unit in ('days', 'months', 'years')),
  grace_days integer check (grace_days between 0 and 3650),
  warning_days integer check (warning_days between 0 and 3650),
  custom_fields jsonb not null default '{}',
  site_id uuid not null,
  location_id uuid,
  status text not null check (status in
    ('active', 'in_service', 'out_of_service', 'OUT_FOR_CALIBRATION', 'REFERENCE_ONLY', 'retired')),
  -- While out for calibration: where to return to, and the local date of sending out.
  status_before_sending_out text,
  sent_out_on date,
  is_quarantined boolean not null default false,
  -- The failed record that caused the quarantine; null when a person set it.
  quarantine_calibration_id uuid,
  retired_at timestamptz(3),
  -- The calibration that counts.
  basis_calibration_id uuid,
  basis_performed_at timestamptz(3),
  basis_result text,
  -- A granted extension, with the basis that it belongs to.
  extension_until date,
  extension_reason text,
  extension_granted_at timestamptz(3),
  extension_granted_by uuid,
  extension_basis_id uuid,
  -- Whether the basis is that record or a correction of it.
  extension_holds boolean not null default false,
  -- Which rule of compliance holds; with a due date it tells the token without a look at the basis.
  compliance_group text not null check (compliance_group in
    ('scheduled', 'failed', 'never', 'out', 'reference', 'retired')),
  -- Effective due dates, extension included, in the workspace's zone and in the site's (which is the
  -- workspace's where the site has none). Two slots, see workspaces.due_slot: the one that does not
  -- hold is null, save while a change of zone is being prepared or settled.
  due_date_0 date,
  due_date_1 date,
  site_due_date_0 date,
  site_due_date_1 date,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Place of the last change in the ledger: the version that ETag shows.
  ledger_index bigint not null,
  primary key (workspace_id, instrument_id),
  foreign key (workspace_id, site_id) references sites,
  foreign key (workspace_id, location_id) references locations,
  check ((status = 'retired') = (retired_at is not null)),
  constraint instrument_asset_tag_key unique (workspace_id, asset_tag),
  constraint instrument_serial_number_key unique (workspace_id, serial_number)
);

-- Lists walk these in order. What they filter by most is included, so that rows that are passed over
-- are never fetched; the order of all instruments includes no less than that of the active ones, or
-- the planner would take it for those too and walk through the retired.
create index instrument_active on instruments (workspace_id, created_at, instrument_id)
  include (site_id, status, compliance_group, grace_days, warning_days, due_date_0, due_date_1)
  where retired_at is null;
create index instrument_created on instruments (workspace_id, created_at, instrument_id)
  include (site_id, status, compliance_group, grace_days, warning_days, due_date_0, due_date_1, retired_at);
create index instrument_updated on instruments (workspace_id, updated_at, instrument_id)
  include (site_id, status, retired_at);
create index instrument_site on instruments (workspace_id, site_id, created_at, instrument_id)
  include (status, retired_at);
create index instrument_location on instruments (workspace_id, location_id, created_at, instrument_id)
  include (site_id, status, retired_at)
  where location_id is not null;
create index instrument_status on instruments (workspace_id, status, created_at, instrument_id)
  include (site_id);
create index instrument_without_due_date on instruments (workspace_id, compliance_group, created_at, instrument_id)
  include (site_id, status)
  where compliance_group in ('never', 'out');

-- The other tokens, and due dates, are ranges of these.
create index instrument_due_0 on instruments (workspace_id, compliance_group, due_date_0)
  where due_date_0 is not null;
create index instrument_due_1 on instruments (workspace_id, compliance_group, due_date_1)
  where due_date_1 is not null;

-- The worklist, in its order: of a site, whose zone says what day it is, or of one location. What its filter
-- by token looks at is included, so that a walk or a count never leaves the index.
create index instrument_worklist_0
  on instruments (workspace_id, site_id, site_due_date_0, asset_tag, instrument_id)
  include (compliance_group, due_date_0, grace_days, warning_days)
  where site_due_date_0 is not null;
create index instrument_worklist_1
  on instruments (workspace_id, site_id, site_due_date_1, asset_tag, instrument_id)
  include (compliance_group, due_date_1, grace_days, warning_days)
  where site_due_date_1 is not null;
create index instrument_location_worklist_0
  on instruments (workspace_id, location_id, site_due_date_0, asset_tag, instrument_id)
  include (site_id, compliance_group, due_date_0, grace_days, warning_days)
  where location_id is not null and site_due_date_0 is not null;
create index instrument_location_worklist_1
  on instruments (workspace_id, location_id, site_due_date_1, asset_tag, instrument_id)
  include (site_id, compliance_group, due_date_1, grace_days, warning_days)
  where location_id is not null and site_due_date_1 is not null;
-- Due today, whatever day that is.
create index instrument_never_calibrated on instruments (workspace_id, site_id, asset_tag, instrument_id)
  include (compliance_group, location_id)
  where compliance_group in ('never', 'out') and basis_calibration_id is null;

select enable_workspace_security('instruments');
grant select, insert, update on instruments to plumbline_app;

-- How many instruments share the traits that lists count by, so that totals are sums over a few rows
-- and never a walk over the register.
create table instrument_counts (
  workspace_id uuid not null references workspaces,
  site_id uuid not null,
  status text not null,
  compliance_group text not null,
  count bigint not null,
  primary key (workspace_id, site_id, status, compliance_group)
) with (fillfactor = 50);

-- The same by the due dates of each slot, that of the site included. A null allowance is the workspace's
-- own; null dates are those of instruments in the plan that were never calibrated, in both slots.
create table instrument_due_counts (
  workspace_id uuid not null references workspaces,
  slot smallint not null,
  due_date date,
  site_due_date date,
  site_id uuid not null,
  status text not null,
  compliance_group text not null,
  grace_days integer,
  warning_days integer,
  count bigint not null,
  constraint instrument_due_counts_key unique nulls not distinct
    (workspace_id, slot, compliance_group, grace_days, warning_days, due_date, site_id, status, site_due_date)
) with (fillfactor = 50);

-- Their sums by the site's due date alone, in few enough rows to be read for every page of the worklist.
create table instrument_worklist_counts (
  workspace_id uuid not null references workspaces,
  slot smallint not null,
  site_id uuid not null,
  site_due_date date,
  count bigint not null,
  constraint instrument_worklist_counts_key unique nulls not distinct (workspace_id, slot, site_id, site_due_date)
) with (fillfactor = 50);

select enable_workspace_security('instrument_counts');
select enable_workspace_security('instrument_due_counts');
select enable_workspace_security('instrument_worklist_counts');
grant select, insert, update, delete
  on instrument_counts, instrument_due_counts, instrument_worklist_counts to plumbline_app;

-- Statement triggers see all changed rows at once, so that a batch costs one upsert; counts are
-- touched in one order, so that writers wait for each other and never in a circle.
create function count_instruments() returns trigger language plpgsql as $$
begin
  insert into instrument_counts as c (workspace_id, site_id, status, compliance_group, count)
  select workspace_id, site_id, status, compliance_group, count(*)
  from after_rows
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (workspace_id, site_id, status, compliance_group) do update set count = c.count + excluded.count;

  insert into instrument_due_counts as c
    (workspace_id, slot, compliance_group, grace_days, warning_days, due_date, site_id, status, site_due_date, count)
  select workspace_id, slot, compliance_group, grace_days, warning_days, due.due_date, site_id, status,
    due.site_due_date, count(*)
  from after_rows
  cross join lateral (values (0, due_date_0, site_due_date_0), (1, due_date_1, site_due_date_1))
    as due (slot, due_date, site_due_date)
  where due.due_date is not null or (compliance_group in ('never', 'out') and basis_calibration_id is null)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (workspace_id, slot, compliance_group, grace_days, warning_days, due_date, site_id, status, site_due_date)
    do update set count = c.count + excluded.count;

  insert into instrument_worklist_counts as c (workspace_id, slot, site_id, site_due_date, count)
  select workspace_id, slot, site_id, due.site_due_date, count(*)
  from after_rows
  cross join lateral (values (0, site_due_date_0), (1, site_due_date_1)) as due (slot, site_due_date)
  where due.site_due_date is not null or (compliance_group in ('never', 'out') and basis_calibration_id is null)
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (workspace_id, slot, site_id, site_due_date) do update set count = c.count + excluded.count;
  return null;
end $$;

create function recount_instruments() returns trigger language plpgsql as $$
begin
  insert into instrument_counts as c (workspace_id, site_id, status, compliance_group, count)
  select workspace_id, site_id, status, compliance_group, sum(change)
  from (
    select workspace_id, site_id, status, compliance_group, 1 as change from after_rows
    union all
    select workspace_id, site_id, status, compliance_group, -1 from before_rows) as changes
  group by 1, 2, 3, 4
  having sum(change) <> 0
  order by 1, 2, 3, 4
  on conflict (workspace_id, site_id, status, compliance_group) do update set count = c.count + excluded.count;

  insert into instrument_due_counts as c
    (workspace_id, slot, compliance_group, grace_days, warning_days, due_date, site_id, status, site_due_date, count)
  select workspace_id, slot, compliance_group, grace_days, warning_days, due.due_date, site_id, status,
    due.site_due_date, sum(change)
  from (
    select *, 1 as change from after_rows
    union all
    select *, -1 from before_rows) as changes
  cross join lateral (values (0, due_date_0, site_due_date_0), (1, due_date_1, site_due_date_1))
    as due (slot, due_date, site_due_date)
  where due.due_date is not null or (compliance_group in ('never', 'out') and basis_calibration_id is null)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  having sum(change) <> 0
  order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (workspace_id, slot, compliance_group, grace_days, warning_days, due_date, site_id, status, site_due_date)
    do update set count = c.count + excluded.count;

  insert into instrument_worklist_counts as c (workspace_id, slot, site_id, site_due_date, count)
  select workspace_id, slot, site_id, due.site_due_date, sum(change)
  from (
    select *, 1 as change from after_rows
    union all
    select *, -1 from before_rows) as changes
  cross join lateral (values (0, site_due_date_0), (1, site_due_date_1)) as due (slot, site_due_date)
  where due.site_due_date is not null or (compliance_group in ('never', 'out') and basis_calibration_id is null)
  group by 1, 2, 3, 4
  having sum(change) <> 0
  order by 1, 2, 3, 4
  on conflict (workspace_id, slot, site_id, site_due_date) do update set count = c.count + excluded.count;
  return null;
end $$;

create trigger count_after_insert after insert on instruments
  referencing new table as after_rows
  for each statement execute function count_instruments();
create trigger recount_after_update after update on instruments
  referencing old table as before_rows new table as after_rows
  for each statement execute function recount_instruments();

-- Changes of a workspace's time zone that are under way: a queue of work across workspaces, outside
-- row security, emptied as they are settled.
create table zone_changes (
  workspace_id uuid primary key,
  -- First the dates of the new zone are prepared in the other slot, then zone and slot switch, then
  -- the instruments whose dates moved are settled: their version moves and the old slot is emptied.
  phase text not null check (phase in ('prepare', 'settle')),
  -- Last instrument of the batches of this phase that are done.
  done_through uuid not null,
  requested_at timestamptz(3) not null
);
grant select, insert, update, delete on zone_changes to plumbline_app;
