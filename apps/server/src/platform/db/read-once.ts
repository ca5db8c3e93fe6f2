import type { WorkspaceQueries } from './queries.ts'

/**
 * The same queries with a memory: a statement that was asked before, with the same values, returns what it returned then.
 * For work that asks the same of one thing after another, and only while nothing is written.
 */
export function readOnce(queries: WorkspaceQueries): WorkspaceQueries {
  const responses = new Map<string, Promise<unknown[]>>()
  const rows = <Row>(statement: Parameters<WorkspaceQueries['rows']>[0]): Promise<Row[]> => {
    const asked = JSON.stringify([statement.text, statement.values])
    const response = responses.get(asked) ?? queries.rows(statement)
    responses.set(asked, response)
    return response as Promise<Row[]>
  }
  return { ...queries, rows }
}
