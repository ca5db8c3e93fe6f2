import type { Page } from 'playwright-core'
import type { Laboratory } from '../../../server/test/calibrating.ts'
import type { TestSession } from '../../../server/test/session.ts'

/** A record that meets the requirements of the laboratory's standard. */
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

/** Returns the field of the form with this label. */
export const field = (page: Page, name: string) => page.getByRole('textbox', { name })
/** Returns the button that saves a new record. */
export const saving = (page: Page) => page.getByRole('button', { name: 'Save record' })
/** Returns the message about a saved record. */
export const saved = (page: Page) => page.getByText(/Calibration of V-\d+ saved/)

/** Fills in a simple pass, ready to be saved. */
export async function fillPass(page: Page, reading = '10.02') {
  await field(page, 'As found').fill(reading)
  await page.getByRole('radio', { name: 'Pass', exact: true }).check()
}

/** Creates voltmeters, each with a record that prefills nominal value and tolerance of the next one. */
export function voltmetersOf(lab: Laboratory) {
  let tags = 0
  return async (body: object = {}) => {
    tags += 1
    const tag = `V-${tags}`
    const { id } = await lab.instrument({ asset_tag: tag, name: 'Voltmeter', unit_of_measure: 'V', ...body })
    await lab.calibrate(id, complete)
    return { id: id as string, path: `/w/${lab.id}/instruments/${id as string}/calibrate`, tag }
  }
}

/** Reads the records of an instrument with a session, newest first. */
export function recordsReadBy(session: TestSession) {
  return async (instrumentId: string) =>
    (await session.call('GET', `/instruments/${instrumentId}/calibrations?sort=-updated_at`)).body
      .data as Record<string, string | null>[]
}
