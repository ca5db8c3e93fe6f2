import { because, type ImportColumn, type ImportIssue } from '@plumbline/contract'
import type { ApiError } from '../../platform/errors.ts'
import { fieldsOfMember } from './rules/instrument-body.ts'
import { issueOf } from './rules/issue.ts'
import type { ReadRow } from './rules/read-row.ts'

/**
 * Returns the problems of a row in a refusal, each with the column from which it comes.
 * @param columnsOf returns the targets from which a member of a body is taken, most likely first
 */
export function refusalIssues(
  { columns }: { readonly columns: readonly ImportColumn[] },
  { row, cells }: Pick<ReadRow, 'row' | 'cells'>,
  refusal: ApiError,
  columnsOf: (member: string) => readonly string[] = fieldsOfMember,
): ImportIssue[] {
  const about = (member: string) => {
    const fields = columnsOf(member)
    const column =
      columns.find(({ target }) => fields.includes(target))?.column ??
      columns.find((one) => one.column === member)?.column
    return { row, column, value: column === undefined ? undefined : cells[column] }
  }
  const { problems, details, reason, code, message } = refusal
  if (problems && problems.length > 0) {
    return problems.map((problem) => issueOf(about(String(problem.loc[1] ?? '')), problem.reason))
  }
  const missing = details?.['missing_fields'] as readonly { field: string }[] | undefined
  if (missing) {
    const fields = missing.map(({ field }) => field).join(', ')
    return [issueOf(about(missing[0]?.field ?? ''), because('import.fields_missing', { fields }))]
  }
  const cell = about(typeof details?.['field'] === 'string' ? details['field'] : '')
  if (reason) return [issueOf(cell, reason)]
  return [{ row, column: cell.column ?? null, value: cell.value ?? null, code, message, values: {} }]
}
