import type { Measurement, MeasurementCreate } from '@plumbline/contract'
import { evaluateMeasurements } from '@plumbline/contract/measurement'

/** Returns a point within its limits; tests override what they need. */
export function samplePoint(changes: Partial<MeasurementCreate> = {}): MeasurementCreate {
  return {
    function: 'DC voltage',
    channel: 'Ch 1',
    range: '10 V',
    nominal: { value: '10.000', unit: 'V' },
    tolerance: { symmetric: { absolute: '0.002', percent_of_reading: '0.05' } },
    as_found: { readings: ['10.0012'] },
    uncertainty: { expanded: '0.00083', coverage_factor: '2', confidence_level: '95.45 %' },
    ...changes,
  }
}

/** Points as a record freezes them. */
export function evaluated(
  points: readonly MeasurementCreate[],
  decisionRule: string | null = 'simple_acceptance',
): readonly Measurement[] {
  const { measurements, issues } = evaluateMeasurements(points, { decisionRule }, 'measurements')
  if (issues.length > 0) throw new Error(`points that cannot be computed: ${JSON.stringify(issues)}`)
  return measurements
}

/** Returns the given number of points over one range, each with its own reading. */
export function manyPoints(count: number): MeasurementCreate[] {
  return Array.from({ length: count }, (_, index) => {
    const nominal = `${index + 1}.000`
    const digits = String(index + 1).padStart(3, '0')
    return samplePoint({
      nominal: { value: nominal, unit: 'V' },
      as_found: { readings: [`${index + 1}.0${digits}`] },
    })
  })
}

/** Points before and after adjustment, with every possible remark. */
export function adjustedPoints(): MeasurementCreate[] {
  return [
    samplePoint({
      as_found: { readings: ['10.0072', '10.0075', '10.0078'] },
      as_left: { readings: ['10.0003', '10.0004', '10.0004'] },
    }),
    samplePoint({
      nominal: { value: '-10.000', unit: 'V' },
      as_found: { readings: ['-10.0091'] },
      as_left: { readings: ['-10.0082'] },
      uncertainty: { expanded: '0.83', coverage_factor: '2', unit: 'mV', confidence_level: '95.45 %' },
    }),
    samplePoint({
      function: 'Insulation',
      channel: null,
      range: null,
      nominal: { value: '500', unit: 'MΩ' },
      tolerance: { text: 'Class M3' },
      as_found: { not_applicable: 'new instrument' },
      as_left: { readings: ['503'] },
      uncertainty: null,
      external: true,
      note: 'After one hour of warming up.',
    }),
  ]
}
