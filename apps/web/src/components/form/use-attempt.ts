import { useRef, useState, type FormEvent } from 'react'

/** An action started by the user, which can be repeated if it was refused. */
export interface Attempt {
  /** Whether an attempt is in progress. */
  busy: boolean
  /** The error of the last attempt; undefined once another one has started. */
  error: unknown
  /** Performs the work, unless an attempt is in progress, and stores the error if it fails. */
  attempt: (work: () => Promise<unknown>) => Promise<void>
  /** Performs the work once the attempt in progress has ended, for what must not be lost, such as a chosen file. */
  attemptNext: (work: () => Promise<unknown>) => Promise<void>
  /** Clears the error. */
  forget: () => void
}

/**
 * Performs one action at a time, however fast the clicks, and stores its error.
 * @param keep converts a failure to the stored error; nothing if it is shown elsewhere
 */
export function useAttempt(keep: (failure: unknown) => unknown = (failure) => failure): Attempt {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const underWay = useRef<Promise<void> | null>(null)
  const perform = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(keep(failure))
    } finally {
      underWay.current = null
      setBusy(false)
    }
  }
  const attempt = async (work: () => Promise<unknown>) => {
    if (underWay.current) return
    await (underWay.current = perform(work))
  }
  const attemptNext = async (work: () => Promise<unknown>) => {
    while (underWay.current) await underWay.current
    await attempt(work)
  }
  return { busy, error, attempt, attemptNext, forget: () => setError(undefined) }
}

/** Returns an `onSubmit` handler that prevents navigation. */
export function submitting(submit: () => unknown) {
  return (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
}
