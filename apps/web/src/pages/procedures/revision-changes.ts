import type { ProcedurePoint, ProcedureRevision } from '@plumbline/contract'

/** What a revision says beside its points. */
const parts = [
  'title',
  'scope',
  'work_instruction',
  'documents',
  'environment',
  'warm_up_minutes',
  'required_standards',
  'decision_rule',
  'grace_days',
  'budgets',
] as const
export type RevisionPart = (typeof parts)[number]

/** A member of a point that two revisions state differently. */
export type PointMember = Exclude<keyof ProcedurePoint, 'id'>

/** What became of a point from one revision to the next. */
export type PointChange =
  | { readonly kind: 'added'; readonly point: ProcedurePoint }
  | { readonly kind: 'removed'; readonly point: ProcedurePoint }
  | {
      readonly kind: 'changed'
      readonly before: ProcedurePoint
      readonly point: ProcedurePoint
      readonly members: readonly PointMember[]
    }

/** What a revision changes. */
export interface RevisionChanges {
  readonly parts: readonly RevisionPart[]
  /** Changed and added points in the order of the later revision, then removed ones. */
  readonly points: readonly PointChange[]
  /** Whether the points that both have follow each other in another order. */
  readonly isReordered: boolean
}

/** What the later of two revisions changes. Points are the same by their id, whatever they say. */
export function changesBetween(before: ProcedureRevision, after: ProcedureRevision): RevisionChanges {
  const earlier = new Map(before.points.map((point) => [point.id, point]))
  const later = new Set(after.points.map(({ id }) => id))
  const kept = after.points.filter(({ id }) => earlier.has(id))
  const points = [
    ...after.points.flatMap((point) => changeOf(earlier.get(point.id), point)),
    ...before.points
      .filter(({ id }) => !later.has(id))
      .map((point): PointChange => ({ kind: 'removed', point })),
  ]
  const order = before.points.filter(({ id }) => later.has(id))
  return {
    parts: parts.filter((name) => !isSame(before[name], after[name])),
    points,
    isReordered: order.some(({ id }, index) => kept[index]!.id !== id),
  }
}

/** Whether two revisions say the same. */
export function saysTheSame({ parts: changed, points, isReordered }: RevisionChanges): boolean {
  return changed.length === 0 && points.length === 0 && !isReordered
}

function changeOf(before: ProcedurePoint | undefined, point: ProcedurePoint): PointChange[] {
  if (!before) return [{ kind: 'added', point }]
  const names = Object.keys(point) as (keyof ProcedurePoint)[]
  const members = names.filter((name) => !isSame(before[name], point[name])) as PointMember[]
  return members.length === 0 ? [] : [{ kind: 'changed', before, point, members }]
}

/** Whether two values of the API say the same, in whatever order their members stand; what is left out is null. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return (one ?? null) === (other ?? null)
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame(one[name], other[name]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
