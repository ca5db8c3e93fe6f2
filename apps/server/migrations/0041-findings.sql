-- Findings: instruments that were found out of tolerance, what was judged of the calibrations that they touched, and notes.

create table findings (
  workspace_id uuid not null references workspaces,
  finding_id uuid not null,
  instrument_id uuid not null,
  -- The record that opened it, or the correction in its place.
  calibration_id uuid not null,
  opened_at timestamptz(3) not null,
  opened_by text not null,
  points jsonb not null,
  size_percent text,
  owner_person_id uuid,
  due_date date,
  closed_at timestamptz(3),
  closed_by text,
  closed_by_person_id uuid,
  closed_because text check (closed_because in ('concluded', 'record_voided', 'record_corrected')),
  conclusion text,
  signature_meaning text,
  -- As they were when it was closed; while it is open they follow the records.
  window_from timestamptz(3),
  window_to timestamptz(3),
  primary key (workspace_id, finding_id),
  foreign key (workspace_id, instrument_id) references instruments,
  foreign key (workspace_id, calibration_id) references calibrations,
  check ((closed_at is null) = (closed_because is null)),
  check ((closed_because = 'concluded') = (signature_meaning is not null))
);
create unique index finding_calibration on findings (workspace_id, calibration_id);
create index finding_opened on findings (workspace_id, opened_at, finding_id);
create index finding_instrument on findings (workspace_id, instrument_id, opened_at);
create index finding_open on findings (workspace_id, opened_at, finding_id) where closed_at is null;
select enable_workspace_security('findings');
grant select, insert, update on findings to plumbline_app;

create table finding_judgements (
  workspace_id uuid not null,
  judgement_id uuid not null,
  finding_id uuid not null,
  calibration_id uuid not null,
  level integer not null,
  via_id uuid not null,
  judgement text not null check (judgement in ('no_impact', 'recalibrate', 'recall', 'customer_informed')),
  reason text,
  judged_at timestamptz(3) not null,
  judged_by text not null,
  primary key (workspace_id, judgement_id),
  foreign key (workspace_id, finding_id) references findings,
  foreign key (workspace_id, calibration_id) references calibrations,
  check (judgement <> 'no_impact' or reason is not null)
);
create unique index finding_judgement_of on finding_judgements (workspace_id, finding_id, calibration_id);
select enable_workspace_security('finding_judgements');
grant select, insert, update on finding_judgements to plumbline_app;

create table finding_notes (
  workspace_id uuid not null,
  note_id uuid not null,
  finding_id uuid not null,
  written_at timestamptz(3) not null,
  written_by text not null,
  text text not null,
  -- The entry that holds it.
  ledger_index bigint not null,
  primary key (workspace_id, note_id),
  foreign key (workspace_id, finding_id) references findings
);
create index finding_note_of on finding_notes (workspace_id, finding_id, ledger_index);
select enable_workspace_security('finding_notes');
grant select, insert on finding_notes to plumbline_app;
