-- How people sign in: their credentials and sessions. Outside row security, as a person belongs to
-- no single workspace; written by the sign-in library, read by the access module.

create table sign_in_accounts (
  id uuid primary key,
  account_id text not null,
  provider_id text not null,
  person_id uuid not null references people,
  -- Argon2id in PHC form; null for accounts of an identity provider.
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (provider_id, account_id)
);
-- A person has one password, and one account of each identity provider.
create unique index sign_in_account_person on sign_in_accounts (person_id, provider_id);

create table sign_in_sessions (
  id uuid primary key,
  token text not null unique,
  person_id uuid not null references people,
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- To some minutes, as not every request is worth a write; null before the first was noted.
  last_used_at timestamptz(3)
);
create index sign_in_session_person on sign_in_sessions (person_id);

create table sign_in_verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index sign_in_verification_identifier on sign_in_verifications (identifier);

-- Links that stand in for a password once: of each only the hash of its token.
create table one_time_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('setup', 'password_reset')),
  -- Whose password it resets, and the workspace whose admin made it.
  person_id uuid references people,
  workspace_id uuid,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  check (case purpose
    when 'setup' then num_nonnulls(person_id, workspace_id, expires_at) = 0
    else num_nulls(person_id, workspace_id, expires_at) = 0
  end)
);
create index one_time_link_person on one_time_links (person_id);

grant select, insert, delete on one_time_links to plumbline_app;
grant select, insert, update, delete on sign_in_accounts, sign_in_sessions, sign_in_verifications to plumbline_app;
