import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import {
  firstDifference,
  keptNotes,
  verifyLedger,
  type Difference,
  type LedgerReport,
} from '../modules/ledger/index.ts'
import { projections } from '../projections.ts'
import type { Runtime } from '../runtime.ts'
import { act, anId, gathered, type Outcome } from './command.ts'
import { overLedgers, workspacesOf } from './over-ledgers.ts'

interface VerifyOptions {
  workspace?: string
  checkpoint?: string[]
}

/** Adds `verify`: exit code 1, and one line about the first thing that differs, when a ledger fails verification. */
export function addLedgerVerify(ledger: Command): void {
  act<VerifyOptions>(
    ledger
      .command('verify')
      .description('Compute ledgers again, and compare every table with what they say.')
      .option('--workspace <id>', 'only this workspace; all of them without it', anId)
      .option(
        '--checkpoint <file>',
        'signed checkpoints that were kept outside the database; may be repeated',
        gathered((file) => file),
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

async function verifyAll(
  runtime: Runtime,
  { workspace, checkpoint = [] }: VerifyOptions,
): Promise<LedgerReport[]> {
  const workspaceIds = await workspacesOf(runtime, workspace)
  const kept = (await Promise.all(checkpoint.map(readKept))).flat()
  const foreign = kept.find(({ workspaceId }) => !workspaceIds.includes(workspaceId))
  if (foreign) throw new Error(`a checkpoint of ledger ${foreign.workspaceId} is of none that is verified`)
  const notesOf = (id: string) => kept.filter(({ workspaceId }) => workspaceId === id).map(({ note }) => note)
  return overLedgers(runtime, workspaceIds, {
    here: (id) => verifyLedger({ ...runtime, projections }, id, notesOf(id)),
    inThread: (threads, id) => threads.verify(id, { keptCheckpoints: notesOf(id) }),
  })
}

async function readKept(file: string) {
  const notes = keptNotes(await readFile(file, 'utf8'))
  if (notes.length === 0) throw new Error(`${file} holds no signed checkpoint`)
  return notes
}

function outcomeOf(reports: readonly LedgerReport[]): Outcome & { failure: string | null } {
  const verified = reports.map((report) => ({ report, difference: firstDifference(report) }))
  const failed = verified.find(({ difference }) => difference !== null)
  return {
    json: {
      holds: failed === undefined,
      workspaces: verified.map(({ report, difference }) => presentReport(report, difference)),
    },
    text: verified.map(({ report, difference }) => textOf(report, difference)).join('\n'),
    failure: failed
      ? `the ledger of ${failed.report.workspaceId} failed verification: ${failed.difference!.says}`
      : null,
  }
}

function textOf(report: LedgerReport, difference: Difference | null): string {
  const { workspaceId, size, root, rowsCompared, rowFaultCount } = report
  if (difference === null) {
    return `${workspaceId} is intact: ${size} entries, root ${root}, ${rowsCompared} rows compared.`
  }
  const more = rowFaultCount > 1 ? ` (and ${rowFaultCount - 1} more differences of rows)` : ''
  return `${workspaceId} FAILED verification. ${difference.says}${more}`
}

function presentReport(report: LedgerReport, difference: Difference | null) {
  return {
    workspace_id: report.workspaceId,
    holds: difference === null,
    entries: report.size,
    root: report.root,
    rows_compared: report.rowsCompared,
    first_difference: difference,
    fault: report.fault,
    row_differences: report.rowFaultCount,
    rows: report.rowFaults.map(({ rowId, ...fault }) => ({ row_id: rowId, ...fault })),
  }
}
