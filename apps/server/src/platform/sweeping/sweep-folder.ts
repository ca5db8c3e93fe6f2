import type { Clock } from '../clock.ts'
import type { Database } from '../db/index.ts'
import type { Storage, StoredObject } from '../storage/index.ts'
import { noteSwept, sweptThrough } from './sweep-store.ts'

/** Parameters of sweeping. */
export interface SweepParts {
  readonly db: Database
  readonly clock: Clock
  readonly storage: Storage
}

/** How long an upload waits to be registered, and a file for its row (decisions, section 10). */
const GRACE_MS = 24 * 60 * 60 * 1000

/** Number of objects looked up in one statement. */
const BATCH = 500

/**
 * Maximum number of objects per sweep and folder, some ten requests to an S3 storage; the next sweep continues there.
 */
const OBJECTS_MAX = 10_000

/** Whether an object has waited for its row longer than any work on it takes. */
export function isForgotten({ clock }: Pick<SweepParts, 'clock'>, object: StoredObject): boolean {
  return clock.now().getTime() - object.modifiedAt.getTime() > GRACE_MS
}

/**
 * Processes the next part of a folder in batches, and stores its position; after the end it starts again. The cost of a
 * sweep is therefore limited, however large the storage. Several processes may sweep simultaneously.
 * @param work processes a batch
 * @param objectsMax maximum number of objects
 */
export async function sweepFolder(
  { db, storage, clock }: SweepParts,
  folder: string,
  work: (objects: readonly StoredObject[]) => Promise<void>,
  objectsMax: number = OBJECTS_MAX,
): Promise<void> {
  const after = await sweptThrough(db.global, folder)
  let batch: StoredObject[] = []
  let seen = 0
  const finish = async (sweptThroughKey: string) => {
    await work(batch)
    batch = []
    await noteSwept(db.global, folder, sweptThroughKey, clock.sqlNow())
  }
  for await (const object of storage.list(folder, after)) {
    batch.push(object)
    seen += 1
    if (batch.length === BATCH || seen === objectsMax) await finish(object.key)
    if (seen === objectsMax) return
  }
  await finish('')
}
