-- Standards that single points of a record name, so that what was measured with a standard is found by an index. Triggers
-- write the rows, which follow from the points.
create table point_standards (
  workspace_id uuid not null references workspaces,
  standard_asset_id uuid not null,
  calibration_id uuid not null,
  primary key (workspace_id, standard_asset_id, calibration_id),
  foreign key (workspace_id, calibration_id) references calibrations
);
create index point_standard_calibration on point_standards (workspace_id, calibration_id);
select enable_workspace_security('point_standards');
grant select, insert on point_standards to plumbline_app;

create function write_point_standards() returns trigger language plpgsql as $$
begin
  insert into point_standards (workspace_id, standard_asset_id, calibration_id)
  select distinct a.workspace_id, (standard ->> 'id')::uuid, a.calibration_id
  from after_rows a
  cross join lateral jsonb_array_elements(a.measurements -> 'standards') standard
  where a.measurements is not null;
  return null;
end $$;
create trigger write_point_standards after insert on calibrations
  referencing new table as after_rows
  for each statement execute function write_point_standards();

-- An owner whom policies bind would see no row.
alter table calibrations no force row level security;
alter table point_standards no force row level security;
insert into point_standards (workspace_id, standard_asset_id, calibration_id)
select distinct c.workspace_id, (standard ->> 'id')::uuid, c.calibration_id
from calibrations c
cross join lateral jsonb_array_elements(c.measurements -> 'standards') standard
where c.measurements is not null;
alter table calibrations force row level security;
alter table point_standards force row level security;
