-- What advice on calibration intervals aims at, and between which lengths.
alter table workspaces
  add column target_reliability_percent integer not null default 95,
  add column shortest_interval_months integer,
  add column longest_interval_months integer;

-- What records say of their intervals, apart from the documents that state it: advice looks at every record of a
-- group, and points and snapshots are large. Null where no point could be compared as found.
alter table calibrations
  add column as_found_out boolean generated always as (
    case
      when jsonb_path_exists(measurements, '$.points[*].as_found.verdict ? (@ == "out")') then true
      when jsonb_path_exists(measurements, '$.points[*].as_found.verdict ? (@ == "in")') then false
    end) stored,
  add column interval_value integer generated always as (
    (snapshot #>> '{instrument,calibration_interval_value}')::integer) stored,
  add column interval_unit text generated always as (
    snapshot #>> '{instrument,calibration_interval_unit}') stored;
