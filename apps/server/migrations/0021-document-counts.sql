-- Documents carry the site of their instrument, so that lists across instruments are narrowed, counted and paged in
-- one index. Triggers keep it, as they keep the words.
alter table documents add column site_id uuid;

-- An owner whom policies bind would see no row.
alter table documents no force row level security;
alter table instruments no force row level security;
alter table documents disable trigger write_document_words;
update documents d
set site_id = i.site_id
from instruments i
where i.workspace_id = d.workspace_id and i.instrument_id = d.instrument_id;
alter table documents enable trigger write_document_words;

alter table documents alter column site_id set not null;

create function place_document() returns trigger language plpgsql as $$
begin
  new.site_id := (
    select site_id from instruments
    where workspace_id = new.workspace_id and instrument_id = new.instrument_id);
  return new;
end $$;
create trigger place_document before insert on documents
  for each row execute function place_document();

create function move_documents() returns trigger language plpgsql as $$
begin
  update documents set site_id = new.site_id
  where workspace_id = new.workspace_id and instrument_id = new.instrument_id;
  return null;
end $$;
create trigger documents_follow after update of site_id on instruments
  for each row when (old.site_id is distinct from new.site_id)
  execute function move_documents();

-- Documents that move have their words written anew by their own trigger.
drop trigger rewrite_document_words on instruments;
create trigger rewrite_document_words after update of asset_tag, name on instruments
  for each row
  when ((old.asset_tag, old.name) is distinct from (new.asset_tag, new.name))
  execute function rewrite_document_words();

drop index document_uploaded;
create index document_uploaded on documents (workspace_id, uploaded_at, document_id)
  include (site_id, document_type, is_archived);

-- How many documents share the traits that lists across instruments count by.
create table document_counts (
  workspace_id uuid not null references workspaces,
  site_id uuid not null,
  document_type text not null,
  is_archived boolean not null,
  count bigint not null,
  primary key (workspace_id, site_id, document_type, is_archived)
) with (fillfactor = 50);
insert into document_counts (workspace_id, site_id, document_type, is_archived, count)
select workspace_id, site_id, document_type, is_archived, count(*)
from documents
group by 1, 2, 3, 4;

alter table documents force row level security;
alter table instruments force row level security;
select enable_workspace_security('document_counts');
grant select, insert, update on document_counts to plumbline_app;

create function count_documents() returns trigger language plpgsql as $$
begin
  insert into document_counts as c (workspace_id, site_id, document_type, is_archived, count)
  select workspace_id, site_id, document_type, is_archived, count(*)
  from after_rows
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (workspace_id, site_id, document_type, is_archived) do update set count = c.count + excluded.count;
  return null;
end $$;

create function recount_documents() returns trigger language plpgsql as $$
begin
  insert into document_counts as c (workspace_id, site_id, document_type, is_archived, count)
  select workspace_id, site_id, document_type, is_archived, sum(change)
  from (
    select workspace_id, site_id, document_type, is_archived, 1 as change from after_rows
    union all
    select workspace_id, site_id, document_type, is_archived, -1 from before_rows) as changes
  group by 1, 2, 3, 4
  having sum(change) <> 0
  order by 1, 2, 3, 4
  on conflict (workspace_id, site_id, document_type, is_archived) do update set count = c.count + excluded.count;
  return null;
end $$;

create trigger count_after_insert after insert on documents
  referencing new table as after_rows
  for each statement execute function count_documents();
create trigger recount_after_update after update on documents
  referencing old table as before_rows new table as after_rows
  for each statement execute function recount_documents();
