import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BULK_CHANGE_MAX } from '@plumbline/contract'
import { ApiFailure } from '../../api/index.ts'
import { START, type BulkSubject } from '../../state/bulk-changes/bulk-run.ts'
import { partAfter } from '../../state/bulk-changes/next-part.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** The state of processing many instruments in batches. */
export interface BatchRun<Outcome> {
  readonly state: 'running' | 'stopped' | 'done'
  readonly outcomes: readonly Outcome[]
  /** The error that stopped it; undefined if the user stopped it. */
  readonly failure: unknown
  readonly stop: () => void
  readonly resume: () => void
}

/**
 * Processes instruments in batches and collects the responses. It starts when it is first shown, stops on request or on
 * an error, and can be resumed; it resumes automatically when the network returns.
 */
export function useBatchRun<Outcome>(
  subject: BulkSubject,
  send: (ids: readonly string[]) => Promise<readonly Outcome[]>,
): BatchRun<Outcome> {
  const { api } = useWorkspace()
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [state, setState] = useState<BatchRun<Outcome>['state']>('running')
  const [failure, setFailure] = useState<unknown>()
  const cursor = useRef<string | null>(START)
  const status = useRef({ isWanted: true, isOn: false })
  const run = async () => {
    status.current.isWanted = true
    if (status.current.isOn) return
    status.current.isOn = true
    setState('running')
    setFailure(undefined)
    try {
      while (cursor.current !== null && status.current.isWanted) {
        const { ids, next } = await partAfter(api, subject, cursor.current, BULK_CHANGE_MAX)
        const responded = ids.length === 0 ? [] : await send(ids)
        cursor.current = next
        setOutcomes((before) => [...before, ...responded])
      }
      setState(cursor.current === null ? 'done' : 'stopped')
    } catch (error) {
      setFailure(error)
      setState('stopped')
    } finally {
      status.current.isOn = false
    }
  }
  const stop = () => {
    status.current.isWanted = false
  }
  useShown({ run, stop })
  useResumption(failure, () => void run())
  return { state, outcomes, failure, stop, resume: () => void run() }
}

/** Runs while the component is mounted. */
function useShown(actions: { run: () => Promise<void>; stop: () => void }) {
  const run = useEffectEvent(actions.run)
  const stop = useEffectEvent(actions.stop)
  useEffect(() => {
    void run()
    return () => stop()
  }, [])
}

function useResumption(failure: unknown, resume: () => void) {
  const onOnline = useEffectEvent(resume)
  const isLost = failure instanceof ApiFailure && failure.code === 'OFFLINE'
  useEffect(() => {
    if (!isLost) return undefined
    const listener = () => onOnline()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [isLost])
}
