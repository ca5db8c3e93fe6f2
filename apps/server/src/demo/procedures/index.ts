import type { DemoProcedure } from './demo-procedure.ts'
import { calipers, micrometers, plugGauges } from './dimensional.ts'
import { multimeters } from './electrical.ts'
import { gaugeBlockSet } from './gauge-blocks.ts'
import { balances, pressureGauges, thermometers, torqueWrenches } from './mechanical.ts'
import { pipettes } from './volume.ts'

export { enterProcedures, type EnteredProcedure } from './enter-procedures.ts'
export { measurementsOf } from './planned-points.ts'

/** The procedures of the demo, each for the instruments of one kind. */
export const demoProcedures: readonly DemoProcedure[] = [
  calipers,
  micrometers,
  plugGauges,
  gaugeBlockSet,
  torqueWrenches,
  pressureGauges,
  balances,
  thermometers,
  multimeters,
  pipettes,
]
