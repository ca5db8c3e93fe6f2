-- The due date that a record states itself, and that of the record which an instrument's due date follows from; null where
-- the interval alone gives it, as in all records from before.
alter table calibrations add column next_due_date date;
alter table instruments add column basis_next_due_date date;
