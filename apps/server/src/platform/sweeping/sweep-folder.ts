import type { Clock } from '../clock.ts'
import type { Database } from '../db/index.ts'
import type { Storage, StoredObject } from '../storage/index.ts'
import { noteSwept, sweptThrough } from './sweep-store.ts'

/** What sweeping works with. */
export interface SweepParts {
  readonly db: Database
  readonly clock: Clock
  readonly storage: Storage
}

/** How long an upload waits to be registered, and a file for its row (decisions, section 10). */
const KEPT_MS = 24 * 60 * 60 * 1000

/** Objects looked up in one statement. */
const BATCH = 500

/** Objects that one sweep looks at in each folder, some ten requests to an S3 storage; the next one goes on there. */
const OBJECTS_MAX = 10_000

/** Whether an object has waited for its row longer than any work on it takes. */
export function isForgotten({ clock }: Pick<SweepParts, 'clock'>, object: StoredObject): boolean {
  return clock.now().getTime() - object.modifiedAt.getTime() > KEPT_MS
}

/**
 * Goes through the next part of a folder, batch by batch, and keeps the place; after the end it begins anew. So the
 * largest storage costs no more than a part in each sweep. Any number of processes may sweep at once.
 * @param work does with a batch what is to be done
 * @param objectsMax how many objects it looks at
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
