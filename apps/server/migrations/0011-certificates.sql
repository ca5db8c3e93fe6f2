-- Issued certificates: made once, kept for good. The files lie in the storage.

create table certificates (
  workspace_id uuid not null references workspaces,
  calibration_id uuid not null,
  -- 128 random bits in hex, for the public page: tells nothing and cannot be guessed.
  certificate_id text not null check (certificate_id ~ '^[0-9a-f]{32}$'),
  number text not null,
  -- Name under which the file is handed out.
  file_name text not null,
  -- What the public page shows; nothing that the certificate does not print.
  printed jsonb not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  size_bytes bigint not null check (size_bytes > 0),
  -- Place of the entry that tells of the issue.
  ledger_index bigint not null,
  issued_at timestamptz(3) not null,
  primary key (workspace_id, calibration_id),
  constraint certificate_number_key unique (workspace_id, number)
);
select enable_workspace_security('certificates');
select keep_rows_for_good('certificates');
grant select, insert on certificates to plumbline_app;

-- Leads from the public page to the workspace. Outside row security, since whoever holds a
-- certificate knows no workspace.
create table certificate_directory (
  certificate_id text primary key,
  workspace_id uuid not null,
  calibration_id uuid not null
);
select keep_rows_for_good('certificate_directory');
grant select, insert on certificate_directory to plumbline_app;
