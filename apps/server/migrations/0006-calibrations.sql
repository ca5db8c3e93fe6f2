-- Calibration records and void markers, decisions on them, and the records that wait for one.

create table calibrations (
  workspace_id uuid not null references workspaces,
  calibration_id uuid not null,
  instrument_id uuid not null,
  -- A void marker is a record of its own: it is listed, and nothing of what it voids is touched.
  record_type text not null check (record_type in ('calibration', 'void')),
  ledger_index bigint not null,
  created_at timestamptz(3) not null,
  -- Places without gaps, counted from 0, in the order of the ledger: among all records, and among
  -- calibrations without markers. A page of the feed is a range of places, however deep it lies, and a
  -- total is a difference of two.
  feed_place bigint not null,
  calibration_place bigint,
  performed_at timestamptz(3) not null,
  -- The printed name at that time, and the person behind it; null for the system.
  performed_by text not null,
  performed_by_person_id uuid,
  result text check (result in ('PASS', 'PASS_WITH_ADJUSTMENT', 'LIMITED_CALIBRATION', 'FAIL', 'DAMAGED')),
  calibration_type text check (calibration_type in ('in_house', 'external_certificate')),
  nominal_value text,
  tolerance text,
  as_found_reading text,
  as_left_reading text,
  temperature text,
  humidity text,
  reference_standard text,
  reference_standard_asset_id uuid,
  reference_standard_certificate_number text,
  reference_standard_overdue boolean,
  certificate_number text,
  traceability_reference text,
  service_provider text,
  measurement_uncertainty text,
  coverage_factor text,
  confidence_level text,
  decision_rule text,
  conformity_statement text,
  restriction_notes text,
  out_of_tolerance_impact text,
  -- Of a marker: the reason.
  notes text,
  -- Lines of the certificate that only the app asks for.
  method text,
  received_at timestamptz(3),
  item_condition text,
  place_of_work text,
  customer text,
  is_starting_record boolean,
  -- The record whose place this one takes once it is approved.
  corrects_id uuid,
  correction_reason text,
  -- Place in the ledger of the first record of its chain of corrections: its own when it corrects none.
  chain_first_ledger_index bigint,
  -- Instrument, workspace, site and reference standard as they were: what a certificate prints later.
  snapshot jsonb,
  -- Of a marker: the record that it voids.
  voids_id uuid,
  primary key (workspace_id, calibration_id),
  foreign key (workspace_id, instrument_id) references instruments,
  foreign key (workspace_id, corrects_id) references calibrations,
  foreign key (workspace_id, voids_id) references calibrations,
  constraint calibration_or_marker check (
    case record_type
      when 'calibration' then
        voids_id is null
        and num_nulls(calibration_place, result, is_starting_record, chain_first_ledger_index, snapshot) = 0
        and (corrects_id is null) = (correction_reason is null)
      else
        voids_id is not null and notes is not null
        and num_nonnulls(calibration_place, result, is_starting_record, chain_first_ledger_index, snapshot,
          corrects_id) = 0
    end)
);

-- The order of the ledger, which is that of created_at, with what the feed filters by.
create unique index calibration_ledger_place on calibrations (workspace_id, ledger_index)
  include (calibration_id, instrument_id, record_type, result, performed_at);
create unique index calibration_feed_place on calibrations (workspace_id, feed_place);
create unique index calibration_place on calibrations (workspace_id, calibration_place)
  where calibration_place is not null;
create index calibration_instrument on calibrations (workspace_id, instrument_id, performed_at, ledger_index);
create index calibration_performed on calibrations (workspace_id, performed_at, ledger_index)
  include (instrument_id, record_type, result);
create index calibration_result on calibrations (workspace_id, result, ledger_index)
  include (instrument_id, performed_at)
  where record_type = 'calibration';
-- What was measured with a standard, newest first: asked when the standard turns out to have been wrong.
create index calibration_reference_standard
  on calibrations (workspace_id, reference_standard_asset_id, performed_at, ledger_index)
  include (instrument_id, record_type, result)
  where reference_standard_asset_id is not null;
create unique index calibration_voided_once on calibrations (workspace_id, voids_id)
  where voids_id is not null;

