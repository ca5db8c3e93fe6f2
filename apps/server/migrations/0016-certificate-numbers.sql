-- Records are found by the beginning of a certificate number as people type it, stated or issued. In capitals
-- and compared by bytes: all that begin alike are one range, which row security lets an index serve.
alter table calibrations
  add column certificate_number_key text collate "C" generated always as (upper(certificate_number)) stored;
create index calibration_certificate_number on calibrations (workspace_id, certificate_number_key, ledger_index)
  where certificate_number_key is not null;
alter table certificates
  add column number_key text collate "C" generated always as (upper(number)) stored;
create index certificate_number on certificates (workspace_id, number_key);
