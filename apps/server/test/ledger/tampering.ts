import type { ClientBase } from 'pg'
import type { TestApp } from '../app.ts'

/** Someone with all privileges on the database, who bypasses all protections. */
export interface Tamperer {
  readonly owner: ClientBase
  /** Runs a statement in the affected workspace. */
  readonly run: (text: string, values?: unknown[]) => Promise<void>
}

/** Tables whose rows are protected by triggers. */
const GUARDED = [
  'ledger_entries',
  'ledger_nodes',
  'ledger_heads',
  'ledger_checkpoints',
  'calibrations',
  'calibration_decisions',
  'certificates',
  'certificate_directory',
]

/** Disables the protections of the tables, as only a superuser can, and leaves them disabled. */
export async function disarm(app: Pick<TestApp, 'asOwner'>): Promise<void> {
  await app.asOwner(async (owner) => {
    for (const table of GUARDED) await owner.query(`alter table ${table} disable trigger user`)
  })
}

/** Tampers as a superuser, with triggers and foreign keys disabled. */
export async function tamper(
  app: Pick<TestApp, 'asOwner'>,
  work: (tamperer: Tamperer) => Promise<void>,
): Promise<void> {
  await app.asOwner(async (owner) => {
    await owner.query('set session_replication_role = replica')
    const run = async (text: string, values: unknown[] = []) => {
      const { rowCount } = await owner.query(text, values)
      if (rowCount === 0) throw new Error(`nothing was tampered with: ${text}`)
    }
    await work({ owner, run })
  })
}
