import type { BulkChangeOutcome } from '@plumbline/contract'
import { isOver, type BulkRun } from './bulk-run.ts'

type Outcomes = readonly BulkChangeOutcome[]

/** The runs of this device. */
export interface RunStore {
  read(key: string): Promise<BulkRun | undefined>
  /** The runs of a person, in whichever workspace. */
  of(userId: string): Promise<BulkRun[]>
  add(run: BulkRun): Promise<void>
  /**
   * Changes a run as it is kept now, whichever window has written it last, and keeps the outcomes with it where the
   * change counts another part.
   * Answers undefined for a run that is gone.
   */
  update(key: string, change: (run: BulkRun) => BulkRun, outcomes?: Outcomes): Promise<BulkRun | undefined>
  /** What became of each instrument, in the order of the run. */
  outcomesOf(key: string): Promise<BulkChangeOutcome[]>
  remove(key: string): Promise<void>
}

/** Runs that live as long as the page does: for browsers that keep nothing. */
export function memoryRunStore(): RunStore {
  const runs = new Map<string, BulkRun>()
  const outcomes = new Map<string, BulkChangeOutcome[]>()
  return {
    read: async (key) => runs.get(key),
    of: async (userId) => [...runs.values()].filter((run) => run.userId === userId),
    add: async (run) => {
      runs.set(run.key, run)
    },
    update: async (key, change, told = []) => {
      const kept = runs.get(key)
      if (!kept) return undefined
      const changed = change(kept)
      runs.set(key, changed)
      if (changed.parts > kept.parts) outcomes.set(key, [...(outcomes.get(key) ?? []), ...told])
      return changed
    },
    outcomesOf: async (key) => outcomes.get(key) ?? [],
    remove: async (key) => {
      runs.delete(key)
      outcomes.delete(key)
    },
  }
}

const DATABASE = 'plumbline-bulk-changes'
const RUNS = 'runs'
const OUTCOMES = 'outcomes'

/** Runs in the browser's database, which has room for the outcomes of a whole register. */
function browserRunStore(): RunStore {
  const inMemory = memoryRunStore()
  let opening: Promise<IDBDatabase | null> | undefined
  const open = () => (opening ??= openDatabase())
  /** Where the browser keeps nothing, the page does. */
  const choose = async () => {
    const database = await open()
    return database === null ? inMemory : keptIn(database)
  }
  return {
    read: async (key) => (await choose()).read(key),
    of: async (userId) => (await choose()).of(userId),
    add: async (run) => (await choose()).add(run),
    update: async (key, change, outcomes) => (await choose()).update(key, change, outcomes),
    outcomesOf: async (key) => (await choose()).outcomesOf(key),
    remove: async (key) => (await choose()).remove(key),
  }
}

/** The runs of this browser. */
export const bulkRuns = browserRunStore()

/** Forgets the reports of a person on a device that others use; what is not over stays until they sign in again. */
export async function forgetReportsOf(userId: string): Promise<void> {
  for (const run of await bulkRuns.of(userId)) if (isOver(run)) await bulkRuns.remove(run.key)
}

function openDatabase(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, 1)
      request.addEventListener('upgradeneeded', () => {
        request.result.createObjectStore(RUNS, { keyPath: 'key' })
        request.result.createObjectStore(OUTCOMES)
      })
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => resolve(null))
    } catch {
      resolve(null)
    }
  })
}

/** Every part of one run. */
const partsOf = (key: string) => IDBKeyRange.bound([key, 0], [key, Infinity])

function keptIn(database: IDBDatabase): RunStore {
  const read = (name: string) => database.transaction(name).objectStore(name)
  return {
    read: (key) => answered(read(RUNS).get(key) as IDBRequest<BulkRun | undefined>),
    of: async (userId) => {
      const runs = await answered(read(RUNS).getAll() as IDBRequest<BulkRun[]>)
      return runs.filter((run) => run.userId === userId)
    },
    add: (run) => {
      const work = database.transaction(RUNS, 'readwrite')
      work.objectStore(RUNS).add(run)
      return finished(work)
    },
    update: (key, change, outcomes) => updated(database, key, change, outcomes),
    outcomesOf: async (key) =>
      (await answered(read(OUTCOMES).getAll(partsOf(key)) as IDBRequest<Outcomes[]>)).flat(),
    remove: (key) => {
      const work = database.transaction([RUNS, OUTCOMES], 'readwrite')
      work.objectStore(RUNS).delete(key)
      work.objectStore(OUTCOMES).delete(partsOf(key))
      return finished(work)
    },
  }
}

/** One transaction from reading to writing, so that windows do not overwrite each other. */
async function updated(
  database: IDBDatabase,
  key: string,
  change: (run: BulkRun) => BulkRun,
  outcomes: Outcomes | undefined,
): Promise<BulkRun | undefined> {
  const work = database.transaction([RUNS, OUTCOMES], 'readwrite')
  const kept = await answered(work.objectStore(RUNS).get(key) as IDBRequest<BulkRun | undefined>)
  if (!kept) return undefined
  const changed = change(kept)
  work.objectStore(RUNS).put(changed)
  if (outcomes && changed.parts > kept.parts) work.objectStore(OUTCOMES).put(outcomes, [key, kept.parts])
  await finished(work)
  return changed
}

function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}

function finished(work: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    work.addEventListener('complete', () => resolve())
    work.addEventListener('abort', () => reject(work.error))
  })
}
