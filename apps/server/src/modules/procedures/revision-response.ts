import { tagOf, type Response } from '../../platform/http/index.ts'
import { contentHash } from './ledger-payload.ts'
import type { RevisionRow } from './revision.ts'
import { serializeRevision } from './serialize.ts'

/** The response that shows a revision, with its version. */
export function respondWithRevision(row: RevisionRow): Response {
  return { body: serializeRevision(row), headers: { etag: versionOf(row) } }
}

/** Of the hash of what it says: the database keeps members in an order of its own. */
export function versionOf(row: RevisionRow): string {
  return tagOf({ revision: row.revision, state: row.state, content: contentHash(row) })
}
