-- Sites whose zone has changed while due dates of their instruments are still those of an earlier one: a queue of
-- work across workspaces, outside row security, emptied as they are recomputed. The zone in the site's row holds at
-- once; this says how far the instruments have followed it.
create table site_zone_changes (
  workspace_id uuid not null,
  site_id uuid not null,
  -- Last instrument, in the order of creation, of the batches that are done; null before the first.
  done_at timestamptz(3),
  done_through uuid,
  requested_at timestamptz(3) not null,
  primary key (workspace_id, site_id),
  check ((done_at is null) = (done_through is null))
);
grant select, insert, update, delete on site_zone_changes to plumbline_app;
