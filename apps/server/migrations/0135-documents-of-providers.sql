-- The certificate of accreditation of a provider is a document of the provider. It has neither an instrument nor a
-- site: lists of documents, which are lists of instruments' documents, and their counts and words leave it out.
alter table documents add column provider_id uuid;
alter table documents
  alter column instrument_id drop not null,
  alter column site_id drop not null,
  add constraint document_of_one check (num_nonnulls(instrument_id, provider_id) = 1);
create index document_provider on documents (workspace_id, provider_id, uploaded_at, document_id)
  where provider_id is not null;

create or replace function count_documents() returns trigger language plpgsql as $$
begin
  insert into document_counts as c (workspace_id, site_id, document_type, is_archived, count)
  select workspace_id, site_id, document_type, is_archived, count(*)
  from after_rows
  where site_id is not null
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (workspace_id, site_id, document_type, is_archived) do update set count = c.count + excluded.count;
  return null;
end $$;

create or replace function recount_documents() returns trigger language plpgsql as $$
begin
  insert into document_counts as c (workspace_id, site_id, document_type, is_archived, count)
  select workspace_id, site_id, document_type, is_archived, sum(change)
  from (
    select workspace_id, site_id, document_type, is_archived, 1 as change from after_rows
    union all
    select workspace_id, site_id, document_type, is_archived, -1 from before_rows) as changes
  where site_id is not null
  group by 1, 2, 3, 4
  having sum(change) <> 0
  order by 1, 2, 3, 4
  on conflict (workspace_id, site_id, document_type, is_archived) do update set count = c.count + excluded.count;
  return null;
end $$;
