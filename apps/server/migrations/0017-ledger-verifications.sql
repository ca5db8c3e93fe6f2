-- The last verification of each ledger that somebody asked for in the app, found again from any process.
-- It is no reading of the ledger, but a word about it.

create table ledger_verifications (
  workspace_id uuid primary key references workspaces,
  verification_id uuid not null,
  started_by text not null,
  started_at timestamptz(3) not null,
  -- The last sign of life of whoever verifies: after a while of silence somebody else may begin anew.
  seen_at timestamptz(3) not null,
  entries_done bigint not null,
  entries_total bigint not null,
  finished_at timestamptz(3),
  -- What was found; null while it is under way.
  outcome jsonb,
  check ((finished_at is null) = (outcome is null))
);
select enable_workspace_security('ledger_verifications');
grant select, insert, update on ledger_verifications to plumbline_app;
