-- The append-only log of each workspace: entries, complete tree nodes, the head, signed checkpoints.

create table ledger_keys (
  workspace_id uuid primary key references workspaces,
  -- First line of every checkpoint; stays when the deployment moves to another host.
  origin text not null,
  public_key bytea not null,
  sealed_private_key bytea not null,
  created_at timestamptz(3) not null
);

create table ledger_heads (
  workspace_id uuid primary key references workspaces,
  size bigint not null,
  last_at timestamptz(3) not null,
  -- Roots of the complete subtrees at the right edge, largest first.
  edge bytea[] not null
);

create table ledger_entries (
  workspace_id uuid not null references workspaces,
  index bigint not null check (index >= 0),
  at timestamptz(3) not null,
  kind text not null,
  actor_type text not null,
  actor_id text not null,
  subject_type text not null,
  subject_id text not null,
  -- The exact bytes that were hashed.
  entry text not null check (octet_length(entry) < 1024),
  payload text not null,
  leaf_hash bytea not null check (octet_length(leaf_hash) = 32),
  primary key (workspace_id, index)
);
create index ledger_entry_subject on ledger_entries (workspace_id, subject_id, index);
create index ledger_entry_actor on ledger_entries (workspace_id, actor_id, index);
create index ledger_entry_kind on ledger_entries (workspace_id, kind, index);
create index ledger_entry_at on ledger_entries (workspace_id, at, index);

create table ledger_nodes (
  workspace_id uuid not null references workspaces,
  level smallint not null check (level > 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (workspace_id, level, index)
);

create table ledger_checkpoints (
  workspace_id uuid not null references workspaces,
  size bigint not null,
  root bytea not null check (octet_length(root) = 32),
  note text not null,
  at timestamptz(3) not null,
  primary key (workspace_id, size)
);

-- When each ledger is next looked at for a checkpoint, so that processes share the work. Outside row
-- security: it tells which ledgers there are, and nothing of them.
create table ledger_rounds (
  workspace_id uuid primary key,
  checkpoint_at timestamptz(3) not null
) with (fillfactor = 50);
create index ledger_round_checkpoint on ledger_rounds (checkpoint_at);
grant select, insert, update on ledger_rounds to plumbline_app;

create function refuse_shrinking_head() returns trigger language plpgsql as $$
begin
  if new.size <= old.size or new.last_at < old.last_at then
    raise exception 'a ledger only grows' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger only_grows before update on ledger_heads
  for each row execute function refuse_shrinking_head();
alter table ledger_heads enable always trigger only_grows;

create function keep_rows_for_good(target regclass) returns void language plpgsql as $$
begin
  execute format('create trigger written_once before update or delete on %s for each row execute function refuse_change()', target);
  execute format('create trigger never_emptied before truncate on %s for each statement execute function refuse_change()', target);
  execute format('alter table %s enable always trigger written_once', target);
  execute format('alter table %s enable always trigger never_emptied', target);
end $$;

select keep_rows_for_good('ledger_entries');
select keep_rows_for_good('ledger_nodes');
select keep_rows_for_good('ledger_checkpoints');

create trigger never_deleted before delete on ledger_heads for each row execute function refuse_change();
create trigger never_emptied before truncate on ledger_heads for each statement execute function refuse_change();
alter table ledger_heads enable always trigger never_deleted;
alter table ledger_heads enable always trigger never_emptied;

select enable_workspace_security('ledger_keys');
select enable_workspace_security('ledger_heads');
select enable_workspace_security('ledger_entries');
select enable_workspace_security('ledger_nodes');
select enable_workspace_security('ledger_checkpoints');

grant select, insert on ledger_keys, ledger_entries, ledger_nodes, ledger_checkpoints to plumbline_app;
grant select, insert, update on ledger_heads to plumbline_app;
