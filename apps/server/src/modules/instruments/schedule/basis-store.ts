import { join, raw, sql, type Sql, type Transaction } from '../../../platform/db/index.ts'
import { amongSites } from '../../workspaces/index.ts'
import type { SiteDetails } from '../choose-site.ts'
import { movingColumns } from '../columns.ts'
import type { InstrumentRow } from '../instrument.ts'
import { wholeRow } from '../store.ts'

/** An instrument with the names of its site and location. */
export type InstrumentAtSite = InstrumentRow & SiteDetails

/**
 * Locks the instruments with the given IDs within the given sites (null: all) against other changes until the
 * transaction ends, each only while this transaction holds or can acquire the advisory lock given with it, and
 * returns them. They are locked first and then read, as in `lockInstrument` and for the same reason.
 */
export async function lockWithSites(
  tx: Transaction,
  wanted: readonly { readonly instrumentId: string; readonly advisoryLock: string }[],
  siteIds: readonly string[] | null,
): Promise<InstrumentAtSite[]> {
  const ids = wanted.map(({ instrumentId }) => instrumentId)
  const locks = wanted.map(({ advisoryLock }) => advisoryLock)
  const among = sql`
    i.workspace_id = ${tx.workspaceId} and i.instrument_id = any(${ids}::uuid[])
    ${amongSites(siteIds, sql`i.site_id`)}`
  const [locked, placed] = (await tx.batch([
    sql`
      select i.instrument_id as "instrumentId"
      from instruments i
      where ${among}
        and pg_try_advisory_xact_lock(
          hashtextextended((${locks}::text[])[array_position(${ids}::uuid[], i.instrument_id)], 0))
      order by i.instrument_id
      for no key update`,
    sql`
      select ${wholeRow}, s.name as "siteName", s.laboratory as "siteLaboratory", l.name as "locationName"
      from instruments i
      join sites s on s.workspace_id = ${tx.workspaceId} and s.site_id = i.site_id
      left join locations l on l.workspace_id = ${tx.workspaceId} and l.location_id = i.location_id
      where ${among}
      order by i.instrument_id`,
  ])) as [{ instrumentId: string }[], InstrumentAtSite[]]
  const held = new Set(locked.map(({ instrumentId }) => instrumentId))
  return placed.filter(({ instrumentId }) => held.has(instrumentId))
}

/**
 * Locks instruments within the given sites (null: all), and waits for each, in the order of their IDs, until the transaction ends.
 * Take it before the head of the ledger, which is the last of all locks.
 */
export async function lockInstruments(
  tx: Transaction,
  instrumentIds: readonly string[],
  siteIds: readonly string[] | null,
): Promise<void> {
  if (instrumentIds.length === 0) return
  await tx.rows(sql`
    select from instruments i
    where i.workspace_id = ${tx.workspaceId} and i.instrument_id = any(${instrumentIds}::uuid[])
      ${amongSites(siteIds, sql`i.site_id`)}
    order by i.instrument_id
    for no key update`)
}

const movingNames = Object.keys(movingColumns) as (keyof typeof movingColumns)[]
const columnOf = (name: keyof typeof movingColumns) => raw(movingColumns[name])

const assignments: Sql = join(movingNames.map((name) => sql`${columnOf(name)} = new.${columnOf(name)}`))

/**
 * Writes the changeable columns of instruments that the transaction has locked. The transaction must hold the
 * ledger's head, and must have read the time zones of the due dates while holding it.
 */
export function updateMoving(tx: Transaction, rows: readonly InstrumentRow[]): void {
  if (rows.length === 0) return
  const changed = rows.map((row) => ({
    instrument_id: row.instrumentId,
    ...Object.fromEntries(movingNames.map((name) => [movingColumns[name], row[name]])),
  }))
  tx.write([
    sql`
      update instruments i
      set ${assignments}
      from json_populate_recordset(null::instruments, ${JSON.stringify(changed)}::json) as new
      where i.workspace_id = ${tx.workspaceId} and i.instrument_id = any(${rows.map((row) => row.instrumentId)}::uuid[])
        and i.instrument_id = new.instrument_id`,
  ])
}
