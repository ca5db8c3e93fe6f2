-- Read models that are written once change in one way alone: when they are built again from the ledger, by their
-- owner, in a transaction that says so. The application's role may neither update nor delete their rows.
create function refuse_change_unless_rebuilt() returns trigger language plpgsql as $$
begin
  if current_setting('app.rebuilds', true) = 'on' and pg_has_role(
    current_user, (select relowner from pg_catalog.pg_class where oid = tg_relid), 'usage') then
    if tg_op = 'DELETE' then
      return old;
    end if;
    return new;
  end if;
  raise exception '% on % is refused: its rows are written once and kept', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

do $$
declare
  target regclass;
begin
  foreach target in array
    array['calibrations', 'calibration_decisions', 'certificates', 'certificate_directory']::regclass[] loop
    execute format('drop trigger written_once on %s', target);
    execute format('create trigger written_once before update or delete on %s
      for each row execute function refuse_change_unless_rebuilt()', target);
    execute format('alter table %s enable always trigger written_once', target);
  end loop;
end $$;
