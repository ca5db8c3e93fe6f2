-- The second factor of people, and sign-ins that wait for it. Outside row security, as a person belongs
-- to no single workspace.

create table second_factors (
  person_id uuid primary key references people,
  -- The secret shared with the authenticator, sealed with the deployment's own.
  sealed_secret bytea not null,
  -- Null until a first code has shown that an authenticator holds the secret.
  confirmed_at timestamptz(3),
  -- The time step of the last code that was taken: none of it or of an earlier one is taken again.
  last_step bigint
);

create table recovery_codes (
  person_id uuid not null references second_factors on delete cascade,
  hash bytea not null check (octet_length(hash) = 32),
  used_at timestamptz(3),
  primary key (person_id, hash)
);

create table half_sign_ins (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  person_id uuid not null references people,
  expires_at timestamptz(3) not null
);
create index half_sign_in_person on half_sign_ins (person_id);

grant select, insert, update, delete on second_factors, recovery_codes, half_sign_ins to plumbline_app;
