-- The words of a text are found in one pass over all of it, by functions that PostgreSQL makes part of the statement that
-- uses them: a strict function is started anew for each row, with the functions that it uses.

-- A text in lower case and without accents. A text of ASCII has none: its characters are its bytes.
create function folded_text(given text) returns text
language sql immutable parallel safe as $$
  select case when octet_length(given) = length(given) then lower(given)
    else lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g')) end
$$;

create or replace function search_chunks(given text) returns setof text
language sql immutable parallel safe as $$
  select unnest(regexp_split_to_array(folded_text(given),
    '[\u0001-\u0020,;\u0085\u00a0\u2000-\u200b\u3000]+'))
$$;

-- The words that a text can be found by: first the parts of its chunks, then the chunks themselves, squeezed. What is
-- squeezed out of them is what separates parts, except what separates chunks.
create or replace function search_words(given text) returns setof text
language sql immutable parallel safe as $$
  select distinct left(word, 64)
  from (
    select unnest(
      regexp_split_to_array(folded,
        '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f]+')
      || regexp_split_to_array(
        regexp_replace(folded,
          '[\u0021-\u002b\u002d-\u002f\u003a\u003c-\u0060\u007b-\u0084\u0086-\u009f\u00a1-\u00bf\u00d7\u00f7\u200c-\u206f\u3001-\u303f]+',
          '', 'g'),
        '[\u0001-\u0020,;\u0085\u00a0\u2000-\u200b\u3000]+')) as word
    from (select folded_text(given) as folded offset 0) as text
  ) as words
  where word <> ''
$$;

-- Most words begin with another letter than the word before.
create or replace function indexed_words(given text) returns table (word text, shared smallint)
language sql stable as $$
  select word, case when left(word, 1) = left(before, 1) then common_beginning(word, before) else 0::smallint end
  from (
    select word, lag(word) over (order by word collate "C") as before from search_words(given) as word
  ) as words
$$;
