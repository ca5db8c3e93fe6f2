import type { AdviceGroup, AdviceGrouping } from '@plumbline/contract'

/** A group of instruments: what all of its members have in common. */
export interface GroupKey {
  readonly groupBy: AdviceGrouping
  /** The manufacturer, where models are grouped; null where the register does not say. */
  readonly first: string | null
  /** The model, the category, or the id of the procedure. */
  readonly second: string
}

/** A group as requests name it. */
export interface NamedGroup {
  readonly group_by: AdviceGrouping
  readonly manufacturer?: string | undefined
  readonly model?: string | undefined
  readonly category?: string | undefined
  readonly procedure_id?: string | undefined
}

/** The group that a request names; undefined where what it is grouped by is missing. */
export function keyOf(named: NamedGroup): GroupKey | undefined {
  const { group_by: groupBy, manufacturer, model, category, procedure_id: procedureId } = named
  const second = { model, category, procedure: procedureId }[groupBy]
  if (!second) return undefined
  return { groupBy, first: (groupBy === 'model' && manufacturer) || null, second }
}

/** A group as the API shows it. */
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
