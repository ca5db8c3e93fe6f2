import type { Client } from 'pg'
import type { TestApp } from '../app.ts'

/** Someone with all rights over the database, who goes round every guard. */
export interface Tamperer {
  readonly owner: Client
  /** Runs a statement in the workspace that is tampered with. */
  readonly run: (text: string, values?: unknown[]) => Promise<void>
}

/** Tables whose rows triggers keep for good. */
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

/** Takes the guards off the tables, as only a superuser can, and leaves them off. */
export async function disarm(app: Pick<TestApp, 'asOwner'>): Promise<void> {
  await app.asOwner(async (owner) => {
    for (const table of GUARDED) await owner.query(`alter table ${table} disable trigger user`)
  })
}

/** Tampers as a superuser, without triggers and foreign keys getting in the way. */
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
