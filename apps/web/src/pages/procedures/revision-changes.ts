import type { ProcedurePoint, ProcedureRevision } from '@plumbline/contract'

/** The members of a revision except its points. */
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

/** A member of a point that differs between two revisions. */
export type PointMember = Exclude<keyof ProcedurePoint, 'id'>

/** The change of a point from one revision to the next. */
export type PointChange =
  | { readonly kind: 'added'; readonly point: ProcedurePoint }
  | { readonly kind: 'removed'; readonly point: ProcedurePoint }
  | {
      readonly kind: 'changed'
      readonly before: ProcedurePoint
      readonly point: ProcedurePoint
      readonly members: readonly PointMember[]
    }

/** The changes of a revision. */
export interface RevisionChanges {
  readonly parts: readonly RevisionPart[]
  /** Changed and added points in the order of the later revision, followed by removed ones. */
  readonly points: readonly PointChange[]
  /** Whether the points that both contain are in a different order. */
  readonly isReordered: boolean
}

/** Returns the changes between two revisions. Points are matched by ID. */
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

/** Whether two revisions have the same content. */
export function hasSameContent({ parts: changed, points, isReordered }: RevisionChanges): boolean {
  return changed.length === 0 && points.length === 0 && !isReordered
}

function changeOf(before: ProcedurePoint | undefined, point: ProcedurePoint): PointChange[] {
  if (!before) return [{ kind: 'added', point }]
  const names = Object.keys(point) as (keyof ProcedurePoint)[]
  const members = names.filter((name) => !isSame(before[name], point[name])) as PointMember[]
  return members.length === 0 ? [] : [{ kind: 'changed', before, point, members }]
}

/** Whether two API values are equal, regardless of the order of members; missing members count as null. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return (one ?? null) === (other ?? null)
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame(one[name], other[name]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
