import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BULK_CHANGE_MAX } from '@plumbline/contract'
import { ApiFailure } from '../../api/index.ts'
import { START, type BulkSubject } from '../../state/bulk-changes/bulk-run.ts'
import { partAfter } from '../../state/bulk-changes/walk-parts.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** The state of processing many instruments in batches. */
export interface Walk<Outcome> {
  readonly state: 'running' | 'stopped' | 'done'
  readonly outcomes: readonly Outcome[]
  /** The error that stopped it; undefined if the user stopped it. */
  readonly failure: unknown
  readonly stop: () => void
  readonly goOn: () => void
}

/**
 * Processes instruments in batches and collects the responses. It starts when it is first shown, stops on request or on
 * an error, and can be resumed; it resumes automatically when the network returns.
 */
export function useWalk<Outcome>(
  subject: BulkSubject,
  ask: (ids: readonly string[]) => Promise<readonly Outcome[]>,
): Walk<Outcome> {
  const { api } = useWorkspace()
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [state, setState] = useState<Walk<Outcome>['state']>('running')
  const [failure, setFailure] = useState<unknown>()
  const cursor = useRef<string | null>(START)
  const run = useRef({ isWanted: true, isOn: false })
  const walk = async () => {
    run.current.isWanted = true
    if (run.current.isOn) return
    run.current.isOn = true
    setState('running')
    setFailure(undefined)
    try {
      while (cursor.current !== null && run.current.isWanted) {
        const { ids, next } = await partAfter(api, subject, cursor.current, BULK_CHANGE_MAX)
        const responded = ids.length === 0 ? [] : await ask(ids)
        cursor.current = next
        setOutcomes((before) => [...before, ...responded])
      }
      setState(cursor.current === null ? 'done' : 'stopped')
    } catch (error) {
      setFailure(error)
      setState('stopped')
    } finally {
      run.current.isOn = false
    }
  }
  const stop = () => {
    run.current.isWanted = false
  }
  useShown({ walk, stop })
  useGoingOn(failure, () => void walk())
  return { state, outcomes, failure, stop, goOn: () => void walk() }
}

/** Runs while the component is mounted. */
function useShown(actions: { walk: () => Promise<void>; stop: () => void }) {
  const walk = useEffectEvent(actions.walk)
  const stop = useEffectEvent(actions.stop)
  useEffect(() => {
    void walk()
    return () => stop()
  }, [])
}

function useGoingOn(failure: unknown, goOn: () => void) {
  const onOnline = useEffectEvent(goOn)
  const isLost = failure instanceof ApiFailure && failure.code === 'OFFLINE'
  useEffect(() => {
    if (!isLost) return undefined
    const listener = () => onOnline()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [isLost])
}
