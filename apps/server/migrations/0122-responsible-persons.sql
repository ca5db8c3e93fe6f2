-- Who is responsible for an instrument. Members are never removed, so the ledger and not a key sees to it that there is
-- such a person.
alter table instruments add column responsible_id uuid;
create index instrument_responsible on instruments (workspace_id, responsible_id) where responsible_id is not null;
