import { Type } from 'typebox'
import { intervalUnits } from '../../fields/instrument.ts'
import { CALIBRATION_INTERVAL_MAX, instrumentStatuses } from '../instrument.ts'
import { Closed, Nullable, OneOf, Text, Timestamp, Uuid } from '../../shared/values.ts'
import {
  importKinds,
  importOutcomes,
  importPresets,
  importTargets,
  type ImportTarget,
} from './import-fields.ts'

/** Columns of a file that are read. */
export const IMPORT_COLUMNS_MAX = 200

/** Errors and warnings that one response lists; the rows list all of them. */
export const IMPORT_ISSUES_LISTED_MAX = 200

/** Body of POST /imports/upload-url. */
export const ImportUploadUrlRequest = Closed(
  {
    file_name: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Name of the file. Its extension determines whether it is read as CSV or XLSX.',
      examples: ['register.xlsx'],
    }),
  },
  { $id: 'ImportUploadUrlRequest', description: 'The file to be uploaded for an import.' },
)

const optional = {
  sheet: Type.Optional(
    Text(255, {
      description:
        'Name of the sheet in an XLSX file. Defaults to the first visible sheet with a line that names the columns.',
    }),
  ),
  mapping: Type.Optional(
    Type.Unsafe<Record<string, ImportTarget>>({
      type: 'object',
      maxProperties: IMPORT_COLUMNS_MAX,
      additionalProperties: { type: 'string', enum: [...importTargets] },
      description: 'Columns, by their names in the file, whose mapping differs from the preset.',
    }),
  ),
  site_id: Type.Optional(Uuid({ description: 'Site for new instruments whose row does not name one.' })),
  create_places: Type.Optional(
    Type.Boolean({
      description: 'Adds missing sites and locations. Otherwise an unknown site is an error.',
    }),
  ),
  on_duplicate: Type.Optional(
    OneOf(['update', 'skip', 'fail'], {
      description: 'How to handle rows whose asset tag is already in the register. Defaults to `update`.',
    }),
  ),
  on_duplicate_serial: Type.Optional(
    OneOf(['custom_field', 'fail'], {
      description:
        'How to handle a serial number that another instrument already has. Defaults to `custom_field`, which stores it in a custom field with a warning.',
    }),
  ),
  date_order: Type.Optional(
    OneOf(['dmy', 'mdy', 'ymd'], {
      description: 'Order of day and month for ambiguous dates, which are errors otherwise.',
    }),
  ),
  without_interval: Type.Optional(
    OneOf(['error', 'reference_only'], {
      description:
        'How to handle rows without a calibration interval whose status does not imply that they need none. Defaults to `error`.',
    }),
  ),
  default_interval: Type.Optional(
    Closed(
      {
        value: Type.Integer({
          minimum: 1,
          maximum: CALIBRATION_INTERVAL_MAX,
          description: 'Number of units.',
        }),
        unit: OneOf(intervalUnits, { description: 'Days, months or years.' }),
      },
      {
        description:
          'The calibration interval for new instruments whose row has none, for files from programs that store intervals elsewhere; each such row gets a warning. `without_interval: reference_only` takes precedence.',
      },
    ),
  ),
  normalise_intervals: Type.Optional(
    Type.Boolean({ description: 'Converts intervals of 365, 730, 1095 and 1825 days to years.' }),
  ),
  due: Type.Optional(
    OneOf(['stated', 'computed'], {
      description:
        'Which due date applies if a row states one that differs from the date computed from the last calibration and the interval. With `stated`, the default, an earlier date is stored in the starting record and a later one becomes an extension.',
    }),
  ),
  reason: Type.Optional(
    Text(1000, {
      description: 'Reason recorded with changes to instruments that are already in the register.',
    }),
  ),
}

/** How a file is read and entered. */
export const ImportOptions = Closed(optional, {
  $id: 'ImportOptions',
  description: 'How to read the file and enter its rows.',
})
export type ImportOptions = Type.Static<typeof ImportOptions>

/** Body of POST /imports. */
export const ImportRequest = Closed(
  {
    kind: OneOf(importKinds, {
      description:
        '`instruments`: a register. `calibrations`: records of instruments that are in the register, oldest first; options of the register alone are not looked at.',
    }),
    document_key: Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'The `key` that the upload-url operation returned.',
    }),
    file_name: Type.Optional(Text(255, { description: 'Display name of the file.' })),
    preset: Type.Optional(
      OneOf(importPresets, { description: 'By default, the preset is recognized from the column names.' }),
    ),
    options: Type.Optional(ImportOptions),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Reports what the import would do without entering anything.' }),
    ),
  },
  { $id: 'ImportRequest', description: 'The import to be started.' },
)
export type ImportRequest = Type.Static<typeof ImportRequest>

const Values = Type.Unsafe<Record<string, string | number>>({
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  description: 'Values that the message refers to.',
})

/** An error or a warning about a row. */
export const ImportIssue = Closed(
  {
    row: Type.Integer({
      description: 'Line of the sheet, starting at 1. For CSV files, records are counted.',
    }),
    column: Nullable(Type.String({ description: 'The column concerned; null for the row as a whole.' })),
    value: Nullable(Type.String({ description: 'As it appears in the file, truncated.' })),
    code: Type.String({ description: 'Stable, unlike the wording of the message; new codes may be added.' }),
    message: Type.String({ description: 'An English sentence.' }),
    values: Values,
  },
  { $id: 'ImportIssue', description: 'An error or a warning about a row of an import.' },
)
export type ImportIssue = Type.Static<typeof ImportIssue>

