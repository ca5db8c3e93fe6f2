import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BulkChange } from '@plumbline/contract'
import { newKey } from '../../base/retrying.ts'
import { useBulkChange } from '../../state/bulk-changes/bulk-changes.ts'
import type { BulkRun, BulkSubject } from '../../state/bulk-changes/bulk-run.ts'

/** A bulk change started by a dialog. */
export interface OwnRun {
  /** Undefined until it has started. */
  readonly run: BulkRun | undefined
  readonly isSending: boolean
  readonly begin: (change: BulkChange, reason: string) => Promise<void>
}

/** Returns the bulk change of this dialog. If the server refuses it, the dialog returns to the form. */
export function useOwnRun(subject: BulkSubject, onRefused: (failure: unknown) => void): OwnRun {
  const { latest, begin: send } = useBulkChange()
  const [id, setId] = useState<string>()
  const [isSending, setSending] = useState(false)
  // Repeating the same change after a lost response uses the same key.
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

/** Calls back once a bulk change has succeeded. */
export function useSuccess(run: BulkRun | undefined, onDone: () => void): void {
  const state = run?.state
  const onSuccess = useEffectEvent(onDone)
  useEffect(() => {
    if (state === 'succeeded') onSuccess()
  }, [state])
}
