import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ProcedureCreate, ProcedureRevision } from '@plumbline/contract'
import { libraryBody, procedureLibrary } from '@plumbline/contract/library'
import { t } from '../../base/messages.ts'
import { procedureQuery, revisionQuery } from '../../queries/procedures.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** What a new procedure begins with. */
export interface Template {
  /** What it says beside its code; null where it begins empty. */
  readonly body: Omit<ProcedureCreate, 'code'> | null
  /** Proposed; empty where there is none. */
  readonly code: string
  /** Where it comes from, in words. */
  readonly words: string
}

const EMPTY: Template = { body: null, code: '', words: '' }

/** The procedure of the library, or of the workspace, that the address names; undefined until it has been read. */
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

/** A revision of the workspace; undefined until it has been read, and where none is asked for. */
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

/** What a copy takes over. */
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

/** What a revision says, for another procedure: its own number, state and signature stay behind. */
function templateOf(revision: ProcedureRevision): Template {
  const members = Object.fromEntries(COPIED.map((name) => [name, revision[name]])) as Pick<
    ProcedureRevision,
    (typeof COPIED)[number]
  > // Each of them was read.
  const body = { ...members, documents: revision.documents.map(({ id }) => id) }
  const values = { code: revision.code, revision: revision.revision }
  return { body, code: '', words: t('procedures.copyOf', values) }
}
