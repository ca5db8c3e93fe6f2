import { libraryProcedure } from '@plumbline/contract/library'
import { demoProcedure, type DemoProcedure } from './demo-procedure.ts'

export { enterProcedures, type EnteredProcedure } from './enter-procedures.ts'
export { measurementsOf } from './planned-points.ts'

/** The share of an instrument's deviation that is found at each point, by asset tag prefix and library procedure. */
const shares: readonly (readonly [tag: string, key: string, shares: readonly number[]])[] = [
  ['CAL', 'calipers', [0.4, 0.6, 1, 0.9, -0.5, 0.7]],
  ['MIC', 'outside-micrometers', [0.3, 0.5, 0.7, 0.8, 1]],
  ['PLG', 'plug-gauges', [1, 0.5]],
  ['RNG', 'ring-gauges', [1, 0.5, 0]],
  ['IND', 'dial-indicators', [0.4, 0.6, 0.8, 0.9, 1, 0.7, 0.6, 0.5, 0.3]],
  ['TRQ', 'torque-wrenches', [0.5, 1, 0.8, 0.4, 0.7, 0.9]],
  ['PRG', 'pressure-gauges', [0.5, 0.8, 1, 0.9, 0.8, 0.8, 0.8, 0.6, 0.4]],
  ['PGM', 'pressure-gauges-at-marks', [0.5, 0.7, 0.9, 0.8, 1, 0.7, 0.8, 0.6, 0.4]],
  ['BAL', 'balances', [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.3, 0.5, 0.7, 0.9]],
  ['STD-WT', 'weights', [0.3, 0.4, -0.5, 0.6, 0.5, 0.7, 1, 0.8]],
  ['TMP', 'thermometers', [0.6, 0.8, 1, 0.9]],
  ['HYG', 'hygrometers', [0.7, 1, 0.8, -0.4]],
  ['DMM', 'multimeters', [0.5, 1, 0.7, 0.4, 0.6, 0.5, 0.6, 0.4, -0.5, -0.3]],
  ['PIP', 'pipettes', [1, 0.7, 0.3]],
]

/** The gauge block at which the full deviation of a set occurs. */
const STATED_BLOCK = '10'

const gaugeBlocks = libraryProcedure('gauge-blocks')
const blockShare = (index: number) =>
  gaugeBlocks.points[index]!.nominal.value === STATED_BLOCK ? 1 : Number(Math.sin(index + 1).toFixed(2)) * 0.9

/** The procedures of the demo, each for instruments of one type. */
export const demoProcedures: readonly DemoProcedure[] = [
  ...shares.map(([tag, key, atPoints]) =>
    demoProcedure(tag, libraryProcedure(key), (index) => atPoints[index]!),
  ),
  demoProcedure('STD-GB', gaugeBlocks, blockShare),
]
