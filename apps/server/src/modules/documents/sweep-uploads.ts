import { whileUnclaimed } from '../../platform/claims/index.ts'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { isForgotten, sweepFolder, type SweepParts } from '../../platform/sweeping/index.ts'
import { findSettings } from '../workspaces/index.ts'
import { findDocuments as findDocumentsOfProcedures } from '../procedures/index.ts'
import { DOCUMENTS_FOLDER, readDocumentKey, UPLOADS_FOLDER } from './rules/upload-key.ts'
import { knownDocuments } from './store.ts'
import { documentClaim } from './take-file.ts'

/** Number of objects looked up per statement. */
const BATCH = 500

/** The counts of what a sweep removed. */
export interface Swept {
  uploads: number
  orphans: number
}

/**
 * Removes uploads that were not registered within a day, and files whose registration was interrupted by a crash,
 * except those of registrations in progress. Examines the next part of each folder (`sweepFolder`).
 * @param objectsMax maximum number of objects per folder to examine
 */
export async function sweepUploads(parts: SweepParts, objectsMax?: number): Promise<Swept> {
  const { storage } = parts
  await storage.sweepUnfinished()
  let uploads = 0
  const removeUploads: Parameters<typeof sweepFolder>[2] = async (objects) => {
    for (const object of objects.filter((each) => isForgotten(parts, each))) {
      await storage.delete(object.key)
      uploads += 1
    }
  }
  await sweepFolder(parts, UPLOADS_FOLDER, removeUploads, objectsMax)
  let orphans = 0
  const removeOrphans: typeof removeUploads = async (objects) => {
    const keys = objects.filter((each) => isForgotten(parts, each)).map(({ key }) => key)
    for (const key of await withoutDocument(parts, keys)) {
      if (await removeOrphan(parts, key)) orphans += 1
    }
  }
  await sweepFolder(parts, DOCUMENTS_FOLDER, removeOrphans, objectsMax)
  return { uploads, orphans }
}

/**
 * Removes a file that belongs to no document and no procedure, while nobody can register it; returns whether it was
 * removed.
 */
async function removeOrphan(parts: SweepParts, key: string): Promise<boolean> {
  const { db, storage } = parts
  const read = readDocumentKey(key)
  if (!read || !(await findSettings(db.in(read.workspaceId)))) {
    await storage.delete(key)
    return true
  }
  return whileUnclaimed(db, read.workspaceId, documentClaim(read.documentId), async () => {
    // Checked again because it may have been registered between the first check and the claim.
    const isOrphan = (await withoutDocument(parts, [key])).length > 0
    if (isOrphan) await storage.delete(key)
    return isOrphan
  })
}

/** Yields keys of files older than a day to which no document and no procedure refers. */
export async function* orphanedFiles(parts: SweepParts): AsyncIterable<string> {
  let batch: string[] = []
  for await (const object of parts.storage.list(DOCUMENTS_FOLDER)) {
    if (!isForgotten(parts, object)) continue
    batch.push(object.key)
    if (batch.length === BATCH) {
      yield* await withoutDocument(parts, batch)
      batch = []
    }
  }
  yield* await withoutDocument(parts, batch)
}

async function withoutDocument({ db }: SweepParts, keys: readonly string[]): Promise<string[]> {
  const read = keys.map((key) => ({ key, ...readDocumentKey(key) }))
  const byWorkspace = Map.groupBy(read, (object) => object.workspaceId)
  const orphans: string[] = []
  for (const [workspaceId, objects] of byWorkspace) {
    const ids = objects.map((object) => object.documentId).filter((id) => id !== undefined)
    const inUse = new Set<string | undefined>(
      workspaceId === undefined ? [] : await knownOf(db.in(workspaceId), ids),
    )
    orphans.push(...objects.filter((object) => !inUse.has(object.documentId)).map((object) => object.key))
  }
  return orphans
}

/** Returns those of the IDs that are IDs of documents of instruments or procedures. */
async function knownOf(queries: WorkspaceQueries, ids: readonly string[]): Promise<string[]> {
  const known = await knownDocuments(queries, ids)
  const others = await findDocumentsOfProcedures(queries, ids)
  return [...known, ...others.map(({ id }) => id)]
}
