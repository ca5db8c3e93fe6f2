import { useState } from 'react'
import { ApiFailure } from '../../api/index.ts'
import { rebase } from './rebase.ts'
import { useAttempt } from './use-attempt.ts'

/** What was read, and in which version. */
export interface Version<Values> {
  values: Values
  etag: string | null
}

/** A form over something that others may change too. */
export interface VersionedForm<Values> {
  /** What was read last. */
  before: Values
  values: Values
  change: (values: Values) => void
  error: unknown
  busy: boolean
  /** Whether another person has saved in between. */
  overtaken: boolean
  /** What that person has saved; undefined until it is read. */
  newer: Values | undefined
  /** Sends; afterwards the form stands on what holds then. */
  submit: () => Promise<void>
  /** Puts what was typed onto the newer version. */
  takeNewer: () => Promise<void>
  /** Back to what was read. */
  reset: () => void
}

interface Editing<Values> {
  read: Version<Values>
  values: Values
  newer?: Values
}

function isOvertaken(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'PRECONDITION_FAILED'
}

/**
 * Keeps what is typed beside the version that it was typed for; undefined until something was read.
 * @param readAgain reads what holds now, past every cache
 * @param save sends what differs, with `etag` as the version that is changed; throws what was refused
 */
export function useVersionedForm<Values extends object>(
  read: Version<Values> | undefined,
  readAgain: () => Promise<Version<Values>>,
  save: (form: { before: Values; values: Values; etag: string | null }) => Promise<void>,
): VersionedForm<Values> | undefined {
  const [editing, setEditing] = useState<Editing<Values>>()
  const { busy, error, attempt, forget } = useAttempt()
  if (read !== undefined && editing === undefined) setEditing({ read, values: read.values })
  if (editing === undefined) return undefined
  const { values } = editing
  const { values: before, etag } = editing.read
  return {
    before,
    values,
    error,
    busy,
    overtaken: isOvertaken(error),
    newer: editing.newer,
    change: (changed) => setEditing({ ...editing, values: changed }),
    reset: () => {
      setEditing({ ...editing, values: before })
      forget()
    },
    submit: () =>
      attempt(async () => {
        try {
          await save({ before, values, etag })
        } catch (failure) {
          if (isOvertaken(failure)) {
            const newer = await readAgain()
            setEditing((now) => now && { ...now, newer: newer.values })
          }
          throw failure
        }
        const after = await readAgain()
        setEditing({ read: after, values: after.values })
      }),
    takeNewer: () =>
      attempt(async () => {
        const newer = await readAgain()
        setEditing({ read: newer, values: rebase(before, values, newer.values) })
      }),
  }
}
