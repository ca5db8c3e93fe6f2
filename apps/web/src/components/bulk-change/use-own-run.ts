import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BulkChange } from '@plumbline/contract'
import { newKey } from '../../base/retrying.ts'
import { useBulkChange } from '../../state/bulk-changes/bulk-changes.ts'
import type { BulkRun, BulkSubject } from '../../state/bulk-changes/bulk-run.ts'

/** A change of many as a dialog begins it. */
export interface OwnRun {
  /** Undefined before it was begun. */
  readonly run: BulkRun | undefined
  readonly isSending: boolean
  readonly begin: (change: BulkChange, reason: string) => Promise<void>
}

/** The run that this dialog begins. What the server refuses goes back to where it was typed. */
export function useOwnRun(subject: BulkSubject, onRefused: (failure: unknown) => void): OwnRun {
  const { latest, begin: send } = useBulkChange()
  const [id, setId] = useState<string>()
  const [isSending, setSending] = useState(false)
  // The same change that is sent again, after a response that was lost, is the same request.
  const sent = useRef({ content: '', key: '' })
  const begin = async (change: BulkChange, reason: string) => {
    const content = JSON.stringify([change, reason])
    if (sent.current.content !== content) sent.current = { content, key: newKey() }
    setSending(true)
    try {
      setId(await send(subject, change, reason, sent.current.key))
    } catch (failure) {
      onRefused(failure)
    } finally {
      setSending(false)
    }
  }
  return { run: latest?.id === id ? latest : undefined, isSending, begin }
}

/** Calls once a run has succeeded. */
export function useSuccess(run: BulkRun | undefined, onDone: () => void): void {
  const state = run?.state
  const onSuccess = useEffectEvent(onDone)
  useEffect(() => {
    if (state === 'succeeded') onSuccess()
  }, [state])
}
