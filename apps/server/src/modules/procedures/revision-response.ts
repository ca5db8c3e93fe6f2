import { tagOf, type Response } from '../../platform/http/index.ts'
import { contentHash } from './ledger-payload.ts'
import type { RevisionRow } from './revision.ts'
import { serializeRevision } from './serialize.ts'

/** Returns the response that contains a revision, with its version. */
export function respondWithRevision(row: RevisionRow): Response {
  return { body: serializeRevision(row), headers: { etag: versionOf(row) } }
}

/** Returns a version derived from the hash of the content, because the database reorders members. */
export function versionOf(row: RevisionRow): string {
  return tagOf({ revision: row.revision, state: row.state, content: contentHash(row) })
}