/** A column of the file and its target. */
export const ImportColumn = Closed(
  {
    column: Type.String({ description: 'Name of the column in the file.' }),
    target: OneOf(importTargets, { description: 'The field that the column is mapped to.' }),
  },
  { $id: 'ImportColumn', description: 'A column of the file, and the field that it is mapped to.' },
)
export type ImportColumn = Type.Static<typeof ImportColumn>

const count = (description: string) => Type.Integer({ description })

/** An import in its current state. */
export const Import = Closed(
  {
    id: Uuid({ description: 'ID of the import.' }),
    kind: OneOf(importKinds, { description: 'What the rows contain.' }),
    file_name: Nullable(Type.String({ description: 'Name of the file, as sent.' })),
    dry_run: Type.Boolean({ description: 'Whether this is a dry run that enters nothing.' }),
    state: OneOf(['queued', 'running', 'succeeded', 'failed', 'cancelled'], {
      description: 'Progress of the import. The last three states are final.',
    }),
    requested_at: Timestamp({ description: 'When the import was requested.' }),
    finished_at: Nullable(Timestamp({ description: 'When the import ended; null while it is running.' })),
    preset: Nullable(
      OneOf(importPresets, { description: 'The source program whose columns were recognized or selected.' }),
    ),
    rows: Nullable(count('Number of rows in the file; null until they are counted.')),
    done: count('Number of rows processed.'),
    create: count('Number of rows whose instrument or calibration was (or, in a dry run, would be) entered.'),
    update: count('Number of instruments that were (or would be) changed.'),
    unchanged: count('Number of rows that match existing data.'),
    skip: count(
      'Number of rows left out: lines that are no instrument or calibration, records that are not in effect, and rows skipped because of `on_duplicate`. The warnings state why.',
    ),
    failed: count('Number of rows with errors.'),
    errors: Type.Array(ImportIssue, { description: `The first ${IMPORT_ISSUES_LISTED_MAX}.` }),
    warnings: Type.Array(ImportIssue, { description: `The first ${IMPORT_ISSUES_LISTED_MAX}.` }),
    sheet: Nullable(
      Type.String({
        description: 'Name of the sheet that is read; null for CSV files and until it is known.',
      }),
    ),
    sheets: Type.Array(Type.String(), {
      description: 'Names of the visible sheets of an XLSX file. Each import reads one of them.',
    }),
    mapping: Type.Array(ImportColumn, { description: 'The field that each column is mapped to.' }),
    places: Type.Array(
      Closed(
        {
          site: Type.String({ description: 'Name of the site.' }),
          location: Nullable(Type.String({ description: 'Name of the location; null for the site itself.' })),
        },
        { $id: 'ImportPlace', description: 'A site or location that the import adds.' },
      ),
      { description: 'Sites and locations that were (or would be) added.' },
    ),
    statuses: Type.Array(
      Closed(
        {
          word: Type.String({ description: 'As it appears in the file.' }),
          status: Nullable(
            OneOf(instrumentStatuses, {
              description: 'How the value was interpreted; null if it is unknown.',
            }),
          ),
          rows: Type.Integer({ description: 'Number of rows with this value.' }),
        },
        { $id: 'ImportStatusWord', description: 'A value of the status column, and how it was interpreted.' },
      ),
      { description: 'Values of the status column and how they were interpreted.' },
    ),
    error: Nullable(
      Closed(
        {
          code: Type.String({ description: 'Stable, unlike the wording of the message.' }),
          message: Type.String({ description: 'An English sentence.' }),
          values: Values,
        },
        { $id: 'ImportFailure', description: 'Why the file was not read completely.' },
      ),
    ),
  },
  { $id: 'Import', description: 'An import: its progress, its outcome and the issues found.' },
)
export type Import = Type.Static<typeof Import>

/** The outcome of one row. */
export const ImportRow = Closed(
  {
    row: Type.Integer({ description: 'Line of the sheet, starting at 1.' }),
    outcome: OneOf(importOutcomes, { description: 'Outcome of the row, actual or (in a dry run) expected.' }),
    asset_tag: Nullable(Type.String({ description: 'Asset tag of the row.' })),
    name: Nullable(Type.String({ description: 'Name of the instrument in the row.' })),
    issues: Type.Array(ImportIssue, { description: 'Its errors and warnings.' }),
  },
  { $id: 'ImportRow', description: 'A row of an import, and its outcome.' },
)
export type ImportRow = Type.Static<typeof ImportRow>

/** Rows of an import, in their order, some of them. */
export const ImportRows = Closed(
  {
    data: Type.Array(ImportRow, { description: 'In the order of the file.' }),
    next_part: Nullable(
      Type.Integer({
        description: 'Cursor for the next part; null if no more rows are currently available.',
      }),
    ),
  },
  { $id: 'ImportRows', description: 'Part of the rows of an import.' },
)
export type ImportRows = Type.Static<typeof ImportRows>
