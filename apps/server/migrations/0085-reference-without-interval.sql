-- What only serves as a reference, and what was retired from that, may have no interval.
alter table instruments
  alter column calibration_interval_value drop not null,
  add constraint instrument_interval_check
    check (calibration_interval_value is not null or status in ('REFERENCE_ONLY', 'retired'));
