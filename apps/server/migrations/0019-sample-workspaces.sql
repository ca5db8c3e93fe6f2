-- Which workspace holds sample data, and for which. Outside row security, since it joins two workspaces.
create table sample_workspaces (
  -- Deferred: who comes second must see so before making anything.
  workspace_id uuid primary key references workspaces deferrable initially deferred,
  sample_of uuid not null references workspaces,
  -- When it was taken out: its rows are kept, as those of every ledger, and nobody reaches them any more.
  removed_at timestamptz(3)
);
create unique index one_sample_at_a_time on sample_workspaces (sample_of) where removed_at is null;
grant select, insert, update on sample_workspaces to plumbline_app;
