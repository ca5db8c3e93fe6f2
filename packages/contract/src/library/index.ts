// Procedures that workspaces can begin with: our own words, the numbers of a common instrument of each kind. The demo
// calibrates by them, and the application offers them.
import { calipers, micrometers, plugGauges } from './dimensional.ts'
import { multimeters } from './electrical.ts'
import { gaugeBlockSet } from './gauge-blocks.ts'
import type { LibraryProcedure } from './library-procedure.ts'
import { balances, pressureGauges, thermometers, torqueWrenches } from './mechanical.ts'
import { dialIndicators, pressureGaugesAtMarks, ringGauges } from './more-gauges.ts'
import { pipettes } from './volume.ts'
import { hygrometers, weights } from './weights-and-climate.ts'

export type { LibraryPoint, LibraryProcedure } from './library-procedure.ts'

/** All of them, in the order in which they are offered. */
export const procedureLibrary = [
  calipers,
  micrometers,
  dialIndicators,
  plugGauges,
  ringGauges,
  gaugeBlockSet,
  torqueWrenches,
  pressureGauges,
  pressureGaugesAtMarks,
  balances,
  weights,
  thermometers,
  hygrometers,
  multimeters,
  pipettes,
] as const satisfies readonly LibraryProcedure[]

/** The one of a key. */
export function libraryProcedure(key: string): LibraryProcedure {
  const found = procedureLibrary.find((each) => each.key === key)
  if (!found) throw new Error(`no procedure of the library is called ${key}`)
  return found
}

/** Returns the request body that adds a procedure of the library; its scope states its sources and limits. */
export function libraryBody({ source, limits, content, points }: LibraryProcedure) {
  return {
    ...content,
    scope: [content.scope, `Source: ${source}.`, `Limits: ${limits}.`].filter(Boolean).join('\n'),
    points: [...points],
  }
}
