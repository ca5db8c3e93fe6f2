import { refusalSentence, type ImportIssue, type RefusalReason } from '@plumbline/contract'

/** Maximum length of the part of a value that an issue quotes. */
const VALUE_SHOWN_MAX = 200

/** A position in a file. */
export interface Cell {
  readonly row: number
  readonly column?: string | undefined
  readonly value?: string | undefined
}

/** Returns an error or a warning about a cell. */
export function issueOf({ row, column, value }: Cell, reason: RefusalReason): ImportIssue {
  return {
    row,
    column: column ?? null,
    value: value === undefined || value === '' ? null : value.slice(0, VALUE_SHOWN_MAX).toWellFormed(),
    code: reason.key,
    message: refusalSentence(reason),
    values: { ...reason.values },
  }
}
