import type { MeasurementTolerance } from '../../public/point-values.ts'
import type { ProcedurePointCreate } from '../../public/procedures/procedure.ts'
import { classLimits, type GaugeClass } from './gauge-class.ts'

/** Returns the sizes of a range in equal steps, in units of the last digit: `1.01`, `1.02` … */
function steps(from: number, to: number, step: number, places: number): string[] {
  const count = Math.round((to - from) / step) + 1
  return Array.from({ length: count }, (_, index) => (from + index * step).toFixed(places))
}

const thousandths = steps(1.001, 1.009, 0.001, 3)
const hundredths = steps(1.01, 1.49, 0.01, 2)
const halves = (to: number) => steps(0.5, to, 0.5, 1)
const fewHundredths = steps(1.01, 1.09, 0.01, 2)
const tenths = steps(1.1, 1.9, 0.1, 1)
const quarters = ['25', '50', '75', '100']
const tens = steps(10, 100, 10, 0)

/** Sizes in mm of the metric sets offered by manufacturers, by the number of their blocks. */
export const gaugeBlockSets: readonly { readonly name: string; readonly sizes: readonly string[] }[] = [
  { name: 'M112', sizes: ['1.0005', ...thousandths, ...hundredths, ...halves(24.5), ...quarters] },
  { name: 'M103', sizes: ['1.005', ...hundredths, ...halves(24.5), ...quarters] },
  { name: 'M88', sizes: ['1.0005', ...thousandths, ...hundredths, ...halves(9.5), ...tens] },
  { name: 'M87', sizes: [...thousandths, ...hundredths, ...halves(9.5), ...tens] },
  { name: 'M47', sizes: ['1.005', ...fewHundredths, ...tenths, ...steps(1, 24, 1, 0), ...quarters] },
  { name: 'M46', sizes: [...thousandths, ...fewHundredths, ...tenths, ...steps(1, 9, 1, 0), ...tens] },
  {
    name: 'M32',
    sizes: ['1.005', ...fewHundredths, ...tenths, ...steps(1, 9, 1, 0), '10', '20', '30', '60'],
  },
]

/** The properties common to the blocks of a set. */
export interface BlockSet {
  readonly unit: string
  readonly sizes: readonly string[]
  readonly table: GaugeClass
  /** The measured quantity: `Length`. */
  readonly measured: string
  readonly resolution: string | null
  readonly repeats: number
}

/**
 * Returns a point for each block, with the limits of its class in the unit of the sizes; the note names the class.
 * @returns the points, and the sizes that the class does not cover
 */
export function gaugeBlockPoints({ unit, sizes, table, measured, resolution, repeats }: BlockSet): {
  points: ProcedurePointCreate[]
  unknown: string[]
} {
  const unknown: string[] = []
  const points = sizes.flatMap((value): ProcedurePointCreate[] => {
    const nominal = { value, unit }
    const limits = classLimits(table, nominal)
    if (limits === null) {
      unknown.push(value)
      return []
    }
    return [
      { function: measured, nominal, tolerance: toleranceOf(limits), resolution, repeats, note: table.name },
    ]
  })
  return { points, unknown }
}

/** Returns a symmetric tolerance if both sides are equal. */
export function toleranceOf({
  upper,
  lower,
}: {
  upper: string | null
  lower: string | null
}): MeasurementTolerance {
  if (upper !== null && upper === lower) return { symmetric: { absolute: upper } }
  return {
    upper: upper === null ? null : { absolute: upper },
    lower: lower === null ? null : { absolute: lower },
  }
}
