-- Views of tables that people keep: filters, order and columns under a name, their own or everybody's.
create table table_views (
  workspace_id uuid not null references workspaces,
  view_id uuid not null,
  owner_id uuid not null,
  name text not null,
  is_shared boolean not null,
  -- The state of the table as its address has it, as text by name.
  state jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, view_id),
  foreign key (workspace_id, owner_id) references memberships
);
create unique index shared_view_name on table_views (workspace_id, lower(name)) where is_shared;
create unique index own_view_name on table_views (workspace_id, owner_id, lower(name)) where not is_shared;

-- The view that a person's table begins with.
create table default_views (
  workspace_id uuid not null references workspaces,
  person_id uuid not null,
  view_id uuid not null,
  primary key (workspace_id, person_id),
  foreign key (workspace_id, person_id) references memberships,
  foreign key (workspace_id, view_id) references table_views on delete cascade
);
create index default_view_of on default_views (workspace_id, view_id);

select enable_workspace_security('table_views');
select enable_workspace_security('default_views');
grant select, insert, update, delete on table_views, default_views to plumbline_app;
