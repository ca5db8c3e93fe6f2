import type { Laboratory } from '../../../server/test/calibrating.ts'

const reading = {
  result: 'PASS',
  calibration_type: 'in_house',
  nominal_value: '10 V',
  tolerance: '± 0.05 V',
  as_found_reading: '10.045 V',
  measurement_uncertainty: '0.008 V',
  coverage_factor: '2',
  confidence_level: '95 %',
  temperature: '23.1 °C',
  humidity: '46 %',
  reference_standard: 'Voltage standard, class A',
  reference_standard_certificate_number: 'D-K-15008-2026-0193',
  traceability_reference: 'The SI through the national metrology institute',
  decision_rule: 'Simple acceptance',
}

/** A pass with a reading outside its tolerance, with the reason. */
export const justified = {
  as_found_reading: '10.08 V',
  out_of_tolerance_impact: 'Used below 5 V only, where the deviation is within limits.',
}

/** Records a calibration with every member that a record can have; returns its ID. */
export async function fullRecord(
  lab: Laboratory,
  instrumentId: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const record = await lab.calibrate(instrumentId, {
    ...reading,
    performed_at: '2026-11-02T09:30:00Z',
    ...more,
  })
  return record.id as string
}

/** Creates a voltmeter with a unique tag, and returns its ID. */
export async function voltmeter(lab: Laboratory, tag: string): Promise<string> {
  const { id } = await lab.instrument({
    asset_tag: tag,
    name: 'Reference voltmeter',
    manufacturer: 'Norvik',
    model: 'RV-10',
    serial_number: `SN-${tag}`,
    unit_of_measure: 'V',
    calibration_interval_value: 12,
  })
  return id as string
}
