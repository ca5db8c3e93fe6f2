const volts = { function: 'DC voltage', channel: 'Ch 1', range: '10 V' }
const half = { tolerance: { symmetric: { absolute: '0.05' } } }
const uncertainty = { expanded: '0.008', coverage_factor: '2', confidence_level: '95.45 %' }

/**
 * Points of a multimeter: within tolerance, near a limit, adjusted, without an as-found reading, without limits and assessed
 * by a person. One is out of tolerance as left.
 */
export const multimeterPoints = [
  {
    ...volts,
    ...half,
    nominal: { value: '1.000', unit: 'V' },
    as_found: { readings: ['1.010', '1.012', '1.012'] },
    uncertainty,
  },
  {
    ...volts,
    ...half,
    nominal: { value: '5.000', unit: 'V' },
    as_found: { readings: ['5.045'] },
    uncertainty,
  },
  {
    ...volts,
    ...half,
    nominal: { value: '10.000', unit: 'V' },
    as_found: { readings: ['10.070'] },
    as_left: { readings: ['10.001'] },
    uncertainty,
    note: 'Adjusted at full scale.',
  },
  {
    function: 'Resistance',
    nominal: { value: '100', unit: 'Ω' },
    tolerance: { upper: { percent_of_nominal: '0.5' }, lower: null },
    as_found: { readings: ['100.8'] },
    uncertainty: { expanded: '50', coverage_factor: '2', unit: 'mΩ' },
  },
  {
    function: 'Resistance',
    nominal: { value: '1000', unit: 'Ω' },
    tolerance: { text: 'Class M3' },
    as_found: { not_applicable: 'new range' },
    as_left: { readings: ['1000.2'] },
    external: true,
  },
  { function: 'Resistance', nominal: { value: '10000', unit: 'Ω' }, as_found: { readings: ['10001'] } },
]

/** Returns this many points from 1 V upwards, all within tolerance. */
export function manyPoints(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    nominal: { value: `${index + 1}.0`, unit: 'V' },
    tolerance: { symmetric: { absolute: '0.5' } },
    as_found: { readings: [`${index + 1}.2`] },
    uncertainty,
  }))
}
