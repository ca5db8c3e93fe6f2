import type { Log } from '../../platform/log.ts'
import { isRowMac, type SealedMembers, type SealedTable } from '../../platform/row-seal.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** Dependencies of telling rows that the server has written from forged ones. */
export interface SealParts {
  readonly secrets: Secrets
  readonly log: Log
}

/** A row of a table whose rows carry a MAC. */
export interface SealedRow {
  readonly table: SealedTable
  /** Identifies the row in the log and in reports; never a secret. */
  readonly rowId: string
  readonly members: SealedMembers
  readonly mac: Buffer
}

/** Whether the server has written a row as it is. One that it has not is named in the log, and must have no effect. */
export function isGenuine({ secrets, log }: SealParts, { table, rowId, members, mac }: SealedRow): boolean {
  const fits = isRowMac(secrets, table, members, mac)
  if (!fits)
    log.warn({ table, rowId }, 'a row was refused because its MAC does not fit: somebody has forged it')
  return fits
}
