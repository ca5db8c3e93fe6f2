import { pointFields } from '../fields/point.ts'
import { pointFieldsWhere, type PointField } from '../fields/point-field.ts'
import type { ProcedurePoint } from '../public/procedures/procedure.ts'

const names = pointFieldsWhere(pointFields, ({ procedure }) => procedure !== undefined)

/** The members of a procedure's point other than its ID, repeats and budget, with defaults for omitted ones. */
export type PointOfProcedure = Omit<ProcedurePoint, 'id' | 'repeats' | 'budget_id'>

/**
 * Returns a stated or stored point with all members; missing ones, as in points of earlier releases, get the defaults.
 */
export function wholeProcedurePoint(stated: {
  readonly [Name in keyof PointOfProcedure]?: PointOfProcedure[Name] | null | undefined
}): PointOfProcedure {
  const members = names.map((name) => {
    const field: PointField = pointFields[name]
    return [name, stated[name as keyof PointOfProcedure] ?? field.otherwise ?? null]
  })
  return Object.fromEntries(members) as PointOfProcedure // Each member is there.
}
