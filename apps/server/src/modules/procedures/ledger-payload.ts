import { createHash } from 'node:crypto'
import {
  canonicalJson,
  RecordedPayload,
  type CanonicalValue,
  type EntryDraft,
  type FieldTable,
} from '../ledger/index.ts'
import { contentNames, recordedContentOf, type RecordedContent, type RevisionRow } from './revision.ts'

type ContentFields = { readonly [Name in Exclude<(typeof contentNames)[number], 'documents'>]: Name }

/** Recorded fields of a revision. */
export const revisionFields = {
  revisionId: 'revision_id',
  revision: 'revision',
  ...(Object.fromEntries(contentNames.map((name) => [name, name])) as ContentFields), // Each has its own name.
  documents: { column: 'documents', since: 2, otherwise: [] },
} as const satisfies FieldTable

/** The payload of a new draft's entry, whether its procedure is new or not. */
export const draftPayload = new RecordedPayload({
  kinds: ['procedure.created', 'procedure.drafted'],
  fields: { code: 'code', ...revisionFields },
})

/** Returns the entry of a new draft. */
export function draftEntry(kind: 'procedure.created' | 'procedure.drafted', row: RevisionRow): EntryDraft {
  return {
    kind,
    subject: { type: 'procedure', id: row.procedureId },
    payload: draftPayload.write(row),
  }
}

/** Returns the values before and after of each member that differs; empty if none does. */
export function contentChanges(
  before: RecordedContent,
  after: RecordedContent,
): Record<string, { before: CanonicalValue; after: CanonicalValue }> {
  const changes = contentNames.flatMap((name) => {
    const [was, is] = [before[name], after[name]] as unknown as [CanonicalValue, CanonicalValue]
    return canonicalJson(was) === canonicalJson(is) ? [] : [[name, { before: was, after: is }] as const]
  })
  return Object.fromEntries(changes)
}

/**
 * Returns the SHA-256 of a revision's content in hex, to which its signature is bound. Documents are included only if
 * there are any, so that revisions without documents keep the hash computed by releases that had none.
 */
export function contentHash(row: RecordedContent): string {
  const { documents, ...rest } = recordedContentOf(row)
  const content = (documents.length === 0 ? rest : { ...rest, documents }) as unknown as CanonicalValue
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

/** Returns the entry of an event of a revision. */
export function revisionEntry(
  kind: EntryDraft['kind'],
  { procedureId, revisionId, revision }: RevisionRow,
  payload: EntryDraft['payload'],
): EntryDraft {
  return {
    kind,
    subject: { type: 'procedure', id: procedureId },
    payload: { revision_id: revisionId, revision, ...payload },
  }
}
