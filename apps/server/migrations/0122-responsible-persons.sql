-- Who is responsible for an instrument. Members are never removed, so the ledger and not a key sees to it that there is
-- such a person.
alter table instruments add column responsible_id uuid;
create index instrument_responsible on instruments (workspace_id, responsible_id) where responsible_id is not null;

-- Calendar feeds choose as digests do: several categories, and what concerns the person. Changed by type, which reaches
-- the rows of every workspace.
alter table calendar_feeds rename column category to categories;
alter table calendar_feeds rename column only_assigned to mine;
alter table calendar_feeds
  alter column categories type text[] using case when categories is not null then array[categories] end,
  alter column mine drop not null,
  alter column mine type text using case when mine then 'assigned' end;
