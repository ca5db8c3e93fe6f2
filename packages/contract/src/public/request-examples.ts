import type { OperationName } from './operations.ts'

const instrument = {
  asset_tag: 'CAL-0042',
  name: 'Digital caliper 150 mm',
  manufacturer: 'Mitutoyo',
  model: '500-196-30',
  serial_number: '17034512',
  category: 'Dimensional',
  department: 'Quality',
  location: 'Cabinet 4',
  unit_of_measure: 'mm',
  tolerance_spec: '±0.02 mm',
  calibration_interval_value: 12,
  calibration_interval_unit: 'months',
  last_calibration_date: '2026-05-12T08:30:00Z',
  customFields: { 'Cost centre': '4711' },
}

const calibration = {
  result: 'PASS',
  performed_at: '2026-11-20T13:05:00Z',
  calibration_type: 'in_house',
  nominal_value: '10.000 mm',
  tolerance: '±0.020 mm',
  as_found_reading: '10.012 mm',
  temperature: '20.1 °C',
  humidity: '46 %',
  reference_standard: 'Gauge block set, grade 0',
  traceability_reference: 'The SI through the national metrology institute',
  decision_rule: 'simple_acceptance',
  reference_standard_certificate_number: 'D-K-15008-2026-0193',
  measurement_uncertainty: '0.002 mm',
  coverage_factor: '2',
  confidence_level: '95 %',
}

const point = {
  function: 'DC voltage',
  range: '10 V',
  nominal: { value: '10.000', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.002', percent_of_reading: '0.05' } },
  resolution: '0.001',
  uncertainty: { expanded: '0.8', coverage_factor: '2', unit: 'mV', coverage_probability: '95.45' },
  as_found: { readings: ['10.001', '10.002'], reference: '10.000' },
}

const INSTRUMENT_ID = '019345b4-11f2-7c55-a0de-5f3b7a9c2e47'

/** The body of each operation that has one, as a client could send it. */
export const requestExamples = {
  createInstrument: instrument,
  createInstruments: {
    items: [
      { idempotency_key: 'register-2026-11-26-1', body: instrument },
      {
        idempotency_key: 'register-2026-11-26-2',
        body: {
          asset_tag: 'DMM-0007',
          name: 'Digital multimeter',
          serial_number: 'US36104871',
          unit_of_measure: 'V',
          calibration_interval_value: 1,
          calibration_interval_unit: 'years',
        },
      },
    ],
  },
  updateInstrument: {
    location: 'Cabinet 4',
    calibration_interval_value: 9,
    calibration_interval_change_reason: 'Two results near the limits of tolerance.',
    customFields: { 'Cost centre': '4712' },
  },
  appendCalibration: calibration,
  appendCalibrations: {
    items: [
      { instrument_id: INSTRUMENT_ID, idempotency_key: 'bench-3-2026-11-20-17', body: calibration },
      {
        // Of another workspace, or mistyped: the response shows such an item.
        instrument_id: '019345b4-11f2-7c55-a0de-000000000000',
        idempotency_key: 'bench-3-2026-11-20-18',
        body: { result: 'PASS', performed_at: '2026-11-20T13:40:00Z', measurements: [point] },
      },
    ],
  },
  evaluateMeasurements: { points: [point], decision_rule: 'guard_band_u' },
  evaluateUncertainty: {
    contributors: [
      { name: 'Reference standard', type: 'B', distribution: 'normal', value: '0.8', divisor: '2' },
      { name: 'Repeatability', type: 'A', distribution: 'student', value: '0.3', degrees_of_freedom: 9 },
      { name: 'Resolution', type: 'B', distribution: 'rectangular', value: '0.5' },
    ],
    coverage: '95.45',
  },
  createDocumentUploadUrl: {
    file_name: 'certificate.pdf',
    content_type: 'application/pdf',
    size_bytes: 48_213,
  },
  registerDocument: {
    key: 'documents/019345c2-7f3a-7b18-8c2e-4d9a1e6f0b52',
    file_name: 'certificate.pdf',
    document_type: 'certificate',
    calibration_id: '019a9c11-8d40-7b6e-9f12-6a4be1c05d33',
  },
  createImportUploadUrl: { file_name: 'register.xlsx' },
  startImport: {
    kind: 'instruments',
    document_key: 'imports/019345c2-7f3a-7b18-8c2e-4d9a1e6f0b52',
    file_name: 'register.xlsx',
    dry_run: true,
  },
  createWebhook: {
    url: 'https://hooks.example.com/plumbline',
    events: ['calibration.approved', 'calibration.overdue'],
    description: 'Maintenance planning',
  },
  resendEvents: { since: '2026-11-24T18:00:00Z' },
  updateWebhook: { events: ['calibration.approved'], is_active: true },
} as const satisfies Partial<Record<OperationName, unknown>>
