-- Who is to calibrate an instrument next, and on which day.
create table assignments (
  workspace_id uuid not null references workspaces,
  instrument_id uuid not null,
  assignee_id uuid not null,
  -- A day of the instrument's site; null: on no day in particular.
  planned_for date,
  assigned_by uuid not null,
  assigned_at timestamptz(3) not null,
  -- When the calibration was performed that counted then: a later one ends the assignment.
  basis_performed_at timestamptz(3) not null,
  primary key (workspace_id, instrument_id),
  foreign key (workspace_id, instrument_id) references instruments,
  foreign key (workspace_id, assignee_id) references memberships
);
create index assignment_person on assignments (workspace_id, assignee_id);
select enable_workspace_security('assignments');
grant select, insert, update, delete on assignments to plumbline_app;
