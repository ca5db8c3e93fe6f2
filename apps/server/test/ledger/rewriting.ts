import { readEntry, sealEntry, type EntryPayload } from '../../src/modules/ledger/rules/entry.ts'
import { appendLeaves, EMPTY_EDGE } from '../../src/modules/ledger/rules/merkle-tree.ts'
import type { Tamperer } from './tampering.ts'

interface Row {
  entry: string
  payload: string
}

/**
 * Rewrites the whole ledger from its first entry, as an attacker who knows its format could: all entries, nodes and the
 * head are consistent.
 * @param change.size number of entries that are retained; all by default
 * @param change.forge the entry whose content is changed
 */
export async function rewrite(
  { owner }: Tamperer,
  id: string,
  { size, forge }: { size?: number; forge?: number },
): Promise<void> {
  const { rows } = await owner.query<Row>(
    'select entry, payload from ledger_entries where workspace_id = $1 order by index',
    [id],
  )
  const kept = rows.slice(0, size).map((row, index) => (index === forge ? forged(row) : sealed(row)))
  for (const table of ['ledger_entries', 'ledger_nodes']) {
    await owner.query(`delete from ${table} where workspace_id = $1`, [id])
  }
  for (const [index, row] of kept.entries()) {
    const { at, kind, actor, subject } = readEntry(row.entry)
    await owner.query('insert into ledger_entries values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
      id,
      index,
      at,
      kind,
      actor.type,
      actor.id,
      subject.type,
      subject.id,
      row.entry,
      row.payload,
      row.leafHash,
    ])
  }
  const { edge, completedNodes } = appendLeaves(
    EMPTY_EDGE,
    kept.map((row) => row.leafHash),
  )
  for (const { level, index, hash } of completedNodes.filter((node) => node.level > 0)) {
    await owner.query('insert into ledger_nodes values ($1, $2, $3, $4)', [id, level, index, hash])
  }
  await owner.query('update ledger_heads set size = $2, edge = $3, last_at = $4 where workspace_id = $1', [
    id,
    edge.size,
    edge.hashes,
    readEntry(kept.at(-1)!.entry).at,
  ])
}

function sealed(row: Row, change: EntryPayload = {}) {
  const { workspace: workspaceId, index, at, kind, actor, subject } = readEntry(row.entry)
  const { nonce, ...payload } = JSON.parse(row.payload) as EntryPayload
  return sealEntry(
    { kind, actor, subject, payload: { ...payload, ...change } },
    { workspaceId, index, at, nonce: Buffer.from(nonce as string, 'hex') },
  )
}

const forged = (row: Row) => sealed(row, { changes: { name: { before: null, after: 'forged' } } })
