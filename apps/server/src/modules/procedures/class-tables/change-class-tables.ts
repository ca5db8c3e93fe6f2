import {
  because,
  CLASS_TABLES_MAX,
  type ClassTable,
  type ClassTableCreate,
  type ClassTableUpdate,
} from '@plumbline/contract'
import { checkClassTable } from '@plumbline/contract/procedure'
import type { Actor } from '../../../platform/actor.ts'
import { violatedUnique, type Transaction } from '../../../platform/db/index.ts'
import { ApiError, issuesRefusal, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { appendEntries, type EntryDraft } from '../../ledger/index.ts'
import { requireAllSites } from '../../workspaces/index.ts'
import { conflict, type ProcedureParts } from '../revisions/lock-revisions.ts'
import {
  countClassTables,
  insertClassTable,
  lockClassTable,
  markRetired,
  updateClassTable,
} from './class-table-store.ts'
import { classTableChanges, classTablePayload } from './recorded-class-table.ts'

/**
 * Adds a class table.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 409 CONFLICT for a taken name, and if the maximum number
 * of tables is reached; 422 VALIDATION_ERROR with the path of each member from which no point can be created
 */
export async function createClassTable(
  { db, clock }: ProcedureParts,
  actor: Actor,
  content: ClassTableCreate,
): Promise<ClassTable> {
  requireAllSites(actor)
  requireSoundTable(content)
  const id = newId()
  const table = { ...content, version: 1 }
  return refusingTaken(
    db.transaction(actor.workspaceId, async (tx) => {
      // Counted without the lock on the ledger's head, so two concurrent requests may exceed the limit by one, which is
      // harmless.
      if ((await countClassTables(tx)) >= CLASS_TABLES_MAX) {
        throw conflict(because('class_table.too_many', { limit: CLASS_TABLES_MAX }))
      }
      const entry = entryOf('class_table.created', id, classTablePayload.write(table))
      const [{ at }] = await appendEntries(tx, clock, actor, [entry])
      await insertClassTable(tx, id, table, at)
      return { id, ...table, retired_at: null, retirement_reason: null, created_at: at, updated_at: at }
    }),
  )
}

/** A change of a table: the members sent, or a function that derives them from the present table. */
export interface ClassTableChange {
  readonly stated: ClassTableUpdate | ((present: ClassTable) => ClassTableUpdate)
  /** Throws if the table has changed since the change was written. */
  readonly requireVersion: (present: ClassTable) => void
}

/**
 * Changes a table and increments its version; a change without effect is not logged.
 * @throws as `createClassTable`; 404 NOT_FOUND; 409 CONFLICT for a retired table
 */
export async function changeClassTable(
  { db, clock }: ProcedureParts,
  actor: Actor,
  tableId: string,
  { stated, requireVersion }: ClassTableChange,
): Promise<ClassTable> {
  requireAllSites(actor)
  return refusingTaken(
    db.transaction(actor.workspaceId, async (tx) => {
      const before = await lockUsable(tx, tableId)
      requireVersion(before)
      const after = { ...before, ...(typeof stated === 'function' ? stated(before) : stated) }
      requireSoundTable(after)
      if (Object.keys(classTableChanges(before, after)).length === 0) return before
      const changed = { ...after, version: before.version + 1 }
      const changes = classTableChanges(before, changed)
      const entry = entryOf('class_table.updated', tableId, { changes })
      const [{ at }] = await appendEntries(tx, clock, actor, [entry])
      await updateClassTable(tx, tableId, changed, at)
      return { ...changed, updated_at: at }
    }),
  )
}

/**
 * Retires a table permanently; points created from it remain unchanged.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 404 NOT_FOUND; 409 CONFLICT for a retired table
 */
export async function retireClassTable(
  { db, clock }: ProcedureParts,
  actor: Actor,
  tableId: string,
  { reason, requireVersion }: { reason: string } & Pick<ClassTableChange, 'requireVersion'>,
): Promise<ClassTable> {
  requireAllSites(actor)
  return db.transaction(actor.workspaceId, async (tx) => {
    const table = await lockUsable(tx, tableId)
    requireVersion(table)
    const [{ at }] = await appendEntries(tx, clock, actor, [
      entryOf('class_table.retired', tableId, { name: table.name, reason }),
    ])
    await markRetired(tx, tableId, reason, at)
    return { ...table, retired_at: at, retirement_reason: reason, updated_at: at }
  })
}

async function lockUsable(tx: Transaction, tableId: string): Promise<ClassTable> {
  const table = await lockClassTable(tx, tableId)
  if (!table) throw notFound()
  if (table.retired_at !== null) throw conflict(because('class_table.retired'))
  return table
}

function requireSoundTable(content: ClassTableCreate): void {
  const issues = checkClassTable(content)
  if (issues.length > 0) throw issuesRefusal(issues)
}

function entryOf(kind: EntryDraft['kind'], id: string, payload: EntryDraft['payload']): EntryDraft {
  return { kind, subject: { type: 'class_table', id }, payload }
}

async function refusingTaken(change: Promise<ClassTable>): Promise<ClassTable> {
  try {
    return await change
  } catch (error) {
    if (violatedUnique(error) !== 'class_table_key') throw error
    throw new ApiError('CONFLICT', {
      reason: because('class_table.name_taken'),
      details: { field: 'name' },
      cause: error,
    })
  }
}
