-- The columns that the search reads of an instrument are named in one place: a migration that adds one calls this
-- function with all of them. It makes the words of an instrument and the trigger that keeps them.
create function search_instruments_by(variadic columns text[]) returns void language plpgsql as $$
declare
  texts text;
  names text;
  before text;
  after text;
begin
  select string_agg(format('coalesce(instrument.%I, '''')', name), ' || '' '' || ' order by place),
    string_agg(format('%I', name), ', ' order by place),
    string_agg(format('old.%I', name), ', ' order by place),
    string_agg(format('new.%I', name), ', ' order by place)
  into texts, names, before, after
  from unnest(columns) with ordinality as named (name, place);

  execute format($function$
    create or replace function words_of(instrument instruments) returns setof instrument_words
    language sql stable as $words$
      select instrument.workspace_id, instrument.instrument_id, word,
        common_beginning(word, lag(word) over (order by word collate "C")),
        instrument.site_id, instrument.status, instrument.created_at
      from search_words(%s) as word
    $words$ $function$, texts);

  drop trigger rewrite_words on instruments;
  execute format($trigger$
    create trigger rewrite_words after update of %s, site_id, status on instruments
    for each row
    when ((%s, old.site_id, old.status) is distinct from (%s, new.site_id, new.status))
    execute function write_words() $trigger$, names, before, after);
end $$;
revoke execute on function search_instruments_by from public;

select search_instruments_by('asset_tag', 'serial_number', 'name', 'manufacturer', 'model');
