import type { BulkChangeOutcome } from '@plumbline/contract'
import { doubtOf, retryDelay, type Doubt } from '../retrying.ts'
import { advanced, isOver, type BulkRun, type Part, type RunFailure } from './bulk-run.ts'
import type { RunStore } from './run-store.ts'

/** A run as this window sees it. */
export interface SeenRun {
  readonly run: BulkRun
  /** Why it waits that would go on. */
  readonly waiting: Doubt | null
}

/** Leads changes of many to their end, part by part, whichever page is open and whatever the network does. */
export interface BulkRunner {
  /** Takes up the runs of a person; answers how to let go of them. */
  take(userId: string): () => void
  /** Keeps a run and begins with it. */
  begin(run: BulkRun): Promise<void>
  /** Stops after the part that is on its way. */
  stop(key: string): Promise<void>
  goOn(key: string): Promise<void>
  /** Gives up the rest; what is done stays done. */
  end(key: string): Promise<void>
  /** Remembers that its person has looked at how it ended. */
  see(key: string): Promise<void>
  /** Forgets a run and its report. */
  forget(key: string): Promise<void>
  /** Tries everything that waits at once: the network is back, or somebody has signed in. */
  retryAll(): void
  /** Reads again what another window has written. */
  reread(): Promise<void>
  /** The runs of the person, the latest first. */
  readonly runs: () => readonly SeenRun[]
  readonly subscribe: (listener: () => void) => () => void
}

/** What a runner needs of its surroundings. */
export interface RunnerDeps {
  readonly store: RunStore
  /** The instruments after a place. */
  readonly partAfter: (run: BulkRun, place: string) => Promise<Part>
  /** Changes those of a part under the key of the run. */
  readonly ask: (run: BulkRun, ids: readonly string[]) => Promise<readonly BulkChangeOutcome[]>
  /** Runs something later; answers how to call it off. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** Does the work of a run while no other window does it. */
  readonly alone: (key: string, work: () => Promise<void>) => Promise<void>
  /** Lets other windows know that something was written. */
  readonly announce: () => void
}

interface Wait {
  readonly why: Doubt
  readonly tries: number
  readonly cancel: () => void
}

/** The runs of one person at a time as this window knows them, and who is told when they change. */
function watchedRuns({ store, announce }: RunnerDeps) {
  const waits = new Map<string, Wait>()
  const listeners = new Set<() => void>()
  let owner: string | null = null
  let known: readonly BulkRun[] = []
  let seen: readonly SeenRun[] = []
  const publish = () => {
    seen = known.map((run) => ({ run, waiting: waits.get(run.key)?.why ?? null }))
    for (const listener of listeners) listener()
  }
  const reread = async () => {
    const asked = owner
    const runs = asked === null ? [] : await store.of(asked)
    if (asked !== owner) return
    known = runs.toSorted((a, b) => (a.begunAt < b.begunAt ? 1 : -1))
    publish()
  }
  return {
    waits,
    publish,
    reread,
    known: () => known,
    isOf: (userId: string) => userId === owner,
    own: (userId: string) => {
      owner = userId
    },
    letGo: () => {
      owner = null
      known = []
      for (const { cancel } of waits.values()) cancel()
      waits.clear()
      publish()
    },
    /** Does what writes to the store; this window and others see it at once. */
    write: async <Written>(writing: Promise<Written>): Promise<Written> => {
      const written = await writing
      await reread()
      announce()
      return written
    },
    runs: () => seen,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Does the work of runs; each is walked once at a time, and waits where nobody knows whether a part arrived. */
function runWorker(
  { store, partAfter, ask, after, alone }: RunnerDeps,
  { waits, publish, write, isOf }: ReturnType<typeof watchedRuns>,
): (key: string) => Promise<void> {
  const working = new Set<string>()

  /** Asks for parts until nothing is left, somebody stops it, or its person has gone. */
  async function walk(key: string): Promise<void> {
    let run = await store.read(key)
    while (run?.status === 'running' && isOf(run.userId)) {
      const part: Part = run.pending ?? (await partAfter(run, run.place!))
      run = await write(store.update(key, (kept) => ({ ...kept, pending: part })))
      if (run?.status !== 'running') return
      const outcomes = part.ids.length === 0 ? [] : await ask(run, part.ids)
      waits.delete(key)
      const { parts } = run
      run = await write(store.update(key, (kept) => advanced(kept, parts, outcomes), outcomes))
    }
  }
  async function pause(key: string, error: unknown): Promise<void> {
    const why = doubtOf(error)
    if (why === null) {
      waits.delete(key)
      await write(store.update(key, (run) => ({ ...run, status: 'stopped', failure: failureOf(error) })))
      return
    }
    const tries = waits.get(key)?.tries ?? 0
    const cancel = why === 'signed_out' ? () => undefined : after(retryDelay(tries), () => void work(key))
    waits.set(key, { why, tries: tries + 1, cancel })
    publish()
  }
  async function work(key: string): Promise<void> {
    if (working.has(key)) return
    working.add(key)
    waits.get(key)?.cancel()
    const failed = await alone(key, () => walk(key)).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    working.delete(key)
    if (failed) await pause(key, failed.error)
    else waits.delete(key)
  }
  return work
}

/** A runner of its own; the application has one. */
export function bulkRunner(deps: RunnerDeps): BulkRunner {
  const { store } = deps
  const watched = watchedRuns(deps)
  const { waits, publish, reread, known, own, letGo, write, runs, subscribe } = watched
  const work = runWorker(deps, watched)
  const changeOpen = (key: string, changed: Partial<BulkRun>) =>
    write(store.update(key, (run) => (isOver(run) ? run : { ...run, ...changed })))
  const resume = async () => {
    await reread()
    for (const { key, status } of known()) if (status === 'running') void work(key)
  }
  return {
    take: (userId) => {
      own(userId)
      void resume()
      return letGo
    },
    begin: async (run) => {
      for (const earlier of known()) {
        if (isOver(earlier) && earlier.workspaceId === run.workspaceId) await store.remove(earlier.key)
      }
      await write(store.add(run))
      void work(run.key)
    },
    stop: async (key) => {
      await changeOpen(key, { status: 'stopped', failure: null })
      waits.get(key)?.cancel()
      waits.delete(key)
      publish()
    },
    goOn: async (key) => {
      await changeOpen(key, { status: 'running', failure: null })
      void work(key)
    },
    end: async (key) => {
      await changeOpen(key, { status: 'ended', isSeen: true })
    },
    see: async (key) => {
      await write(store.update(key, (run) => ({ ...run, isSeen: true })))
    },
    forget: (key) => write(store.remove(key)),
    retryAll: () => {
      for (const key of waits.keys()) void work(key)
    },
    reread,
    runs,
    subscribe,
  }
}

function failureOf(error: unknown): RunFailure {
  const { status, code, message, details } = error as RunFailure
  return { status, code, message, details }
}
