-- The points of a record, as they were computed when it was made. Records without points have nulls.
alter table calibrations
  add column measurements jsonb,
  add column measurement_count integer,
  add column points_out integer;
