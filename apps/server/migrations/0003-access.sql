-- People, what they may do in which workspace, API keys, and the counts of the rate limit.
-- These tables stand outside row security: the key or the person says which workspace it is.

create table people (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  name text not null,
  image text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table memberships (
  workspace_id uuid not null references workspaces,
  person_id uuid not null,
  role text not null check (role in ('admin', 'manager', 'technician', 'auditor')),
  -- Null: every site of the workspace.
  site_ids uuid[],
  access_ends_at timestamptz(3),
  is_active boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, person_id)
);
create index membership_person on memberships (person_id);

create table api_keys (
  key_id uuid primary key,
  workspace_id uuid not null,
  person_id uuid not null,
  name text not null,
  scope text not null check (scope in ('read', 'write')),
  site_ids uuid[],
  -- The non-secret beginning of the key: shown in lists, and how a key is found.
  prefix text not null unique,
  salt bytea not null check (octet_length(salt) = 16),
  hash bytea not null check (octet_length(hash) = 32),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index api_key_workspace on api_keys (workspace_id, created_at);

-- Unlogged: a crash may forget counts, and counting must not wait for the disk.
create unlogged table rate_windows (
  bucket text primary key,
  started_at timestamptz(3) not null,
  count integer not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.5);

grant select, insert, update on people, memberships, api_keys to plumbline_app;
grant select, insert, update, delete on rate_windows to plumbline_app;
