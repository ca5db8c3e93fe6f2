import type { Laboratory } from '../../../server/test/calibrating.ts'

const kinds = [
  ['Digital multimeter', 'Norvik', 'DM-87', 'V'],
  ['Torque wrench', 'Haldor', 'T200', 'N.m'],
  ['Outside micrometer', 'Aldergate', 'OM-25', 'mm'],
  ['Pressure gauge', 'Osmark', 'PG-16', 'bar'],
] as const

/** Creates instruments of several kinds and states, with the tags TAG-001 onwards. */
export async function registerOf(lab: Laboratory, count = 12): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const [name, manufacturer, model, unit] = kinds[index % kinds.length]!
    const { id } = await lab.instrument({
      asset_tag: `TAG-${String(index + 1).padStart(3, '0')}`,
      name,
      manufacturer,
      model,
      serial_number: `SN-${1000 + index}`,
      unit_of_measure: unit,
      calibration_interval_value: 12,
      ...(index % 3 !== 2 && {
        last_calibration_date: index % 3 === 0 ? '2026-08-03T10:00:00Z' : '2025-10-20T10:00:00Z',
      }),
    })
    ids.push(id as string)
  }
  return ids
}

/** Readings of four years: drift, an adjustment after a reading out of tolerance, and drift again. */
const years = [
  ['2022-10-11', '10.01 V', '10.01 V', 'PASS'],
  ['2023-10-12', '10.04 V', '10.04 V', 'PASS'],
  ['2024-10-10', '10.07 V', '10.00 V', 'PASS_WITH_ADJUSTMENT'],
  ['2025-10-13', '10.03 V', '10.03 V', 'PASS'],
  ['2026-10-12', '10.045 V', '10.045 V', 'PASS'],
] as const

/** Creates a voltmeter with five calibrations and returns its ID. */
export async function drifting(lab: Laboratory): Promise<string> {
  const { id } = await lab.instrument({
    asset_tag: 'VOLT-1',
    name: 'Reference voltmeter',
    manufacturer: 'Norvik',
    model: 'RV-10',
    serial_number: 'RV-4711',
    unit_of_measure: 'V',
    tolerance_spec: '± 0.05 V',
    calibration_interval_value: 12,
    customFields: { 'Cost centre': '4711' },
    notes: 'Probe set 3 belongs to it.',
  })
  for (const [date, asFound, asLeft, result] of years) {
    await lab.calibrate(id as string, {
      result,
      performed_at: `${date}T09:30:00Z`,
      nominal_value: '10 V',
      tolerance: '± 0.05 V',
      as_found_reading: asFound,
      as_left_reading: asLeft,
      measurement_uncertainty: '0.008 V',
    })
  }
  return id as string
}
