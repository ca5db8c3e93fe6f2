import { useSyncExternalStore } from 'react'
import type { BulkChangeOutcome, BulkChangeOutcomes } from '@plumbline/contract'
import { APP_API, send, workspaceApi } from '../api.ts'
import { SIGNED_IN_EVENT } from '../session.ts'
import { bulkRunner, type SeenRun } from './bulk-runner.ts'
import { bulkRuns } from './run-store.ts'
import { partAfter } from './walk-parts.ts'

/** A network that has gone silent is taken for lost after this long. */
const ANSWER_WITHIN_MS = 60_000

/** Instruments of one request: few enough that progress is seen, many enough that it stays quick. */
const PART = 50

/** What windows of one browser take turns and tell each other by. */
const NAME = 'plumbline-bulk-changes'

const channel = new BroadcastChannel(NAME)

/** The runner of this window. */
export const bulkChanges = bulkRunner({
  store: bulkRuns,
  partAfter: ({ workspaceId, subject }, place) => partAfter(workspaceApi(workspaceId), subject, place, PART),
  ask: async ({ workspaceId, key, change, reason }, ids) => {
    const { body } = await send<BulkChangeOutcomes>(
      'POST',
      `${APP_API}/workspaces/${workspaceId}/instruments/bulk-change`,
      {
        body: { instrument_ids: ids, change, reason },
        headers: { 'idempotency-key': key },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      },
    )
    return body.results
  },
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
  // Where a page came over plain http there are no locks; the server still changes nothing twice.
  alone: async (key, work) => {
    if ('locks' in navigator) await navigator.locks.request(`${NAME}:${key}`, work)
    else await work()
  },
  // A channel, unlike a window, has no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  announce: () => channel.postMessage(null),
})

/**
 * Takes up what a person was changing when the window closed, and goes on whenever the network comes back or they
 * have signed in again. Answers how to stop listening.
 */
export function resumeBulkChanges(userId: string): () => void {
  const letGo = bulkChanges.take(userId)
  const retry = () => bulkChanges.retryAll()
  const reread = () => void bulkChanges.reread()
  addEventListener('online', retry)
  addEventListener(SIGNED_IN_EVENT, retry)
  channel.addEventListener('message', reread)
  return () => {
    removeEventListener('online', retry)
    removeEventListener(SIGNED_IN_EVENT, retry)
    channel.removeEventListener('message', reread)
    letGo()
  }
}

/** The person's runs in a workspace, the latest first. */
export function useBulkRuns(workspaceId: string): SeenRun[] {
  const runs = useSyncExternalStore(bulkChanges.subscribe, bulkChanges.runs)
  return runs.filter(({ run }) => run.workspaceId === workspaceId)
}

/** What became of each instrument of a run. */
export function outcomesOf(key: string): Promise<BulkChangeOutcome[]> {
  return bulkRuns.outcomesOf(key)
}
