-- What is noted of the shipment of an instrument that is out for calibration: provider, purchase order, expected return and
-- cost. Null while it is not out, and where nothing was noted.
alter table instruments add column shipment jsonb;
