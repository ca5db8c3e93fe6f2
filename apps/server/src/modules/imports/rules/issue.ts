import { refusalSentence, type ImportIssue, type RefusalReason } from '@plumbline/contract'

/** Longest part of a value that an issue shows. */
const VALUE_SHOWN_MAX = 200

/** Where in a file something is. */
export interface Cell {
  readonly row: number
  readonly column?: string | undefined
  readonly value?: string | undefined
}

/** What is wrong with a cell, or worth knowing of it. */
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
