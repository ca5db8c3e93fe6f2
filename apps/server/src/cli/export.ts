import type { Command } from 'commander'
import {
  appExportOperations,
  exportFormats,
  exportOperations,
  type ExportFormat,
  type Operation,
  type QueryOf,
} from '@plumbline/contract'
import { everything } from '../exports/everything.ts'
import type { ExportParts } from '../exports/parts.ts'
import type { Caller } from '../modules/access/index.ts'
import { calibrationTable } from '../modules/calibrations/index.ts'
import { dueTable } from '../modules/compliance/index.ts'
import { documentTable } from '../modules/documents/index.ts'
import { findingTable } from '../modules/findings/index.ts'
import { instrumentTable } from '../modules/instruments/index.ts'
import { activityTable } from '../modules/ledger/index.ts'
import { systemActor } from '../platform/actor.ts'
import { validationError } from '../platform/errors.ts'
import { schemaCheck } from '../platform/http/validator.ts'
import { writeFileOf, writeTable, written, type Table } from '../platform/tables/index.ts'
import type { Runtime } from '../runtime.ts'
import { act, anId, oneOf } from './command.ts'
import { requireWorkspace } from './workspace.ts'

/** A list that can be exported. */
interface List {
  readonly query: NonNullable<Operation['query']>
  readonly table: (parts: ExportParts, caller: Caller, query: never) => Table | Promise<Table>
}

function list<Op extends Operation>(
  { query }: Op,
  table: (parts: ExportParts, caller: Caller, query: QueryOf<Op>) => Table | Promise<Table>,
): List {
  if (!query) throw new Error('an export is asked for by filters')
  return { query, table }
}

const lists: Readonly<Record<string, List>> = {
  instruments: list(appExportOperations.exportInstruments, instrumentTable),
  calibrations: list(appExportOperations.exportCalibrations, calibrationTable),
  due: list(appExportOperations.exportDue, (parts, caller, query) => dueTable(parts, caller, query, 'date')),
  activity: list(exportOperations.exportActivity, activityTable),
  findings: list(exportOperations.exportFindings, findingTable),
  documents: list(exportOperations.exportDocuments, documentTable),
}

/** Lists whose display names differ from their commands. */
const listNames: Readonly<Record<string, string>> = { due: 'worklist', activity: 'activity log' }

interface ExportOptions extends Readonly<Record<string, unknown>> {
  readonly workspace: string
  readonly format: ExportFormat
  readonly out: string
}

export function addExportCommands(program: Command): void {
  const group = program.command('export').description('Export lists as files.')
  addEverything(group)
  for (const [name, { query, table }] of Object.entries(lists)) {
    const command = group
      .command(name)
      .description(`Export the ${listNames[name] ?? name}: every row that matches the filters.`)
      .requiredOption('--workspace <id>', 'the workspace', anId)
      .requiredOption('--out <file>', 'the file to write')
      .option('--format <format>', exportFormats.join(', '), oneOf(exportFormats), 'csv')
    const filters = filtersOf(query)
    for (const { option, description } of filters) command.option(`--${option} <value>`, description)
    act<ExportOptions>(command, async (runtime, options) => {
      const asked = readFilters(query, filters, options)
      return exportTo(runtime, options, (caller) => table(runtime, caller, asked as never))
    })
  }
}

function addEverything(group: Command): void {
  act<Pick<ExportOptions, 'workspace' | 'out'>>(
    group
      .command('everything')
      .description('Export everything of a workspace as one ZIP file, with documents and certificates.')
      .requiredOption('--workspace <id>', 'the workspace', anId)
      .requiredOption('--out <file.zip>', 'the file to write'),
    async (runtime, { workspace: workspaceId, out }) => {
      const workspace = await requireWorkspace(runtime, workspaceId)
      await writeFileOf(await everything(runtime, { ...systemActor(workspaceId), workspace }), out)
      return { json: { file: out }, text: `Written to ${out}.` }
    },
  )
}

interface Filter {
  readonly name: string
  readonly option: string
  readonly description: string
  readonly isInteger: boolean
}

/** Returns an option for each parameter of the operation: `--site-id` for `site_id`. */
function filtersOf({ properties }: List['query']): Filter[] {
  return Object.entries(properties as Record<string, { type?: string; description?: string }>)
    .filter(([name]) => name !== 'format')
    .map(([name, { type, description = '' }]) => ({
      name,
      option: name.replaceAll('_', '-'),
      description,
      isInteger: type === 'integer',
    }))
}

/** @throws ApiError also for values that the operation refuses */
function readFilters(query: List['query'], filters: readonly Filter[], options: ExportOptions): object {
  const asked: Record<string, unknown> = { format: options.format }
  for (const { name, option, isInteger } of filters) {
    const sent = options[option.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())]
    if (typeof sent === 'string') asked[name] = isInteger && /^-?\d+$/.test(sent) ? Number(sent) : sent
  }
  const problems = schemaCheck(query, 'query')(asked)
  if (problems.length > 0) throw validationError(problems)
  return asked
}

async function exportTo(
  runtime: Runtime,
  { workspace: workspaceId, format, out }: ExportOptions,
  tableFor: (caller: Caller) => Table | Promise<Table>,
) {
  const workspace = await requireWorkspace(runtime, workspaceId)
  const table = await tableFor({ ...systemActor(workspaceId), workspace })
  await writeTable(runtime.db, workspaceId, written(format, table, runtime.clock.now()), out)
  return { json: { file: out, format }, text: `Written to ${out}.` }
}