create table calibration_decisions (
  workspace_id uuid not null references workspaces,
  calibration_id uuid not null,
  decision text not null check (decision in ('approved', 'rejected')),
  ledger_index bigint not null,
  decided_at timestamptz(3) not null,
  -- The printed name at that time, and the person behind it; null for the system.
  decided_by text not null,
  decided_by_person_id uuid,
  -- Given by the workspace's policy as the record was appended, without anybody's look at it.
  is_automatic boolean not null,
  -- Of a rejection.
  reason text,
  -- The record whose place an approved correction takes: it is superseded from here on.
  supersedes_id uuid,
  -- An electronic signature: what it says, and the leaf of the ledger that it signs.
  signature_meaning text,
  signed_leaf_hash bytea check (octet_length(signed_leaf_hash) = 32),
  primary key (workspace_id, calibration_id),
  foreign key (workspace_id, calibration_id) references calibrations,
  foreign key (workspace_id, supersedes_id) references calibrations (workspace_id, calibration_id),
  check ((decision = 'rejected') = (reason is not null)),
  check (decision = 'approved' or supersedes_id is null),
  check (decision = 'approved' or signature_meaning is null),
  check ((signature_meaning is null) = (signed_leaf_hash is null))
);
create unique index calibration_superseded_once on calibration_decisions (workspace_id, supersedes_id)
  where supersedes_id is not null;
create index calibration_rejected on calibration_decisions (workspace_id, calibration_id)
  where decision = 'rejected';

select keep_rows_for_good('calibrations');
select keep_rows_for_good('calibration_decisions');
select enable_workspace_security('calibrations');
select enable_workspace_security('calibration_decisions');
grant select, insert on calibrations, calibration_decisions to plumbline_app;

-- The few records that no decision was made on, so that nobody looks for them among all. Not part of the
-- ledger: it follows from the tables above.
create table undecided_calibrations (
  workspace_id uuid not null references workspaces,
  calibration_id uuid not null,
  corrects_id uuid,
  -- False once it is voided: it stays undecided for good.
  is_open boolean not null default true,
  primary key (workspace_id, calibration_id),
  foreign key (workspace_id, calibration_id) references calibrations
);
-- One open correction of a record at a time.
create unique index calibration_open_correction on undecided_calibrations (workspace_id, corrects_id)
  where is_open and corrects_id is not null;
select enable_workspace_security('undecided_calibrations');
grant select, insert, update, delete on undecided_calibrations to plumbline_app;

-- How many records of each result the instruments of a site have, so that totals of lists need no walk. Void
-- markers are counted under 'void'. Records follow their instrument to another site.
create table calibration_counts (
  workspace_id uuid not null references workspaces,
  site_id uuid not null,
  result text not null,
  count bigint not null,
  primary key (workspace_id, site_id, result)
) with (fillfactor = 50);
select enable_workspace_security('calibration_counts');
grant select, insert, update on calibration_counts to plumbline_app;

create function count_calibrations() returns trigger language plpgsql as $$
begin
  insert into calibration_counts as c (workspace_id, site_id, result, count)
  select a.workspace_id, i.site_id, coalesce(a.result, 'void'), count(*)
  from after_rows a
  join instruments i on i.workspace_id = a.workspace_id and i.instrument_id = a.instrument_id
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (workspace_id, site_id, result) do update set count = c.count + excluded.count;
  return null;
end $$;

create function move_calibration_counts() returns trigger language plpgsql as $$
begin
  insert into calibration_counts as c (workspace_id, site_id, result, count)
  select a.workspace_id, moved.site_id, coalesce(a.result, 'void'), sum(moved.change)
  from calibrations a
  cross join lateral (values (old.site_id, -1), (new.site_id, 1)) as moved (site_id, change)
  where a.workspace_id = new.workspace_id and a.instrument_id = new.instrument_id
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (workspace_id, site_id, result) do update set count = c.count + excluded.count;
  return null;
end $$;

create trigger count_after_insert after insert on calibrations
  referencing new table as after_rows
  for each statement execute function count_calibrations();
create trigger calibrations_follow after update of site_id on instruments
  for each row when (old.site_id is distinct from new.site_id)
  execute function move_calibration_counts();
