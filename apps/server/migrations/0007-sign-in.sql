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
create index sign_in_account_person on sign_in_accounts (person_id);

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

grant select, insert, update, delete on sign_in_accounts, sign_in_sessions, sign_in_verifications to plumbline_app;
