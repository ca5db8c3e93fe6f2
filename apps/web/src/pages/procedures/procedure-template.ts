import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ProcedureCreate, ProcedureRevision } from '@plumbline/contract'
import { libraryBody, procedureLibrary } from '@plumbline/contract/library'
import { t } from '../../base/messages.ts'
import { procedureQuery, revisionQuery } from '../../queries/procedures.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** The initial content of a new procedure. */
export interface Template {
  /** Its content except the code; null if it starts empty. */
  readonly body: Omit<ProcedureCreate, 'code'> | null
  /** The suggested code, or empty. */
  readonly code: string
  /** Its source, as text. */
  readonly words: string
}

const EMPTY: Template = { body: null, code: '', words: '' }

/** Returns the procedure of the library or of the workspace in the URL; undefined until it is loaded. */
export function useTemplate(): Template | undefined {
  const { library, from, revision } = useSearch({ from: '/w/$workspaceId/procedures/new' })
  const copied = useRevision(from, revision)
  if (library !== undefined) return ofLibrary(library)
  if (from === undefined) return EMPTY
  return copied && templateOf(copied)
}

function ofLibrary(key: string): Template {
  const procedure = procedureLibrary.find((each) => each.key === key)
  if (!procedure) return EMPTY
  const { code, ...body } = libraryBody(procedure)
  return { body, code, words: t('procedures.fromLibrary', { source: procedure.source }) }
}

/** Returns a revision of the workspace; undefined until it is loaded, and if none is requested. */
function useRevision(procedureId: string | undefined, asked: number | undefined) {
  const { workspaceId } = useWorkspace()
  const id = procedureId ?? ''
  const { data: procedure } = useQuery({
    ...procedureQuery(workspaceId, id),
    enabled: id !== '' && asked === undefined,
  })
  const number = asked ?? procedure?.revisions[0]?.revision ?? 0
  const { data } = useQuery({
    ...revisionQuery(workspaceId, id, number),
    enabled: id !== '' && number > 0,
  })
  return data?.body
}

/** The members that are copied. */
const COPIED = [
  'title',
  'scope',
  'work_instruction',
  'environment',
  'warm_up_minutes',
  'decision_rule',
  'grace_days',
  'required_standards',
  'points',
  'budgets',
] as const

/** Returns the content of a revision for another procedure, without its number, state and signature. */
function templateOf(revision: ProcedureRevision): Template {
  const members = Object.fromEntries(COPIED.map((name) => [name, revision[name]])) as Pick<
    ProcedureRevision,
    (typeof COPIED)[number]
  > // Each of them was read.
  const body = { ...members, documents: revision.documents.map(({ id }) => id) }
  const values = { code: revision.code, revision: revision.revision }
  return { body, code: '', words: t('procedures.copyOf', values) }
}
