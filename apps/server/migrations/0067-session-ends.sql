-- Of a session only the hash of its token is kept: nobody who reads the table can take a session over. Sessions go on.
alter table sign_in_sessions add column token_hash bytea check (octet_length(token_hash) = 32);
update sign_in_sessions set token_hash = sha256(convert_to(token, 'UTF8'));
alter table sign_in_sessions
  alter column token_hash set not null,
  add constraint sign_in_sessions_token_hash_key unique (token_hash),
  drop column token;

-- When a session ends however often it is used.
alter table sign_in_sessions add column ends_at timestamptz(3);
update sign_in_sessions
set ends_at = created_at + interval '30 days', expires_at = least(expires_at, created_at + interval '30 days');
alter table sign_in_sessions alter column ends_at set not null;
