import type { ProcedureCreate } from '../app/procedures/procedure.ts'
import type { ProcedureBudgetCreate } from '../public/procedures/procedure-budget.ts'
import type { ProcedurePointCreate } from '../public/procedures/procedure.ts'

/** A point of the library; each states the resolution of the reading. */
export interface LibraryPoint extends ProcedurePointCreate {
  readonly resolution: string
}

/** A procedure that workspaces can begin with. Its numbers are those of a common instrument of the kind. */
export interface LibraryProcedure {
  /** Names it in the library. */
  readonly key: string
  /** The standard or guide that it follows, with its edition, and with the clause of the method where that is certain. */
  readonly source: string
  /** The source of its limits, and what to compare them with before the procedure is released. */
  readonly limits: string
  readonly content: Omit<ProcedureCreate, 'points'>
  readonly points: readonly LibraryPoint[]
}

/** A point with a tolerance; `halfWidth` is a symmetric one in the unit of the nominal value, null where `members` state it. */
export function pointAt(
  [value, unit]: readonly [value: string, unit: string],
  halfWidth: string | null,
  members: Partial<LibraryPoint> & Pick<LibraryPoint, 'resolution'>,
): LibraryPoint {
  return {
    nominal: { value, unit },
    ...(halfWidth !== null && { tolerance: { symmetric: { absolute: halfWidth } } }),
    ...members,
  }
}

/** Text for limits that the standard leaves to the manufacturer or the user. */
export const TYPICAL_LIMITS =
  'typical of such instruments; check against the data sheet and your edition of the standard'

/** Conditions of an ordinary workshop. */
export const WORKSHOP_CONDITIONS = {
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

/** The standard's expanded uncertainty with its unit and source. */
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

/** Returns the key of a budget among the points of one procedure, until it gets an ID. */
export function budgetKey(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}
