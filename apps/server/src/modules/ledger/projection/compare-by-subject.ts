import type { RowStream } from '../../../platform/db/index.ts'
import type { CollectedEntries, EntryGroup } from './collected-entries.ts'
import type { Findings } from './projection.ts'
import { replaying } from './replaying.ts'
import { RowsInOrder } from './rows-in-order.ts'
import type { RowColumns, ReplayedRow } from './replayed-rows.ts'

/** Up to this many rows of a table are compared by ID; with more, the whole table is compared. */
const NAMED_MAX = 2000

/** Number of subjects replayed together if something must be read for them; otherwise each is replayed separately. */
const TOGETHER = 500

/** Inputs of a row in addition to the entries about it. */
export interface RowInputs<Prepared> {
  /** The existing row in the table. */
  readonly found: RowColumns | undefined
  readonly prepared: Prepared
}

/** A table in which each row is rebuilt from the entries about one subject. */
export interface SubjectTable<Prepared> {
  readonly table: string
  /** The column with the subject's ID. */
  readonly idColumn: string
  /** Rows ordered by ID: all of them, or those with these IDs. */
  readonly walk: (ids: readonly string[] | null) => RowStream<RowColumns>
  /** Reads the additional inputs of the rows of some subjects. */
  readonly prepare?: (groups: readonly EntryGroup[]) => Promise<Prepared>
  /** The row that entries record; undefined if they record none. */
  readonly rowOf: (group: EntryGroup, beside: RowInputs<Prepared>) => ReplayedRow | undefined
}

/**
 * Compares a table with entries, once all of them have been collected.
 * @param since compares rows that are the subject of an entry from this index on; 0 for all
 */
export async function compareBySubject<Prepared>(
  collected: CollectedEntries,
  { table, idColumn, walk, prepare, rowOf }: SubjectTable<Prepared>,
  findings: Findings,
  since: number,
): Promise<void> {
  const ids = since > 0 ? await idsSince(collected, since) : null
  await findings.restart(table, ids ?? undefined)
  const rowKeyOf = (row: RowColumns) => String(row[idColumn])
  const rows = new RowsInOrder({ table, idColumn, rowKeyOf, found: walk(ids) }, findings)
  for await (const groups of chunksOf(collected.groups(ids === null ? 0 : since), prepare ? TOGETHER : 1)) {
    const prepared = (await prepare?.(groups)) as Prepared
    for (const group of groups) {
      const taken = rows.take(group.id)
      const found = taken instanceof Promise ? await taken : taken
      const recorded = replaying(group.entries.at(-1)!.index, () => rowOf(group, { found, prepared }))
      if (recorded) rows.compareWith(found, group.id, recorded)
      else if (found) rows.surplus(found)
    }
    await findings.settle()
  }
  await rows.end()
}

/** Returns null if there are too many to list. */
async function idsSince(collected: CollectedEntries, since: number): Promise<string[] | null> {
  const ids: string[] = []
  for await (const { id } of collected.groups(since)) {
    ids.push(id)
    if (ids.length > NAMED_MAX) return null
  }
  return ids
}

async function* chunksOf(groups: AsyncIterable<EntryGroup>, size: number): AsyncGenerator<EntryGroup[]> {
  let chunk: EntryGroup[] = []
  for await (const group of groups) {
    chunk.push(group)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
