import type { StoredObject } from '../../platform/storage/index.ts'
import type { DocumentParts } from './parts.ts'
import { DOCUMENTS_FOLDER, readDocumentKey, UPLOADS_FOLDER } from './rules/upload-key.ts'
import { knownDocuments } from './store.ts'

type SweepParts = Pick<DocumentParts, 'db' | 'clock' | 'storage'>

/** How long an upload waits to be registered, and a file for its row (decisions, section 10). */
const KEPT_MS = 24 * 60 * 60 * 1000

/** Objects looked up in one statement. */
const BATCH = 500

/** What a sweep removed. */
export interface Swept {
  uploads: number
  orphans: number
}

/**
 * Removes uploads that were not registered within a day, and files whose registration was cut off
 * by a crash. Any number of processes may sweep at once.
 */
export async function sweepUploads(parts: SweepParts): Promise<Swept> {
  const { storage } = parts
  await storage.sweepUnfinished()
  let uploads = 0
  for await (const object of storage.list(UPLOADS_FOLDER)) {
    if (!isOld(parts, object)) continue
    await storage.delete(object.key)
    uploads += 1
  }
  let orphans = 0
  for await (const key of orphanedFiles(parts)) {
    await storage.delete(key)
    orphans += 1
  }
  return { uploads, orphans }
}

/** Keys of files older than a day that no document refers to. */
export async function* orphanedFiles(parts: SweepParts): AsyncIterable<string> {
  let batch: string[] = []
  for await (const object of parts.storage.list(DOCUMENTS_FOLDER)) {
    if (!isOld(parts, object)) continue
    batch.push(object.key)
    if (batch.length === BATCH) {
      yield* await withoutDocument(parts, batch)
      batch = []
    }
  }
  yield* await withoutDocument(parts, batch)
}

function isOld({ clock }: SweepParts, object: StoredObject): boolean {
  return clock.now().getTime() - object.modifiedAt.getTime() > KEPT_MS
}

async function withoutDocument({ db }: SweepParts, keys: readonly string[]): Promise<string[]> {
  const read = keys.map((key) => ({ key, ...readDocumentKey(key) }))
  const byWorkspace = Map.groupBy(read, (object) => object.workspaceId)
  const orphans: string[] = []
  for (const [workspaceId, objects] of byWorkspace) {
    const ids = objects.map((object) => object.documentId).filter((id) => id !== undefined)
    const known = workspaceId === undefined ? [] : await knownDocuments(db.in(workspaceId), ids)
    const kept = new Set<string | undefined>(known)
    orphans.push(...objects.filter((object) => !kept.has(object.documentId)).map((object) => object.key))
  }
  return orphans
}
