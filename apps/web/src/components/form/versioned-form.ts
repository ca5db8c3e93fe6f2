import { useState } from 'react'
import { ApiFailure } from '../../api/index.ts'
import { rebase } from './rebase.ts'
import { useAttempt } from './use-attempt.ts'

/** Values and the version in which they were read. */
export interface Version<Values> {
  values: Values
  etag: string | null
}

/** A form for something that others may change at the same time. */
export interface VersionedForm<Values> {
  /** The values that were read last. */
  before: Values
  values: Values
  change: (values: Values) => void
  error: unknown
  busy: boolean
  /** Whether another user has saved meanwhile. */
  overtaken: boolean
  /** The values saved by the other user; undefined until they are read. */
  newer: Values | undefined
  /** Submits the form; afterwards it is based on the new version. */
  submit: () => Promise<void>
  /** Applies the typed values to the newer version. */
  takeNewer: () => Promise<void>
  /** Restores the values that were read. */
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
 * Manages typed values together with the version they are based on; undefined until values have been read.
 * @param readAgain reads the current version, bypassing caches
 * @param save sends the differences, with `etag` as the version to change; throws if it is refused
 * @param rebased applies typed values to a newer version; needed if a value has parts that are changed independently
 */
export function useVersionedForm<Values extends object>(
  read: Version<Values> | undefined,
  readAgain: () => Promise<Version<Values>>,
  save: (form: { before: Values; values: Values; etag: string | null }) => Promise<void>,
  rebased: typeof rebase<Values> = rebase,
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
        // Entries made since then are not saved yet.
        const typedSince = (now: Editing<Values> | undefined) =>
          rebased(values, now?.values ?? values, after.values)
        setEditing((now) => ({ read: after, values: typedSince(now) }))
      }),
    takeNewer: () =>
      attempt(async () => {
        const newer = await readAgain()
        setEditing((now) => now && { read: newer, values: rebased(before, now.values, newer.values) })
      }),
  }
}
