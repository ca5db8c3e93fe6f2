import type {
  ProcedureBudget,
  ProcedureBudgetCreate,
  ProcedureContent,
  ProcedureDraftUpdate,
  ProcedurePoint,
  ProcedurePointCreate,
} from '@plumbline/contract'
import { wholeProcedurePoint } from '@plumbline/contract/procedure'

/** Content of a new procedure, for members that are not stated. */
export const EMPTY_CONTENT: Omit<ProcedureContent, 'title'> = {
  scope: null,
  work_instruction: null,
  environment: null,
  warm_up_minutes: null,
  decision_rule: null,
  grace_days: null,
  documents: [],
  required_standards: [],
  points: [],
  budgets: [],
}

/** The members sent, with the documents that they refer to. */
export type StatedContent = Omit<ProcedureDraftUpdate, 'documents'> &
  Partial<Pick<ProcedureContent, 'documents'>>

/**
 * Returns the content of a draft after a change: members that are not sent remain. Points and budgets keep an ID that
 * the draft already has; others get a new one, so that no ID belongs to two procedures, and points refer to the new IDs
 * of their budgets.
 */
export function contentAfter(
  before: ProcedureContent,
  stated: StatedContent,
  newId: () => string,
): ProcedureContent {
  const sent = Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined))
  const { budgets, renamed } = stated.budgets
    ? budgetsAfter(before.budgets, stated.budgets, newId)
    : { budgets: before.budgets, renamed: new Map<string, string>() }
  const points = stated.points ? pointsAfter(before.points, stated.points, renamed, newId) : before.points
  return { ...before, ...sent, budgets, points }
}

function budgetsAfter(
  before: readonly ProcedureBudget[],
  stated: readonly ProcedureBudgetCreate[],
  newId: () => string,
): { budgets: ProcedureBudget[]; renamed: Map<string, string> } {
  const ids = new Ids(before, newId)
  const renamed = new Map<string, string>()
  const budgets = stated.map(({ id: sent, ...budget }) => {
    const id = ids.of(sent)
    if (sent) renamed.set(sent, id)
    return { ...budget, id }
  })
  return { budgets, renamed }
}

function pointsAfter(
  before: readonly ProcedurePoint[],
  stated: readonly ProcedurePointCreate[],
  budgetIds: ReadonlyMap<string, string>,
  newId: () => string,
): ProcedurePoint[] {
  const ids = new Ids(before, newId)
  return stated.map((point) => ({
    id: ids.of(point.id),
    ...wholeProcedurePoint(point),
    repeats: point.repeats ?? 1,
    budget_id: (point.budget_id && budgetIds.get(point.budget_id)) ?? point.budget_id ?? null,
  }))
}

/** IDs of a draft, each of which one new item may keep. */
class Ids {
  readonly #free: Set<string>
  readonly #newId: () => string

  constructor(before: readonly { id: string }[], newId: () => string) {
    this.#free = new Set(before.map(({ id }) => id))
    this.#newId = newId
  }

  of(sent: string | null | undefined): string {
    return sent && this.#free.delete(sent) ? sent : this.#newId()
  }
}
