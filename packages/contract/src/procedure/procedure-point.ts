import { pointFields } from '../fields/point.ts'
import { pointFieldsWhere, type PointField } from '../fields/point-field.ts'
import type { ProcedurePoint } from '../public/procedures/procedure.ts'

const names = pointFieldsWhere(pointFields, ({ procedure }) => procedure !== undefined)

/** What a point of a procedure says beside its id, its repeats and its budget, with what stands for what is left out. */
export type PointOfProcedure = Omit<ProcedurePoint, 'id' | 'repeats' | 'budget_id'>

/** A stated or stored point with every member: those that it lacks, as points of earlier releases do, as they are left out. */
export function wholeProcedurePoint(stated: {
  readonly [Name in keyof PointOfProcedure]?: PointOfProcedure[Name] | null | undefined
}): PointOfProcedure {
  const members = names.map((name) => {
    const field: PointField = pointFields[name]
    return [name, stated[name as keyof PointOfProcedure] ?? field.otherwise ?? null]
  })
  return Object.fromEntries(members) as PointOfProcedure // Each member is there.
}
