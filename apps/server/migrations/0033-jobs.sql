-- Background work that people ask for, as they see it. The queue that carries it out is the library's, in a schema
-- of its own; a row of it names a workspace and a job.

create table jobs (
  workspace_id uuid not null references workspaces,
  job_id uuid not null,
  kind text not null,
  state text not null check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  -- Null: the server itself.
  requested_by uuid,
  requested_by_name text not null,
  requested_at timestamptz(3) not null,
  -- What was asked for, and where the work goes on.
  input jsonb not null,
  position jsonb,
  done bigint not null default 0,
  -- Null: not known.
  total bigint,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  cancel_requested_at timestamptz(3),
  result jsonb,
  error jsonb,
  -- Whoever carries it out at present: what another process writes of it is refused.
  run_id uuid,
  primary key (workspace_id, job_id),
  check ((finished_at is null) = (state in ('queued', 'running')))
) with (fillfactor = 70);
create index job_newest on jobs (workspace_id, requested_at, job_id);
create index job_unfinished on jobs (workspace_id, kind) where finished_at is null;
select enable_workspace_security('jobs');
grant select, insert, update, delete on jobs to plumbline_app;

-- What became of the things that a job was about, part by part.
create table job_outcomes (
  workspace_id uuid not null,
  job_id uuid not null,
  part integer not null,
  outcomes jsonb not null,
  primary key (workspace_id, job_id, part),
  foreign key (workspace_id, job_id) references jobs on delete cascade
);
select enable_workspace_security('job_outcomes');
grant select, insert, delete on job_outcomes to plumbline_app;

-- Outside row security: processes that work on the queue, and when each last gave a sign of life.
create table job_workers (
  worker_id text primary key,
  seen_at timestamptz(3) not null
) with (fillfactor = 50);
grant select, insert, update, delete on job_workers to plumbline_app;

-- How far each folder of the storage was looked through for what nobody refers to. Keys are compared by bytes.
create table storage_sweeps (
  folder text primary key,
  place text not null,
  swept_at timestamptz(3) not null
);
grant select, insert, update on storage_sweeps to plumbline_app;
