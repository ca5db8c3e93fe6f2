-- What is being made right now, outside any transaction: a file that is set and stored, an upload that is looked at and
-- hashed. Whoever inserts the row makes it, and the transaction that finishes the work removes the row. One that a crash
-- left behind is taken over once its lease has run out.
create table claims (
  workspace_id uuid not null references workspaces,
  -- What kind of thing subject_id names.
  kind text not null,
  subject_id uuid not null,
  -- One attempt of one process; another one after a take-over.
  holder_id uuid not null,
  leased_until timestamptz(3) not null,
  primary key (workspace_id, kind, subject_id)
);
select enable_workspace_security('claims');
grant select, insert, update, delete on claims to plumbline_app;
