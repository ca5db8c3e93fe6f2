import { sql, type WorkspaceQueries } from '../../platform/db/index.ts'

/**
 * The standards that were selected when an entry was appended, by the next change of the selection; undefined
 * where it has not changed since.
 */
export async function findStandardsAfter(
  queries: WorkspaceQueries,
  ledgerIndex: number,
): Promise<string[] | undefined> {
  const [row] = await queries.rows<{ payload: string }>(sql`
    select payload
    from ledger_entries
    where workspace_id = ${queries.workspaceId} and kind = 'standards.selected' and index > ${ledgerIndex}
    order by index
    limit 1`)
  if (!row) return undefined
  const { changes } = JSON.parse(row.payload) as { changes: { standards: { before: string[] } } }
  return changes.standards.before
}
