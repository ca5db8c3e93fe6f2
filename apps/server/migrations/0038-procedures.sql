-- Procedures with their revisions, models of instruments, and which procedure an instrument follows.

create table procedures (
  workspace_id uuid not null references workspaces,
  procedure_id uuid not null,
  code text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, procedure_id)
);
create unique index procedure_code_key on procedures (workspace_id, lower(code));
select enable_workspace_security('procedures');
grant select, insert, update, delete on procedures to plumbline_app;

create table procedure_revisions (
  workspace_id uuid not null,
  revision_id uuid not null,
  procedure_id uuid not null,
  revision integer not null,
  state text not null check (state in ('draft', 'released', 'withdrawn')),
  title text not null,
  scope text,
  work_instruction text,
  environment jsonb,
  warm_up_minutes integer,
  decision_rule text,
  grace_days integer,
  required_standards jsonb not null,
  points jsonb not null,
  budgets jsonb not null,
  released_at timestamptz(3),
  released_by text,
  released_by_person_id uuid,
  signature_meaning text,
  withdrawn_at timestamptz(3),
  withdrawal_reason text,
  primary key (workspace_id, revision_id),
  foreign key (workspace_id, procedure_id) references procedures,
  constraint procedure_revision_key unique (workspace_id, procedure_id, revision)
);
create unique index procedure_draft on procedure_revisions (workspace_id, procedure_id) where state = 'draft';
create unique index procedure_released on procedure_revisions (workspace_id, procedure_id) where state = 'released';
select enable_workspace_security('procedure_revisions');
grant select, insert, update, delete on procedure_revisions to plumbline_app;

-- What new instruments of a model begin with.
create table instrument_models (
  workspace_id uuid not null references workspaces,
  model_id uuid not null,
  manufacturer text not null,
  model text not null,
  procedure_id uuid,
  calibration_interval_value integer,
  calibration_interval_unit text,
  tolerance_spec text,
  category text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, model_id),
  foreign key (workspace_id, procedure_id) references procedures
);
create unique index instrument_model_key on instrument_models (workspace_id, lower(manufacturer), lower(model));
select enable_workspace_security('instrument_models');
grant select, insert, update, delete on instrument_models to plumbline_app;

alter table instruments
  add column procedure_id uuid,
  add column point_overrides jsonb,
  add foreign key (workspace_id, procedure_id) references procedures;
