import type { Command } from 'commander'
import { firstDifference, rebuildLedger, type RebuildReport } from '../modules/ledger/index.ts'
import { openDatabase } from '../platform/db/index.ts'
import { projections } from '../projections.ts'
import type { Runtime } from '../runtime.ts'
import { act, anId, type Outcome } from './command.ts'
import { overLedgers, workspacesOf } from './over-ledgers.ts'

interface RebuildOptions {
  workspace?: string
  yes?: boolean
}

/**
 * Adds `rebuild`. Exit code 1, and one line about the first difference, if a ledger fails verification, tables differ
 * and `--yes` is not given, or rows stay missing.
 */
export function addLedgerRebuild(ledger: Command): void {
  act<RebuildOptions>(
    ledger
      .command('rebuild')
      .description(
        'Build every table again from ledgers alone, and compare. Stops at a difference without --yes.',
      )
      .option('--workspace <id>', 'only this workspace; all of them without it', anId)
      .option('--yes', 'put the rows of the ledger in the place of those that differ'),
    async (runtime, options) => {
      const outcome = outcomeOf(await rebuildAll(runtime, options))
      if (outcome.failure !== null) {
        process.stderr.write(`plumbline: ${outcome.failure}\n`)
        process.exitCode = 1
      }
      return outcome
    },
  )
}

async function rebuildAll(
  runtime: Runtime,
  { workspace, yes: takeLog = false }: RebuildOptions,
): Promise<RebuildReport[]> {
  const workspaceIds = await workspacesOf(runtime, workspace)
  const owner = openDatabase({
    connection: runtime.owner,
    poolSize: 1,
    role: undefined,
    onIdleError: () => undefined,
  })
  const { secrets } = runtime
  return overLedgers(runtime, workspaceIds, {
    here: (id) => rebuildLedger({ owner, secrets, projections }, id, { takeLog }),
    inThread: (threads, id) => threads.rebuild(id, { owner: runtime.owner, takeLog }),
  })
}

function outcomeOf(reports: readonly RebuildReport[]): Outcome & { failure: string | null } {
  const failures = reports.map(failureOf)
  return {
    json: {
      rebuilt: failures.every((failure) => failure === null),
      workspaces: reports.map(serializeReport),
    },
    text: reports.map(textOf).join('\n'),
    failure: failures.find((failure) => failure !== null) ?? null,
  }
}

function failureOf(report: RebuildReport): string | null {
  const { workspaceId, fault, isSwapped, missing, replaced } = report
  const difference = firstDifference(report)
  if (difference === null) return null
  if (fault)
    return `the ledger of ${workspaceId} failed verification, and nothing is built from it: ${difference.says}`
  if (!isSwapped) {
    return `tables of ${workspaceId} differ from its ledger: ${difference.says} --yes takes the word of the ledger.`
  }
  const [row] = missing
  if (row) {
    return `${missing.length} rows of ${workspaceId} stay missing, as no entry holds their secrets: first ${row.table} ${row.rowId}`
  }
  const [other] = replaced
  return other
    ? `${replaced.length} credentials of ${workspaceId} are not those that its ledger records, and no entry holds them: first ${other.table} ${other.rowId}. ${REMEDY}`
    : null
}

/** How to disable a credential that was substituted. */
const REMEDY =
  'Revoke the key, rotate the secret of the webhook, or reset the password and the second factor of the person.'

function textOf(report: RebuildReport): string {
  const { workspaceId, size, rowsCompared, isSwapped } = report
  if (firstDifference(report) === null) {
    return `${workspaceId} is as its ledger has it: ${size} entries, ${rowsCompared} rows compared.`
  }
  const credentials = report.replaced.map(({ table }) => `a credential in ${table}`)
  const tables = [...report.differing].map(([table, count]) => `${table} ${count}`)
  const rows = [...tables, ...credentials].join(', ')
  const differing = rows === '' ? 'counts alone' : rows
  return `${workspaceId} ${isSwapped ? 'is rebuilt. It differed in' : 'is left as it is. It differs in'}: ${differing}.`
}

function serializeReport(report: RebuildReport) {
  return {
    workspace_id: report.workspaceId,
    swapped: report.isSwapped,
    entries: report.size,
    root: report.root,
    rows_compared: report.rowsCompared,
    first_difference: firstDifference(report),
    fault: report.fault,
    row_differences: report.rowFaultCount,
    differing_rows: Object.fromEntries(report.differing),
    replaced_credentials: report.replaced.map(({ table, rowId }) => ({ table, row_id: rowId })),
    missing_rows: report.missing.map(({ table, rowId }) => ({ table, row_id: rowId })),
  }
}
