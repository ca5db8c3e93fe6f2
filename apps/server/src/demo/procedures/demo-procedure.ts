import type { ProcedureBudgetCreate, ProcedureCreate, ProcedurePointCreate } from '@plumbline/contract'

/** A point of the demo's procedures, and how the readings of instruments lie at it. */
export interface DemoPoint extends Omit<ProcedurePointCreate, 'resolution' | 'nominal'> {
  readonly nominal: { readonly value: string; readonly unit: string }
  readonly resolution: string
  /** Half width of the tolerance, in the unit of the nominal value. */
  readonly halfWidth: number
  /** What of the deviation of the instrument, as a share of the tolerance, is found at it. Of one point it is 1. */
  readonly share: number
  /** What is added to that, as a share of the tolerance: what a gauge lags behind on the way down. */
  readonly lag?: number
}

/** A procedure of the demo. */
export interface DemoProcedure {
  /** Beginning of the asset tags of the instruments that follow it. */
  readonly tag: string
  readonly content: Omit<ProcedureCreate, 'points'>
  readonly points: readonly DemoPoint[]
}

/** A point with one symmetric tolerance in the unit of its nominal value. */
export function pointAt(
  [value, unit]: readonly [value: string, unit: string],
  halfWidth: string,
  share: number,
  members: Partial<DemoPoint> & Pick<DemoPoint, 'resolution'>,
): DemoPoint {
  return {
    nominal: { value, unit },
    tolerance: { symmetric: { absolute: halfWidth } },
    halfWidth: Number(halfWidth),
    share,
    ...members,
  }
}

/** What the laboratory of the demo works in. */
export const ROOM = {
  temperature: { lower: '16', upper: '24', unit: '°C' },
  humidity: { lower: '10', upper: '85', unit: '% RH' },
} as const

/** A budget of standard, resolution and repeatability at a point that is read several times. */
export function readBudget(id: string, name: string, stated: StatedOfBudget): ProcedureBudgetCreate {
  return budgetOf(id, name, stated, { value_from: 'readings' })
}

/** A budget of standard and resolution at a point that is read once, with what repeated readings once gave. */
export function singleBudget(
  id: string,
  name: string,
  { repeatability: value, ...stated }: StatedOfBudget & { repeatability: string },
): ProcedureBudgetCreate {
  const source = 'Ten readings when the procedure was validated'
  return budgetOf(id, name, stated, { value, degrees_of_freedom: 9, source })
}

/** The standard's expanded uncertainty, its unit, and where it comes from. */
interface StatedOfBudget {
  readonly standard: string
  readonly unit: string
  readonly source: string
}

function budgetOf(
  id: string,
  name: string,
  { standard, unit, source }: StatedOfBudget,
  repeatability: Partial<ProcedureBudgetCreate['contributors'][number]>,
): ProcedureBudgetCreate {
  return {
    id,
    name,
    unit,
    contributors: [
      { name: 'Standard', type: 'B', distribution: 'normal', value: standard, divisor: '2', source },
      { name: 'Resolution', type: 'B', distribution: 'rectangular', value_from: 'resolution' },
      { name: 'Repeatability', type: 'A', distribution: 'student', ...repeatability },
    ],
  }
}

/** What names a budget among the points of one procedure, until it gets an id of its own. */
export function budgetKey(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}
