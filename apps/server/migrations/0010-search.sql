-- What the app finds instruments by as people type: the words of tag, serial number, name, maker and model.

-- What stands between blanks, commas and semicolons, in lower case and without accents. Ranges are of code
-- points, so that words do not depend on the locale of the database.
create function search_chunks(given text) returns setof text
language sql immutable strict parallel safe as $$
  select regexp_split_to_table(
    lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g')),
    '[\u0001-\u0020,;\u0085\u00a0\u2000-\u200b\u3000]+')
$$;

-- A chunk without anything that is neither letter nor digit: what somebody types of it on the way.
create function squeezed(chunk text) returns text
language sql immutable strict parallel safe as $$
  select left(regexp_replace(chunk,
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f]+', '', 'g'), 64)
$$;

-- The words that a text can be found by: its chunks, and the parts of each, so that CAL-0042 is found by
-- "cal-0", "cal0" and "0042".
create function search_words(given text) returns setof text
language sql immutable strict parallel safe as $$
  select distinct word
  from search_chunks(given) as chunk
  cross join lateral (
    select squeezed(chunk)
    union all
    select left(regexp_split_to_table(chunk,
      '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f]+'), 64)
  ) as words (word)
  where word <> ''
$$;

-- The beginnings of words that a search asks for.
create function search_beginnings(given text) returns setof text
language sql immutable strict parallel safe as $$
  select distinct squeezed(chunk) from search_chunks(given) as chunk where squeezed(chunk) <> ''
$$;

-- How many letters two words have in common from their beginning on; none with no word.
create function common_beginning(word text, other text) returns smallint
language plpgsql immutable parallel safe as $$
declare
  common smallint := 0;
  most integer := coalesce(least(length(word), length(other)), 0);
begin
  if other is null then
    return 0;
  end if;
  while common < most and substr(word, common + 1, 1) = substr(other, common + 1, 1) loop
    common := common + 1;
  end loop;
  return common;
end $$;

-- Words compare by bytes: all that begin alike are one range, which row security lets an index serve.
create table instrument_words (
  workspace_id uuid not null,
  instrument_id uuid not null,
  word text collate "C" not null,
  -- Letters that it begins with as the word before it of the same instrument does. Of the words that
  -- begin with n letters, the first of an instrument is the one that shares fewer than n: counting those
  -- counts instruments, without looking for doubles.
  shared smallint not null,
  -- What lists are narrowed and ordered by most, so that finding and counting need not look at the
  -- instruments.
  site_id uuid not null,
  status text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, instrument_id, word)
);
create index instrument_word on instrument_words (workspace_id, word)
  include (instrument_id, shared, site_id, status, created_at);

select enable_workspace_security('instrument_words');
grant select, insert, delete on instrument_words to plumbline_app;

-- The words of an instrument, as rows.
create function words_of(instrument instruments) returns setof instrument_words
language sql stable as $$
  select instrument.workspace_id, instrument.instrument_id, word,
    common_beginning(word, lag(word) over (order by word collate "C")),
    instrument.site_id, instrument.status, instrument.created_at
  from search_words(instrument.asset_tag || ' ' || coalesce(instrument.serial_number, '') || ' '
    || instrument.name || ' ' || coalesce(instrument.manufacturer, '') || ' '
    || coalesce(instrument.model, '')) as word
$$;

-- By trigger, as the counts are: no writer can leave the words of an instrument behind.
create function write_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from instrument_words
    where workspace_id = new.workspace_id and instrument_id = new.instrument_id;
  end if;
  insert into instrument_words (workspace_id, instrument_id, word, shared, site_id, status, created_at)
  select workspace_id, instrument_id, word, shared, site_id, status, created_at from words_of(new);
  return null;
end $$;

create trigger write_words after insert on instruments
  for each row execute function write_words();
create trigger rewrite_words
  after update of asset_tag, serial_number, name, manufacturer, model, site_id, status on instruments
  for each row
  when ((old.asset_tag, old.serial_number, old.name, old.manufacturer, old.model, old.site_id, old.status)
    is distinct from
    (new.asset_tag, new.serial_number, new.name, new.manufacturer, new.model, new.site_id, new.status))
  execute function write_words();

-- The same for documents: words of the file's name and of tag and name of its instrument, with what lists of
-- documents are narrowed and ordered by.
create table document_words (
  workspace_id uuid not null,
  document_id uuid not null,
  word text collate "C" not null,
  shared smallint not null,
  instrument_id uuid not null,
  site_id uuid not null,
  document_type text not null,
  is_archived boolean not null,
  uploaded_at timestamptz(3) not null,
  primary key (workspace_id, document_id, word)
);
create index document_word on document_words (workspace_id, word)
  include (document_id, shared, instrument_id, site_id, document_type, is_archived, uploaded_at);

select enable_workspace_security('document_words');
grant select, insert, delete on document_words to plumbline_app;

-- The words of a document at its instrument, as rows.
create function words_of_document(document documents, instrument instruments) returns setof document_words
language sql stable as $$
  select document.workspace_id, document.document_id, word,
    common_beginning(word, lag(word) over (order by word collate "C")),
    document.instrument_id, instrument.site_id, document.document_type, document.is_archived,
    document.uploaded_at
  from search_words(document.file_name || ' ' || instrument.asset_tag || ' ' || instrument.name) as word
$$;

create function write_document_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from document_words
    where workspace_id = new.workspace_id and document_id = new.document_id;
  end if;
  insert into document_words
  select w.*
  from instruments i
  cross join lateral words_of_document(new, i) w
  where i.workspace_id = new.workspace_id and i.instrument_id = new.instrument_id;
  return null;
end $$;

create trigger write_document_words after insert or update on documents
  for each row execute function write_document_words();

create function rewrite_document_words() returns trigger language plpgsql as $$
begin
  delete from document_words
  where workspace_id = new.workspace_id and document_id in (
    select document_id from documents
    where workspace_id = new.workspace_id and instrument_id = new.instrument_id);
  insert into document_words
  select w.*
  from documents d
  cross join lateral words_of_document(d, new) w
  where d.workspace_id = new.workspace_id and d.instrument_id = new.instrument_id;
  return null;
end $$;

create trigger rewrite_document_words after update of asset_tag, name, site_id on instruments
  for each row
  when ((old.asset_tag, old.name, old.site_id) is distinct from (new.asset_tag, new.name, new.site_id))
  execute function rewrite_document_words();
