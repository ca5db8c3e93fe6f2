import { availableParallelism } from 'node:os'
import { ledgerSize, listLedgers } from '../modules/ledger/index.ts'
import { createLimiter } from '../platform/limiter.ts'
import type { Runtime } from '../runtime.ts'
import { createLedgerThreads, type LedgerThreads } from '../verify-thread.ts'
import { requireWorkspace } from './workspace.ts'

/** A thread takes half a second to start; smaller ledgers are completed in that time. */
const THREAD_ENTRIES_MIN = 20_000

/** Processes one ledger, either in this process or in a separate thread. */
export interface LedgerWork<Report> {
  readonly here: (workspaceId: string) => Promise<Report>
  readonly inThread: (threads: LedgerThreads, workspaceId: string) => Promise<Report>
}

/** Returns the workspaces of a command: the named one, or all that have a ledger. */
export async function workspacesOf(runtime: Runtime, workspace: string | undefined): Promise<string[]> {
  if (workspace === undefined) return listLedgers(runtime.db.global)
  await requireWorkspace(runtime, workspace)
  return [workspace]
}

/** Processes several ledgers: as many at a time as there are processors, large ones in threads. */
export async function overLedgers<Report>(
  runtime: Runtime,
  workspaceIds: readonly string[],
  { here, inThread }: LedgerWork<Report>,
): Promise<Report[]> {
  const threads = createLedgerThreads(runtime)
  const limit = createLimiter(availableParallelism())
  // One at a time in this process, which has only one thread for them.
  const oneAtATime = createLimiter(1)
  return Promise.all(
    workspaceIds.map((id) =>
      limit(async () => {
        const isLarge = (await ledgerSize(runtime.db.in(id))) >= THREAD_ENTRIES_MIN
        return isLarge ? inThread(threads, id) : oneAtATime(() => here(id))
      }),
    ),
  )
}
