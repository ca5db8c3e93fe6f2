import type { ProcedureBudget, ProcedureContent, RevisionState } from '@plumbline/contract'
import { wholeProcedurePoint } from '@plumbline/contract/procedure'

/** A budget as in the ledger, where numbers other than integers are strings. */
export type RecordedBudget = Omit<ProcedureBudget, 'contributors'> & {
  contributors: RecordedContributor[]
}
type RecordedContributor = Omit<ProcedureBudget['contributors'][number], 'degrees_of_freedom'> & {
  degrees_of_freedom?: string | null
}

/** The content of a revision, under the names of its columns. */
export type RecordedContent = Omit<ProcedureContent, 'budgets'> & { budgets: RecordedBudget[] }

/** A procedure as stored. */
export interface ProcedureRow {
  readonly procedureId: string
  readonly code: string
}

/** State and signature of a revision. */
export interface RevisionHead {
  readonly revision: number
  readonly title: string
  readonly state: RevisionState
  readonly releasedAt: string | null
  /** Printed name of the signer. */
  readonly releasedBy: string | null
  readonly releasedByPersonId: string | null
  readonly signatureMeaning: string | null
  readonly withdrawnAt: string | null
  readonly withdrawalReason: string | null
}

/** A revision as stored. */
export interface RevisionRow extends RecordedContent, ProcedureRow, RevisionHead {
  readonly revisionId: string
  readonly title: string
}

/** The revisions of a procedure. */
export interface Revisions {
  /** Newest first. */
  readonly heads: readonly RevisionHead[]
  readonly newest: RevisionRow
  readonly draft: RevisionRow | undefined
  readonly released: RevisionRow | undefined
}

/** Members of a revision's content, which are its columns. */
export const contentNames = [
  'title',
  'scope',
  'work_instruction',
  'environment',
  'warm_up_minutes',
  'decision_rule',
  'grace_days',
  'documents',
  'required_standards',
  'points',
  'budgets',
] as const satisfies (keyof RecordedContent)[]

/** Returns the content of a revision without the rest of its row. */
export function recordedContentOf(row: RecordedContent): RecordedContent {
  return Object.fromEntries(contentNames.map((name) => [name, row[name]])) as RecordedContent // Each was read.
}

/** Returns the content of a revision in API form. */
export function contentOf(row: RecordedContent): ProcedureContent {
  return {
    ...recordedContentOf(row),
    points: row.points.map((point) => ({ ...point, ...wholeProcedurePoint(point) })),
    budgets: row.budgets.map(readBudget),
  }
}

/** Returns the content of a revision in ledger form. */
export function recordContent(content: ProcedureContent): RecordedContent {
  return { ...content, budgets: content.budgets.map(recordBudget) }
}

function recordBudget({ contributors, ...budget }: ProcedureBudget): RecordedBudget {
  return {
    ...stated(budget),
    contributors: contributors.map((contributor) => {
      const { degrees_of_freedom: degrees, ...rest } = stated(contributor)
      return { ...rest, ...(degrees == null ? {} : { degrees_of_freedom: String(degrees) }) }
    }),
  }
}

function readBudget({ contributors, ...budget }: RecordedBudget): ProcedureBudget {
  return {
    ...budget,
    contributors: contributors.map(({ degrees_of_freedom: degrees, ...rest }) => ({
      ...rest,
      ...(degrees == null ? {} : { degrees_of_freedom: Number(degrees) }),
    })),
  }
}

/** Returns only the stated members; null and absent mean the same. */
function stated<Members extends object>(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value != null)) as Members
}
