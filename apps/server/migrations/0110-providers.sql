-- Calibration providers: external laboratories, with their accreditation.

create table providers (
  workspace_id uuid not null references workspaces,
  provider_id uuid not null,
  name text not null,
  accreditation_body text,
  accreditation_number text,
  -- The last day of its validity.
  accreditation_valid_until date,
  -- A document that is registered with an instrument. No reference: documents stand below providers.
  accreditation_document_id uuid,
  scope jsonb not null,
  contact_name text,
  contact_email text,
  contact_phone text,
  lead_time_days integer,
  notes text,
  is_archived boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, provider_id)
);
create unique index provider_name_key on providers (workspace_id, lower(name));
select enable_workspace_security('providers');
grant select, insert, update on providers to plumbline_app;
