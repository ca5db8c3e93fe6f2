import type { WorkspaceQueries } from './queries.ts'

/**
 * Returns the same queries with a cache: a statement repeated with the same values returns the first result. For work
 * that repeats reads for several items, and only while nothing is written.
 */
export function readOnce(queries: WorkspaceQueries): WorkspaceQueries {
  const responses = new Map<string, Promise<unknown[]>>()
  const rows = <Row>(statement: Parameters<WorkspaceQueries['rows']>[0]): Promise<Row[]> => {
    const key = JSON.stringify([statement.text, statement.values])
    const response = responses.get(key) ?? queries.rows(statement)
    responses.set(key, response)
    return response as Promise<Row[]>
  }
  return { ...queries, rows }
}
