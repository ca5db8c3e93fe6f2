import { useEffect } from 'react'
import { workspaceApi } from '../../api/index.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** The server's clock and this one differ by less, as a rule; then it is asked again. */
const GRACE_MS = 1000

/** Timers of browsers count no further than some weeks; in between an end may have been moved. */
const LOOK_EVERY_MS_MAX = 60 * 60_000

/**
 * Asks the server at the moment at which an auditor's access was said to end, so that an open page does not
 * outlive it. The refusal is heard as that of any other request.
 */
export function useAskAtAccessEnd(): void {
  const { workspaceId, accessEndsAt } = useWorkspace()
  useEffect(() => {
    if (accessEndsAt === null) return undefined
    const wait = Math.max(0, Date.parse(accessEndsAt) - Date.now()) + GRACE_MS
    // Silence and faults wait for the next time.
    const ask = () =>
      void workspaceApi(workspaceId)
        .getWorkspace()
        .catch(() => undefined)
    const timer = setInterval(ask, Math.min(wait, LOOK_EVERY_MS_MAX))
    return () => clearInterval(timer)
  }, [accessEndsAt, workspaceId])
}
