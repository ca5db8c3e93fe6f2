-- Instruments that are out for calibration, by the day on which they are expected back.
create index instrument_out on instruments (workspace_id, (shipment ->> 'expected_return'))
  where status = 'OUT_FOR_CALIBRATION';
