-- The few instruments in quarantine, so that nobody looks for them among all.
create index instrument_quarantined on instruments (workspace_id, site_id)
  where is_quarantined and retired_at is null;
