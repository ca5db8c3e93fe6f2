-- Whether the accreditation of the laboratory covers a record; null in records from before, which did not say.
alter table calibrations add column accredited boolean;
