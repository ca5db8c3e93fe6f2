-- Tables of tolerance classes that workspaces keep beside the built-in ones.

create table class_tables (
  workspace_id uuid not null references workspaces,
  table_id uuid not null,
  name text not null,
  source text not null,
  unit text not null,
  deviation_unit text not null,
  classes jsonb not null,
  rows jsonb not null,
  version integer not null,
  retired_at timestamptz(3),
  retirement_reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, table_id)
);
-- The name of a retired table is free.
create unique index class_table_key on class_tables (workspace_id, lower(name)) where retired_at is null;
select enable_workspace_security('class_tables');
grant select, insert, update on class_tables to plumbline_app;
