import { readFile, writeFile } from 'node:fs/promises'
import { InvalidArgumentError, type Command } from 'commander'
import {
  importPresets,
  importTargetsOf,
  type FailedRowsFormat,
  type ImportColumn,
  type ImportIssue,
  type ImportKind,
  type ImportOptions,
  type ImportPreset,
  type ImportTarget,
} from '@plumbline/contract'
import { importParts } from '../job-kinds.ts'
import { importHere, readInterval, type ImportState } from '../modules/imports/index.ts'
import type { Runtime } from '../runtime.ts'
import { act, anId, oneOf, type Outcome } from './command.ts'
import { requireWorkspace } from './workspace.ts'

interface ImportCommandOptions {
  workspace: string
  preset?: ImportPreset
  map?: string
  sheet?: string
  site?: string
  dryRun?: boolean
  createPlaces?: boolean
  onDuplicate?: ImportOptions['on_duplicate']
  onDuplicateSerial?: ImportOptions['on_duplicate_serial']
  dateOrder?: ImportOptions['date_order']
  withoutInterval?: ImportOptions['without_interval']
  defaultInterval?: ImportOptions['default_interval']
  normaliseIntervals?: boolean
  due?: ImportOptions['due']
  reason?: string
  failedRows?: string
  json?: boolean
}

export function addImportCommands(program: Command): void {
  const group = program.command('import').description('Move in from files.')
  const instruments = importCommand(group, 'instruments', 'Import a register from a CSV or XLSX file.')
    .option('--preset <name>', 'the product that wrote it; recognised by its columns', oneOf(importPresets))
    .option('--site <id>', 'site of rows that name none', anId)
    .option('--create-places', 'add sites and locations that are missing')
    .option('--on-duplicate <what>', 'for tags in the register', oneOf(['update', 'skip', 'fail']))
    .option('--on-duplicate-serial <what>', 'for serial numbers of others', oneOf(['custom_field', 'fail']))
    .option('--without-interval <what>', 'for rows without an interval', oneOf(['error', 'reference_only']))
    .option('--default-interval <interval>', 'of new ones without, as "12 months"', anInterval)
    .option('--normalise-intervals', 'read 365, 730, 1095 and 1825 days as years')
    .option('--reason <text>', 'recorded with what changes')
  act<ImportCommandOptions>(instruments, (runtime, options, file) =>
    importFile(runtime, 'instruments', options, file),
  )
  const calibrations = importCommand(
    group,
    'calibrations',
    'Import the history of instruments in the register from a CSV or XLSX file, oldest first; several rows of one certificate become its points.',
  )
  act<ImportCommandOptions>(calibrations, (runtime, options, file) =>
    importFile(runtime, 'calibrations', options, file),
  )
}

function anInterval(text: string): NonNullable<ImportOptions['default_interval']> {
  const read = readInterval({ value: text }, false)
  if (typeof read === 'object') return read
  throw new InvalidArgumentError('State a number and days, months or years, as 12 months.')
}

/** The import command, for both kinds of files. */
function importCommand(group: Command, kind: ImportKind, description: string): Command {
  return group
    .command(kind)
    .description(description)
    .argument('<file>', 'the file')
    .requiredOption('--workspace <id>', 'the workspace', anId)
    .option('--map <file.json>', 'where columns go, by their names: {"Bin": "place"}')
    .option('--sheet <name>', 'the sheet of an XLSX file; the first that names columns unless given')
    .option(
      '--failed-rows <file>',
      'where to write the rows with errors, with a column of reasons; a workbook if it ends in .xlsx',
    )
    .option('--dry-run', 'report what it would do and enter nothing')
    .option('--date-order <order>', 'for dates that can be read in two ways', oneOf(['dmy', 'mdy', 'ymd']))
    .option(
      '--due <which>',
      'which due date holds where a row states another than the interval gives',
      oneOf(['stated', 'computed']),
    )
}

