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

/** A runner of its own; the application has one. */
export function bulkRunner({ store, partAfter, ask, after, alone, announce }: RunnerDeps): BulkRunner {
  const waits = new Map<string, Wait>()
  const working = new Set<string>()
  const listeners = new Set<() => void>()
  let owner: string | null = null
  let known: readonly BulkRun[] = []
  let seen: readonly SeenRun[] = []

  const publish = () => {
    seen = known.map((run) => ({ run, waiting: waits.get(run.key)?.why ?? null }))
    for (const listener of listeners) listener()
  }
  async function reread(): Promise<void> {
    const asked = owner
    const runs = asked === null ? [] : await store.of(asked)
    if (asked !== owner) return
    known = runs.toSorted((a, b) => (a.begunAt < b.begunAt ? 1 : -1))
    publish()
  }
  async function change(
    key: string,
    by: (run: BulkRun) => BulkRun,
    outcomes?: readonly BulkChangeOutcome[],
  ): Promise<BulkRun | undefined> {
    const run = await store.update(key, by, outcomes)
    await reread()
    announce()
    return run
  }

  /** Asks for parts until nothing is left, somebody stops it, or its person has gone. */
  async function walk(key: string): Promise<void> {
    let run = await store.read(key)
    while (run?.status === 'running' && run.userId === owner) {
      const part: Part = run.pending ?? (await partAfter(run, run.place!))
      run = await change(key, (kept) => ({ ...kept, pending: part }))
      if (run?.status !== 'running') return
      const outcomes = part.ids.length === 0 ? [] : await ask(run, part.ids)
      waits.delete(key)
      const { parts } = run
      run = await change(key, (kept) => advanced(kept, parts, outcomes), outcomes)
    }
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
  async function resume(): Promise<void> {
    await reread()
    for (const { key, status } of known) if (status === 'running') void work(key)
  }
  async function pause(key: string, error: unknown): Promise<void> {
    const why = doubtOf(error)
    if (why === null) {
      waits.delete(key)
      await change(key, (run) => ({ ...run, status: 'stopped', failure: failureOf(error) }))
      return
    }
    const tries = waits.get(key)?.tries ?? 0
    const cancel = why === 'signed_out' ? () => undefined : after(retryDelay(tries), () => void work(key))
    waits.set(key, { why, tries: tries + 1, cancel })
    publish()
  }

  return {
    take: (userId) => {
      owner = userId
      void resume()
      return () => {
        owner = null
        known = []
        for (const { cancel } of waits.values()) cancel()
        waits.clear()
        publish()
      }
    },
    begin: async (run) => {
      for (const earlier of known) {
        if (isOver(earlier) && earlier.workspaceId === run.workspaceId) await store.remove(earlier.key)
      }
      await store.add(run)
      await reread()
      announce()
      void work(run.key)
    },
    stop: async (key) => {
      await change(key, (run) => (isOver(run) ? run : { ...run, status: 'stopped', failure: null }))
      waits.get(key)?.cancel()
      waits.delete(key)
      publish()
    },
    goOn: async (key) => {
      await change(key, (run) => (isOver(run) ? run : { ...run, status: 'running', failure: null }))
      void work(key)
    },
    end: async (key) => {
      await change(key, (run) => (isOver(run) ? run : { ...run, status: 'ended', isSeen: true }))
    },
    see: async (key) => {
      await change(key, (run) => ({ ...run, isSeen: true }))
    },
    forget: async (key) => {
      await store.remove(key)
      await reread()
      announce()
    },
    retryAll: () => {
      for (const key of waits.keys()) void work(key)
    },
    reread,
    runs: () => seen,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function failureOf(error: unknown): RunFailure {
  const { status, code, message, details } = error as RunFailure
  return { status, code, message, details }
}
