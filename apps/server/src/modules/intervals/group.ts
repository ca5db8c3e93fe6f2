import type { AdviceGroup, AdviceGrouping } from '@plumbline/contract'

/** Key of a group of instruments: what all of its members have in common. */
export interface GroupKey {
  readonly groupBy: AdviceGrouping
  /** The manufacturer if instruments are grouped by model; null if the register states none. */
  readonly first: string | null
  /** The model, the category, or the ID of the procedure. */
  readonly second: string
}

/** A group as specified in requests. */
export interface NamedGroup {
  readonly group_by: AdviceGrouping
  readonly manufacturer?: string | undefined
  readonly model?: string | undefined
  readonly category?: string | undefined
  readonly procedure_id?: string | undefined
}

/** Returns the key of the group that a request specifies; undefined if the value to group by is missing. */
export function keyOf(named: NamedGroup): GroupKey | undefined {
  const { group_by: groupBy, manufacturer, model, category, procedure_id: procedureId } = named
  const second = { model, category, procedure: procedureId }[groupBy]
  if (!second) return undefined
  return { groupBy, first: (groupBy === 'model' && manufacturer) || null, second }
}

/** Returns a group in API form. */
export function serializeGroup(
  { groupBy, first, second }: GroupKey,
  procedureCode: string | null,
): AdviceGroup {
  return {
    group_by: groupBy,
    manufacturer: first,
    model: groupBy === 'model' ? second : null,
    category: groupBy === 'category' ? second : null,
    procedure_id: groupBy === 'procedure' ? second : null,
    procedure_code: procedureCode,
  }
}