async function importFile(
  runtime: Runtime,
  kind: ImportKind,
  options: ImportCommandOptions,
  file: string,
): Promise<Outcome> {
  const workspace = await requireWorkspace(runtime, options.workspace)
  const bytes = await readFile(file)
  const request = {
    kind,
    bytes,
    fileName: file.split(/[/\\]/).at(-1)!,
    preset: options.preset ?? null,
    options: await importOptions(kind, options),
    dryRun: options.dryRun ?? false,
    onProgress: ({ done, rows }: ImportState) => {
      if (options.json) process.stderr.write(`${JSON.stringify({ done, rows })}\n`)
    },
  }
  const done = await importHere(importParts(runtime), workspace, request)
  const { failed } = done.figures
  if (failed > 0) process.exitCode = 1
  if (options.failedRows !== undefined) {
    await writeFile(options.failedRows, done.failedRows(formatOf(options.failedRows)))
  }
  return outcomeOf(done, request.dryRun)
}

/** The format of a file that is written, by its name. */
function formatOf(file: string): FailedRowsFormat {
  return file.toLowerCase().endsWith('.xlsx') ? 'xlsx' : 'csv'
}

async function importOptions(kind: ImportKind, given: ImportCommandOptions): Promise<ImportOptions> {
  const { sheet, reason, due } = given
  const options = {
    sheet,
    reason,
    due,
    mapping: given.map === undefined ? undefined : await readMapping(given.map, kind),
    site_id: given.site,
    create_places: given.createPlaces,
    on_duplicate: given.onDuplicate,
    on_duplicate_serial: given.onDuplicateSerial,
    date_order: given.dateOrder,
    without_interval: given.withoutInterval,
    default_interval: given.defaultInterval,
    normalise_intervals: given.normaliseIntervals,
  }
  // Omits options that were not given.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

/** @throws Error for a file that is not a JSON object, or maps a column to a field that files of the kind do not have */
async function readMapping(file: string, kind: ImportKind): Promise<Record<string, ImportTarget>> {
  const mapping = asObject(await readFile(file, 'utf8'))
  if (!mapping) throw new Error(`${file}: state the columns as a JSON object, such as {"Bin": "place"}`)
  const targets: readonly ImportTarget[] = importTargetsOf[kind]
  for (const [column, target] of Object.entries(mapping)) {
    if (!targets.includes(target)) {
      throw new Error(`${file}: ${column} can go to one of ${targets.join(', ')}`)
    }
  }
  return mapping
}

function asObject(text: string): Record<string, ImportTarget> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, ImportTarget>) : undefined
  } catch {
    return undefined
  }
}

function outcomeOf(
  { importId, figures }: Awaited<ReturnType<typeof importHere>>,
  isDryRun: boolean,
): Outcome {
  const { rows, create, update, unchanged, skip, failed, errors, warnings, sheet, sheets, mapping } = figures
  const would = isDryRun ? 'would be ' : ''
  const lines = [
    `${rows} rows: ${create} ${would}entered, ${update} ${would}changed, ${unchanged} unchanged, ${skip} left out, ${failed} with errors.`,
    ...(sheets.length > 1 ? [`Sheet ${sheet} was read, of ${sheets.join(', ')}.`] : []),
    ...columnLines(mapping),
    ...errors.map((issue) => lineOf('error', issue)),
    ...warnings.map((issue) => lineOf('warning', issue)),
  ]
  return { json: { import_id: importId, dry_run: isDryRun, ...figures }, text: lines.join('\n') }
}

/** Names the columns that are not imported, and those that become custom fields. */
function columnLines(mapping: readonly ImportColumn[]): string[] {
  const namesOf = (target: ImportTarget) =>
    mapping.filter((one) => one.target === target).map(({ column }) => column)
  const [ignored, custom] = [namesOf('ignore'), namesOf('custom_field')]
  return [
    ...(ignored.length > 0 ? [`Columns left out: ${ignored.join(', ')}.`] : []),
    ...(custom.length > 0 ? [`Columns that become custom fields: ${custom.join(', ')}.`] : []),
  ]
}

function lineOf(kind: string, { row, column, value, message }: ImportIssue): string {
  const place = [`row ${row}`, column, value === null ? null : JSON.stringify(value)].filter(
    (part) => part !== null,
  )
  return `${kind}: ${place.join(', ')}: ${message}`
}
