-- Who of those who manage a workspace does not want to see its first steps any more.
create table dismissed_first_steps (
  workspace_id uuid not null references workspaces,
  person_id uuid not null,
  dismissed_at timestamptz(3) not null,
  primary key (workspace_id, person_id),
  foreign key (workspace_id, person_id) references memberships
);
select enable_workspace_security('dismissed_first_steps');
grant select, insert, delete on dismissed_first_steps to plumbline_app;

-- Whether anything was ever calibrated, however many instruments came with the date of an earlier calibration.
create index calibration_measured on calibrations (workspace_id) where not is_starting_record;
