import {
  CopiedLedger,
  LedgerFaultError,
  type CopiedLedgerReport,
  type CopiedRow,
  type SavedNote,
} from '../modules/ledger/index.ts'
import { BackupFault } from './backup-fault.ts'
import type { BackupHeader, BackupPart, Manifest } from './parts.ts'
import { readBackup } from './read-backup.ts'

/** The findings about a complete backup. */
export interface BackupReport {
  readonly header: BackupHeader
  readonly manifest: Manifest
  readonly hasSecretKey: boolean
  /** The SECRET_KEY, if the backup contains it. */
  readonly secretKey: string | undefined
  readonly ledgers: readonly CopiedLedgerReport[]
}

/**
 * Checks all of a backup: every part, and the ledger of every workspace, whose tree is recomputed and compared with
 * its head and with signed checkpoints, both those in the backup and those stored elsewhere. Throws BackupFault, also
 * for a ledger that contradicts a stored checkpoint.
 */
export async function verifyBackup(
  plain: AsyncIterable<Uint8Array>,
  saved: readonly SavedNote[] = [],
): Promise<BackupReport> {
  const ledgers = new CopiedLedgers(saved)
  let [header, manifest]: [BackupHeader?, Manifest?] = []
  const secret: Buffer[] = []
  for await (const event of readBackup(plain)) {
    if (event.kind === 'header') header = event.header
    if (event.kind === 'manifest') manifest = event.manifest
    if (event.kind === 'data') {
      ledgers.take(event.part, event.bytes)
      if (event.part.part === 'secret_key') secret.push(event.bytes)
    }
  }
  const secretKey = secret.length > 0 ? Buffer.concat(secret).toString() : undefined
  return {
    header: header!,
    manifest: manifest!,
    hasSecretKey: secretKey !== undefined,
    secretKey,
    ledgers: ledgers.end(),
  }
}

/** The ledgers of a backup, whose rows come one workspace after another. */
class CopiedLedgers {
  readonly #saved: readonly SavedNote[]
  readonly #reports: CopiedLedgerReport[] = []
  #open: { workspaceId: string; ledger: CopiedLedger } | undefined

  constructor(saved: readonly SavedNote[]) {
    this.#saved = saved
  }

  take(part: BackupPart, bytes: Buffer): void {
    if (part.part !== 'rows' || part.workspace_id === null) return
    const { table, workspace_id: workspaceId } = part
    if (this.#open?.workspaceId !== workspaceId) this.#begin(workspaceId)
    if (!LEDGER_TABLES.has(table)) return
    this.#within(({ ledger }) => {
      for (const row of rowsIn(bytes)) ledger.take(table, row)
    })
  }

  end(): readonly CopiedLedgerReport[] {
    this.#finish()
    const unknown = this.#saved.find(
      ({ workspaceId }) => !this.#reports.some((report) => report.workspaceId === workspaceId),
    )
    if (unknown) {
      throw new BackupFault(
        `a checkpoint that was kept is of ledger ${unknown.workspaceId}, which it does not hold`,
      )
    }
    return this.#reports
  }

  #begin(workspaceId: string): void {
    this.#finish()
    const notes = this.#saved.filter((one) => one.workspaceId === workspaceId).map(({ note }) => note)
    this.#open = { workspaceId, ledger: new CopiedLedger(workspaceId, notes) }
  }

  #finish(): void {
    if (this.#open) this.#within(({ ledger }) => this.#reports.push(ledger.end()))
    this.#open = undefined
  }

  #within(work: (open: { ledger: CopiedLedger }) => void): void {
    const open = this.#open!
    try {
      work(open)
    } catch (error) {
      // Rows are examined before the hash that follows them has arrived.
      if (!(error instanceof LedgerFaultError)) throw new BackupFault('its bytes were altered', error)
      const { index, found, what } = error.fault
      const which = `the ledger of ${open.workspaceId}`
      throw new BackupFault(
        found === 'kept checkpoint'
          ? `${which} is not the one that was signed (entry ${index}). ${what}`
          : `${which} fails verification at entry ${index}. ${what}`,
      )
    }
  }
}

const LEDGER_TABLES: ReadonlySet<string> = new Set([
  'ledger_keys',
  'ledger_heads',
  'ledger_checkpoints',
  'ledger_entries',
])

function* rowsIn(bytes: Buffer): Generator<CopiedRow> {
  for (const line of bytes.toString('utf8').split('\n')) {
    if (line !== '') yield JSON.parse(line) as CopiedRow
  }
}
