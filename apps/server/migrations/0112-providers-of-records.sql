-- The provider that performed a calibration, with what the register stated of its accreditation when the record was entered;
-- null in all records from before.
alter table calibrations
  add column provider_id uuid,
  add column provider_accreditation_body text,
  add column provider_accreditation_number text,
  add column provider_accreditation_valid_until date,
  add column provider_accreditation_expired boolean;
