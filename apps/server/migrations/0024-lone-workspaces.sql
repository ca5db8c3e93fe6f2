-- Whose admin said that they work alone: no second person belongs to the way to a running program.
create table lone_workspaces (
  workspace_id uuid primary key references workspaces,
  said_by uuid not null,
  said_at timestamptz(3) not null,
  foreign key (workspace_id, said_by) references memberships (workspace_id, person_id)
);
select enable_workspace_security('lone_workspaces');
grant select, insert, delete on lone_workspaces to plumbline_app;
