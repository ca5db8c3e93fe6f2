import { sql, type Transaction } from '../../platform/db/index.ts'

/** Records the time zone for which due dates are to be prepared; the present zone remains in effect. */
export async function askForTimeZone(tx: Transaction, timeZone: string, at: string): Promise<void> {
  await tx.rows(sql`
    update workspaces
    set pending_time_zone = ${timeZone}, updated_at = ${at}
    where workspace_id = ${tx.workspaceId}`)
}

/** Puts the requested time zone and its due dates into effect. */
export async function switchTimeZone(tx: Transaction, at: string): Promise<void> {
  await tx.rows(sql`
    update workspaces
    set time_zone = pending_time_zone, due_slot = 1 - due_slot, pending_time_zone = null, updated_at = ${at}
    where workspace_id = ${tx.workspaceId} and pending_time_zone is not null`)
}
