-- Which released revision a calibration followed, and in what it departed from it. Records that follow none have nulls.
alter table calibrations
  add column procedure_id uuid,
  add column procedure_code text,
  add column procedure_revision integer,
  add column deviation_from_procedure text;
