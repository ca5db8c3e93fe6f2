import type { StoredObject } from '../../platform/storage/index.ts'
import type { DocumentParts } from './parts.ts'
import { DOCUMENTS_FOLDER, readDocumentKey, UPLOADS_FOLDER } from './rules/upload-key.ts'
import { knownDocuments } from './store.ts'
import { noteSwept, sweptThrough } from './sweep-store.ts'

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

/** Objects that one sweep looks at in each folder, some ten requests to an S3 storage; the next one goes on there. */
const OBJECTS_MAX = 10_000

/**
 * Removes uploads that were not registered within a day, and files whose registration was cut off by a crash. It
 * looks at a part of each folder and goes on from there the next time, so that the largest storage costs no more
 * than a part an hour. Any number of processes may sweep at once.
 * @param objectsMax how many objects of each folder it looks at
 */
export async function sweepUploads(parts: SweepParts, objectsMax = OBJECTS_MAX): Promise<Swept> {
  const { storage } = parts
  await storage.sweepUnfinished()
  let uploads = 0
  await forPart(parts, UPLOADS_FOLDER, objectsMax, async (objects) => {
    for (const object of objects.filter((each) => isOld(parts, each))) {
      await storage.delete(object.key)
      uploads += 1
    }
  })
  let orphans = 0
  await forPart(parts, DOCUMENTS_FOLDER, objectsMax, async (objects) => {
    const keys = objects.filter((each) => isOld(parts, each)).map(({ key }) => key)
    for (const key of await withoutDocument(parts, keys)) {
      await storage.delete(key)
      orphans += 1
    }
  })
  return { uploads, orphans }
}

/** Goes through the next part of a folder, batch by batch, and keeps the place; after the end it begins anew. */
async function forPart(
  { db, storage, clock }: SweepParts,
  folder: string,
  objectsMax: number,
  work: (objects: readonly StoredObject[]) => Promise<void>,
): Promise<void> {
  const after = await sweptThrough(db.global, folder)
  let batch: StoredObject[] = []
  let seen = 0
  const finish = async (place: string) => {
    await work(batch)
    batch = []
    await noteSwept(db.global, folder, place, clock.sqlNow())
  }
  for await (const object of storage.list(folder, after)) {
    batch.push(object)
    seen += 1
    if (batch.length === BATCH || seen === objectsMax) await finish(object.key)
    if (seen === objectsMax) return
  }
  await finish('')
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
