-- Who entered a record, beside who performed it; null where no entry of the ledger names it, as in records of
-- releases before this one, whose performer entered them.
alter table calibrations
  add column entered_by text,
  add column entered_by_person_id uuid,
  -- The condition of the reference standard when it was used, and why it was used all the same.
  add column reference_standard_condition text,
  add column reference_standard_reason text;

-- Not checked against rows that have no value yet, so that a large table is not read for it.
alter table calibrations add constraint calibration_standard_condition check (
  reference_standard_condition in (
    'valid', 'overdue', 'never_calibrated', 'failed', 'quarantined', 'out_of_service', 'retired')) not valid;
