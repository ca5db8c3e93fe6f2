-- The few instruments that others are calibrated with, so that nobody looks for them among all.
create index instrument_reference_standard on instruments (workspace_id, created_at, instrument_id)
  where is_reference_standard and retired_at is null;
