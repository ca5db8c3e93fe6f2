import type { Page } from 'playwright-core'

/** A record that meets what the laboratory's standard requires. */
export const complete = {
  performed_at: '2026-05-04T09:30:00Z',
  nominal_value: '10 V',
  tolerance: '± 0.05 V',
  as_found_reading: '10.01 V',
  measurement_uncertainty: '0.008 V',
  coverage_factor: '2',
  confidence_level: '95 %',
  decision_rule: 'Simple acceptance',
  temperature: '20 °C',
  humidity: '45 %',
  reference_standard: 'Calibrator',
  traceability_reference: 'SI',
  calibration_type: 'in_house',
  conformity_statement: 'Within the limits.',
}

/** A line of the form by its name. */
export const field = (page: Page, name: string) => page.getByRole('textbox', { name })
/** What saves a new record. */
export const saving = (page: Page) => page.getByRole('button', { name: 'Save record' })
/** What is said of a saved one. */
export const saved = (page: Page) => page.getByText(/The calibration of V-\d+ is recorded/)

/** Fills a plain pass, ready to be saved. */
export async function fillPass(page: Page, reading = '10.02') {
  await field(page, 'As found').fill(reading)
  await page.getByRole('radio', { name: 'Pass', exact: true }).check()
}
