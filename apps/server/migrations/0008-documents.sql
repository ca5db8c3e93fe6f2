-- Documents attached to instruments. The files themselves lie in the storage.

create table documents (
  workspace_id uuid not null references workspaces,
  document_id uuid not null,
  instrument_id uuid not null,
  calibration_id uuid,
  file_name text not null,
  document_type text not null check (document_type in ('certificate', 'report', 'procedure', 'photo', 'other')),
  -- What the bytes were found to be, not what the client said.
  content_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  uploaded_at timestamptz(3) not null,
  uploaded_by uuid,
  is_archived boolean not null default false,
  primary key (workspace_id, document_id),
  foreign key (workspace_id, instrument_id) references instruments
);
create index document_instrument on documents (workspace_id, instrument_id, uploaded_at, document_id);
create index document_calibration on documents (workspace_id, calibration_id, uploaded_at, document_id)
  where calibration_id is not null;
-- With what lists of all instruments are narrowed by, so that counting and paging need not look at the rows.
create index document_uploaded on documents (workspace_id, uploaded_at, document_id)
  include (document_type, is_archived);

select enable_workspace_security('documents');
grant select, insert, update on documents to plumbline_app;
