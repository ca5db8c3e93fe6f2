-- What an operator admits of single keys, and what each key was used for.
alter table api_keys
  -- Requests a minute; null: as the settings of the server say.
  add column rate_limit_per_minute integer check (rate_limit_per_minute > 0);

-- How often each key called each operation on a day of UTC. Rows are forgotten after 30 days. No key leads to them, as
-- they are written after the requests.
create table api_key_uses (
  workspace_id uuid not null,
  key_id uuid not null,
  day date not null,
  operation text not null,
  requests bigint not null,
  primary key (workspace_id, key_id, day, operation)
) with (fillfactor = 70);
select enable_workspace_security('api_key_uses');
grant select, insert, update, delete on api_key_uses to plumbline_app;
