-- Distributes a new table like all other tables of workspaces, if this database is distributed; on one server it does
-- nothing. A migration that adds a table of workspaces calls this after it has created the table, and before it adds
-- foreign keys to other tables of workspaces, because Citus only knows keys between distributed tables.
create function add_tenant_table(added regclass) returns void language plpgsql as $$
declare
  is_distributed boolean := false;
begin
  if exists (select from pg_extension where extname = 'citus') then
    execute 'select exists (select from pg_dist_partition where logicalrelid = ''instruments''::regclass)'
      into is_distributed;
  end if;
  if is_distributed then
    execute 'select create_distributed_table($1, ''workspace_id'', colocate_with => ''instruments'')' using added;
  end if;
end $$;
revoke execute on function add_tenant_table from public;
