-- The words of new instruments are written once for all rows of a statement: row by row, each row paid for planning the
-- functions that find them, a tenth of the time of entering instruments in batches.
create function write_words_of_new() returns trigger language plpgsql as $$
begin
  insert into instrument_words (workspace_id, instrument_id, word, shared, site_id, status, created_at)
  select w.workspace_id, w.instrument_id, w.word, w.shared, w.site_id, w.status, w.created_at
  from after_rows as entered
  cross join lateral words_of(row(entered.*)::instruments) as w;
  return null;
end $$;

drop trigger write_words on instruments;
create trigger write_words after insert on instruments
  referencing new table as after_rows
  for each statement execute function write_words_of_new();
