import { useRef, useState, type FormEvent } from 'react'

/** Something that a person sets off, and may set off again when it was refused. */
export interface Attempt {
  /** Whether one is under way. */
  busy: boolean
  /** What refused the last one; undefined once another has begun. */
  error: unknown
  /** Does the work, unless another is under way, and keeps what it throws. */
  attempt: (work: () => Promise<unknown>) => Promise<void>
  /** Forgets what was refused. */
  forget: () => void
}

/**
 * Does one thing at a time, however fast the clicks, and keeps what refused it.
 * @param keep what to keep of a refusal: its words at this place, or nothing where it is shown elsewhere
 */
export function useAttempt(keep: (failure: unknown) => unknown = (failure) => failure): Attempt {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const underWay = useRef(false)
  const attempt = async (work: () => Promise<unknown>) => {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(keep(failure))
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }
  return { busy, error, attempt, forget: () => setError(undefined) }
}

/** A form's `onSubmit` that stays on the page. */
export function submitting(submit: () => unknown) {
  return (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
}
