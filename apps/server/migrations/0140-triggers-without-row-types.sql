-- Tables can be distributed over several nodes, each part with a row type of its own, and the rows of a statement are
-- known only on the node of the part. Functions therefore take no rows of a table, and triggers read the rows of their
-- statement in one statement and use other tables in another.

-- The words of a text, each with the number of letters that it shares with the word before it.
create function indexed_words(given text) returns table (word text, shared smallint)
language sql stable as $$
  select word, common_beginning(word, lag(word) over (order by word collate "C"))
  from search_words(given) as word
$$;

-- The columns that the search reads of an instrument are named in one place: a migration that adds one calls this
-- function with all of them. It makes the triggers that keep the words of instruments.
create or replace function search_instruments_by(variadic columns text[]) returns void language plpgsql as $$
declare
  texts text;
  names text;
  before text;
  after text;
begin
  select string_agg(format('coalesce(i.%I, '''')', name), ' || '' '' || ' order by place),
    string_agg(format('%I', name), ', ' order by place),
    string_agg(format('old.%I', name), ', ' order by place),
    string_agg(format('new.%I', name), ', ' order by place)
  into texts, names, before, after
  from unnest(columns) with ordinality as named (name, place);

  execute format($function$
    create or replace function write_words() returns trigger language plpgsql as $words$
    begin
      delete from instrument_words
      where workspace_id = new.workspace_id and instrument_id = new.instrument_id;
      insert into instrument_words (workspace_id, instrument_id, word, shared, site_id, status, created_at)
      select i.workspace_id, i.instrument_id, w.word, w.shared, i.site_id, i.status, i.created_at
      from instruments i
      cross join lateral indexed_words(%s) as w
      where i.workspace_id = new.workspace_id and i.instrument_id = new.instrument_id;
      return null;
    end $words$ $function$, texts);

  execute format($function$
    create or replace function write_words_of_new() returns trigger language plpgsql as $words$
    declare
      entered record;
    begin
      for entered in
        select workspace_id, array_agg(instrument_id) as instrument_ids from after_rows group by workspace_id
      loop
        insert into instrument_words (workspace_id, instrument_id, word, shared, site_id, status, created_at)
        select i.workspace_id, i.instrument_id, w.word, w.shared, i.site_id, i.status, i.created_at
        from instruments i
        cross join lateral indexed_words(%s) as w
        where i.workspace_id = entered.workspace_id and i.instrument_id = any(entered.instrument_ids);
      end loop;
      return null;
    end $words$ $function$, texts);

  drop trigger rewrite_words on instruments;
  execute format($trigger$
    create trigger rewrite_words after update of %s, site_id, status on instruments
    for each row
    when ((%s, old.site_id, old.status) is distinct from (%s, new.site_id, new.status))
    execute function write_words() $trigger$, names, before, after);
end $$;

select search_instruments_by('asset_tag', 'serial_number', 'name', 'manufacturer', 'model');
drop function words_of(instruments);

create or replace function write_document_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from document_words
    where workspace_id = new.workspace_id and document_id = new.document_id;
  end if;
  insert into document_words
    (workspace_id, document_id, word, shared, instrument_id, site_id, document_type, is_archived, uploaded_at)
  select i.workspace_id, new.document_id, w.word, w.shared, i.instrument_id, i.site_id, new.document_type,
    new.is_archived, new.uploaded_at
  from instruments i
  cross join lateral indexed_words(new.file_name || ' ' || i.asset_tag || ' ' || i.name) as w
  where i.workspace_id = new.workspace_id and i.instrument_id = new.instrument_id;
  return null;
end $$;

create or replace function rewrite_document_words() returns trigger language plpgsql as $$
begin
  delete from document_words
  where workspace_id = new.workspace_id and document_id in (
    select document_id from documents
    where workspace_id = new.workspace_id and instrument_id = new.instrument_id);
  insert into document_words
    (workspace_id, document_id, word, shared, instrument_id, site_id, document_type, is_archived, uploaded_at)
  select d.workspace_id, d.document_id, w.word, w.shared, d.instrument_id, new.site_id, d.document_type,
    d.is_archived, d.uploaded_at
  from documents d
  cross join lateral indexed_words(d.file_name || ' ' || new.asset_tag || ' ' || new.name) as w
  where d.workspace_id = new.workspace_id and d.instrument_id = new.instrument_id;
  return null;
end $$;

drop function words_of_document(documents, instruments);

create or replace function count_documents() returns trigger language plpgsql as $$
declare
  added record;
begin
  for added in
    select workspace_id, site_id, document_type, is_archived, count(*) as change
    from after_rows
    where site_id is not null
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
  loop
    insert into document_counts as c (workspace_id, site_id, document_type, is_archived, count)
    values (added.workspace_id, added.site_id, added.document_type, added.is_archived, added.change)
    on conflict (workspace_id, site_id, document_type, is_archived) do update set count = c.count + excluded.count;
  end loop;
  return null;
end $$;

create or replace function recount_documents() returns trigger language plpgsql as $$
declare
  moved record;
begin
  for moved in
    select workspace_id, site_id, document_type, is_archived, sum(change) as change
    from (
      select workspace_id, site_id, document_type, is_archived, 1 as change from after_rows
      union all
      select workspace_id, site_id, document_type, is_archived, -1 from before_rows) as changes
    where site_id is not null
    group by 1, 2, 3, 4
    having sum(change) <> 0
    order by 1, 2, 3, 4
  loop
    insert into document_counts as c (workspace_id, site_id, document_type, is_archived, count)
    values (moved.workspace_id, moved.site_id, moved.document_type, moved.is_archived, moved.change)
    on conflict (workspace_id, site_id, document_type, is_archived) do update set count = c.count + excluded.count;
  end loop;
  return null;
end $$;

create or replace function count_deliveries() returns trigger language plpgsql as $$
declare
  added record;
begin
  for added in
    select workspace_id, endpoint_id, event_type, count(*) as change
    from after_rows
    group by 1, 2, 3
    order by 1, 2, 3
  loop
    insert into webhook_delivery_counts as c (workspace_id, endpoint_id, event_type, count)
    values (added.workspace_id, added.endpoint_id, added.event_type, added.change)
    on conflict (workspace_id, endpoint_id, event_type) do update set count = c.count + excluded.count;
  end loop;
  return null;
end $$;

create or replace function uncount_deliveries() returns trigger language plpgsql as $$
declare
  gone record;
begin
  for gone in
    select workspace_id, endpoint_id, event_type, count(*) as change
    from before_rows
    group by 1, 2, 3
    order by 1, 2, 3
  loop
    insert into webhook_delivery_counts as c (workspace_id, endpoint_id, event_type, count)
    values (gone.workspace_id, gone.endpoint_id, gone.event_type, -gone.change)
    on conflict (workspace_id, endpoint_id, event_type) do update set count = c.count + excluded.count;
    delete from webhook_delivery_counts
    where workspace_id = gone.workspace_id and endpoint_id = gone.endpoint_id and event_type = gone.event_type
      and count = 0;
  end loop;
  return null;
end $$;

create or replace function count_instruments() returns trigger language plpgsql as $$
declare
  added record;
begin
  for added in
    select workspace_id, site_id, status, compliance_group, count(*) as change
    from after_rows
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
  loop
    insert into instrument_counts as c (workspace_id, site_id, status, compliance_group, count)
    values (added.workspace_id, added.site_id, added.status, added.compliance_group, added.change)
    on conflict (workspace_id, site_id, status, compliance_group) do update set count = c.count + excluded.count;
  end loop;

  for added in
    select workspace_id, slot, compliance_group, grace_days, warning_days, due.due_date, site_id, status,
      due.site_due_date, count(*) as change
    from after_rows
    cross join lateral (values (0, due_date_0, site_due_date_0), (1, due_date_1, site_due_date_1))
      as due (slot, due_date, site_due_date)
    where due.due_date is not null or (compliance_group in ('never', 'out') and basis_calibration_id is null)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  loop
    insert into instrument_due_counts as c
      (workspace_id, slot, compliance_group, grace_days, warning_days, due_date, site_id, status, site_due_date, count)
    values (added.workspace_id, added.slot, added.compliance_group, added.grace_days, added.warning_days,
      added.due_date, added.site_id, added.status, added.site_due_date, added.change)
    on conflict
      (workspace_id, slot, compliance_group, grace_days, warning_days, due_date, site_id, status, site_due_date)
      do update set count = c.count + excluded.count;
  end loop;

  for added in
    select workspace_id, slot, site_id, due.site_due_date, count(*) as change
    from after_rows
    cross join lateral (values (0, site_due_date_0), (1, site_due_date_1)) as due (slot, site_due_date)
    where due.site_due_date is not null or (compliance_group in ('never', 'out') and basis_calibration_id is null)
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
  loop
    insert into instrument_worklist_counts as c (workspace_id, slot, site_id, site_due_date, count)
    values (added.workspace_id, added.slot, added.site_id, added.site_due_date, added.change)
    on conflict (workspace_id, slot, site_id, site_due_date) do update set count = c.count + excluded.count;
  end loop;
  return null;
end $$;

create or replace function recount_instruments() returns trigger language plpgsql as $$
declare
  moved record;
begin
  for moved in
    select workspace_id, site_id, status, compliance_group, sum(change) as change
    from (
      select workspace_id, site_id, status, compliance_group, 1 as change from after_rows
      union all
      select workspace_id, site_id, status, compliance_group, -1 from before_rows) as changes
    group by 1, 2, 3, 4
    having sum(change) <> 0
    order by 1, 2, 3, 4
  loop
    insert into instrument_counts as c (workspace_id, site_id, status, compliance_group, count)
    values (moved.workspace_id, moved.site_id, moved.status, moved.compliance_group, moved.change)
    on conflict (workspace_id, site_id, status, compliance_group) do update set count = c.count + excluded.count;
  end loop;

  for moved in
    select workspace_id, slot, compliance_group, grace_days, warning_days, due.due_date, site_id, status,
      due.site_due_date, sum(change) as change
    from (
      select *, 1 as change from after_rows
      union all
      select *, -1 from before_rows) as changes
    cross join lateral (values (0, due_date_0, site_due_date_0), (1, due_date_1, site_due_date_1))
      as due (slot, due_date, site_due_date)
    where due.due_date is not null or (compliance_group in ('never', 'out') and basis_calibration_id is null)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(change) <> 0
    order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  loop
    insert into instrument_due_counts as c
      (workspace_id, slot, compliance_group, grace_days, warning_days, due_date, site_id, status, site_due_date, count)
    values (moved.workspace_id, moved.slot, moved.compliance_group, moved.grace_days, moved.warning_days,
      moved.due_date, moved.site_id, moved.status, moved.site_due_date, moved.change)
    on conflict
      (workspace_id, slot, compliance_group, grace_days, warning_days, due_date, site_id, status, site_due_date)
      do update set count = c.count + excluded.count;
  end loop;

  for moved in
    select workspace_id, slot, site_id, due.site_due_date, sum(change) as change
    from (
      select *, 1 as change from after_rows
      union all
      select *, -1 from before_rows) as changes
    cross join lateral (values (0, site_due_date_0), (1, site_due_date_1)) as due (slot, site_due_date)
    where due.site_due_date is not null or (compliance_group in ('never', 'out') and basis_calibration_id is null)
    group by 1, 2, 3, 4
    having sum(change) <> 0
    order by 1, 2, 3, 4
  loop
    insert into instrument_worklist_counts as c (workspace_id, slot, site_id, site_due_date, count)
    values (moved.workspace_id, moved.slot, moved.site_id, moved.site_due_date, moved.change)
    on conflict (workspace_id, slot, site_id, site_due_date) do update set count = c.count + excluded.count;
  end loop;
  return null;
end $$;

create or replace function count_calibrations() returns trigger language plpgsql as $$
declare
  added record;
begin
  for added in
    select workspace_id, array_agg(instrument_id) as instrument_ids, array_agg(coalesce(result, 'void')) as results
    from after_rows
    group by workspace_id
  loop
    insert into calibration_counts as c (workspace_id, site_id, result, count)
    select i.workspace_id, i.site_id, a.result, count(*)
    from instruments i
    join unnest(added.instrument_ids, added.results) as a (instrument_id, result) on a.instrument_id = i.instrument_id
    where i.workspace_id = added.workspace_id
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (workspace_id, site_id, result) do update set count = c.count + excluded.count;
  end loop;
  return null;
end $$;

create or replace function write_point_standards() returns trigger language plpgsql as $$
declare
  used record;
begin
  for used in
    select distinct a.workspace_id, (standard ->> 'id')::uuid as standard_id, a.calibration_id
    from after_rows a
    cross join lateral jsonb_array_elements(a.measurements -> 'standards') standard
    where a.measurements is not null
  loop
    insert into point_standards (workspace_id, standard_asset_id, calibration_id)
    values (used.workspace_id, used.standard_id, used.calibration_id);
  end loop;
  return null;
end $$;
