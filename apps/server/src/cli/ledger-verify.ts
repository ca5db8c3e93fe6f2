import type { Command } from 'commander'
import {
  firstDifference,
  vanishedCheckpoints,
  verifyLedger,
  type LedgerReport,
} from '../modules/ledger/index.ts'
import { certificateFiles } from '../modules/certificates/index.ts'
import { documentFiles, procedureFiles } from '../modules/documents/index.ts'
import { checkAllFiles, type FileFault, type FilesReport } from '../platform/storage/index.ts'
import { projections } from '../projections.ts'
import type { Runtime } from '../runtime.ts'
import { act, anId, gathered, type Outcome } from './command.ts'
import { readSavedCheckpoints } from './saved-checkpoints.ts'
import { overLedgers, workspacesOf } from './over-ledgers.ts'

/** What is verified: one workspace or all of them, with which checkpoints, and whether with stored files. */
interface VerifyOptions {
  workspace?: string
  checkpoint?: string[]
  files?: boolean
}

/** The findings about a ledger, and about its files if they were read. */
export interface VerifyReport extends LedgerReport {
  readonly files: FilesReport | undefined
  /** Number of checkpoints stored by workers outside the database that are no longer stored inside it. */
  readonly vanished: number
}

/**
 * Adds `verify`. Exit code 1, and one line about the first difference, if a ledger or a stored file fails
 * verification.
 */
export function addLedgerVerify(ledger: Command): void {
  act<VerifyOptions>(
    ledger
      .command('verify')
      .description('Compute ledgers again, and compare every table with what they say.')
      .option('--workspace <id>', 'only this workspace; all of them without it', anId)
      .option(
        '--checkpoint <file>',
        'signed checkpoints that were kept outside the database, - for standard input; may be repeated',
        gathered((file) => file),
      )
      .option(
        '--files',
        'read every stored certificate and document too, and compare it with its recorded hash',
      ),
    async (runtime, options) => {
      const outcome = outcomeOf(await verifyAll(runtime, options))
      if (outcome.failure !== null) {
        process.stderr.write(`plumbline: ${outcome.failure}\n`)
        process.exitCode = 1
      }
      return outcome
    },
  )
}

/**
 * Verifies ledgers, and the files of each if that is requested. Throws Error if a given checkpoint is of a ledger that is
 * not verified.
 */
export async function verifyAll(
  runtime: Runtime,
  { workspace, checkpoint = [], files = false }: VerifyOptions,
): Promise<VerifyReport[]> {
  const { own, given } = await readSavedCheckpoints(checkpoint, runtime.config)
  const stored = await workspacesOf(runtime, workspace)
  // A ledger that was removed as a whole is found by the checkpoints that workers kept of it.
  const ofSaved = workspace === undefined ? own.map(({ workspaceId }) => workspaceId) : []
  const workspaceIds = [...new Set([...stored, ...ofSaved])]
  const foreign = given.find(({ workspaceId }) => !workspaceIds.includes(workspaceId))
  if (foreign) throw new Error(`a checkpoint of ledger ${foreign.workspaceId} is of none that is verified`)
  const notesOf = (id: string, among = [...own, ...given]) =>
    among.filter(({ workspaceId }) => workspaceId === id).map(({ note }) => note)
  const reports = await overLedgers(runtime, workspaceIds, {
    here: (id) => verifyLedger({ ...runtime, projections }, id, notesOf(id)),
    inThread: (threads, id) => threads.verify(id, { savedCheckpoints: notesOf(id) }),
  })
  const verified: VerifyReport[] = []
  for (const report of reports) {
    const { workspaceId } = report
    const vanished = await vanishedCheckpoints(runtime.db, workspaceId, notesOf(workspaceId, own))
    verified.push({
      ...report,
      files: files ? await checkFiles(runtime, workspaceId) : undefined,
      vanished: vanished.length,
    })
  }
  return verified
}

function checkFiles({ db, storage }: Runtime, workspaceId: string): Promise<FilesReport> {
  return checkAllFiles(storage, db.in(workspaceId), [certificateFiles, documentFiles, procedureFiles])
}

function outcomeOf(reports: readonly VerifyReport[]): Outcome & { failure: string | null } {
  return {
    json: {
      holds: reports.every((report) => failureOf(report) === null),
      workspaces: reports.map(serializeReport),
    },
    text: reports.map(textOf).join('\n'),
    failure: reports.map(failureOf).find((failure) => failure !== null) ?? null,
  }
}

/** Returns the first fault, in one line; null if there is none. */
export function failureOf(report: VerifyReport): string | null {
  const difference = firstDifference(report)
  const vanished = `${report.vanished} that were kept outside are no longer stored.`
  if (difference !== null) {
    const more = report.vanished > 0 ? ` Of its checkpoints, ${vanished}` : ''
    return `the ledger of ${report.workspaceId} failed verification: ${difference.says}${more}`
  }
  if (report.vanished > 0) return `checkpoints of ${report.workspaceId} vanished: ${vanished}`
  const [fault] = report.files?.faults ?? []
  if (fault === undefined) return null
  return `a stored file of ${report.workspaceId} is not what its ledger records: ${faultText(fault)}`
}

function faultText({ name, state }: FileFault): string {
  return state === 'missing' ? `${name} is missing.` : `${name} was altered.`
}

function textOf(report: VerifyReport): string {
  const { workspaceId, size, root, checkpoints, rowsCompared, rowFaultCount, files } = report
  const difference = firstDifference(report)
  const faults = (files?.faults ?? []).map((fault) => `\n  ${faultText(fault)}`).join('')
  const filesRead = files ? `, ${files.filesRead} stored files read` : ''
  if (difference !== null) {
    const more = rowFaultCount > 1 ? ` (and ${rowFaultCount - 1} more differences of rows)` : ''
    return `${workspaceId} FAILED verification. ${difference.says}${more}${faults}`
  }
  const compared = `compared with ${checkpoints.stored} stored and ${checkpoints.outside} outside checkpoints`
  const counts = `${size} entries, root ${root}, ${compared}, ${rowsCompared} rows compared${filesRead}`
  if (report.vanished > 0) {
    return `${workspaceId} FAILED verification: ${counts}; ${report.vanished} checkpoints that were kept outside are no longer stored.${faults}`
  }
  if (faults !== '') return `${workspaceId} FAILED verification of its files: ${counts}.${faults}`
  return `${workspaceId} is intact: ${counts}.`
}

function serializeReport(report: VerifyReport) {
  const { files } = report
  return {
    workspace_id: report.workspaceId,
    holds: failureOf(report) === null,
    entries: report.size,
    root: report.root,
    checkpoints_compared: report.checkpoints,
    checkpoints_vanished: report.vanished,
    rows_compared: report.rowsCompared,
    first_difference: firstDifference(report),
    fault: report.fault,
    row_differences: report.rowFaultCount,
    rows: report.rowFaults.map(({ rowId, ...fault }) => ({ row_id: rowId, ...fault })),
    ...(files && { files_read: files.filesRead, file_faults: files.faults }),
  }
}
