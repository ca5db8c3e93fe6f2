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
      description: 'Name of the file; its ending says whether it is CSV or XLSX.',
      examples: ['register.xlsx'],
    }),
  },
  { $id: 'ImportUploadUrlRequest' },
)

const optional = {
  sheet: Type.Optional(
    Text(255, { description: 'Name of the sheet of an XLSX file; the first one unless named.' }),
  ),
  mapping: Type.Optional(
    Type.Unsafe<Record<string, ImportTarget>>({
      type: 'object',
      maxProperties: IMPORT_COLUMNS_MAX,
      additionalProperties: { type: 'string', enum: [...importTargets] },
      description: 'Columns, by their names in the file, that go elsewhere than the preset has them.',
    }),
  ),
  site_id: Type.Optional(Uuid({ description: 'Site of new instruments whose row names none.' })),
  create_places: Type.Optional(
    Type.Boolean({
      description: 'Adds sites and locations that are missing. Without it an unknown site is an error.',
    }),
  ),
  on_duplicate: Type.Optional(
    OneOf(['update', 'skip', 'fail'], {
      description: 'What becomes of rows whose asset tag is in the register; `update` unless it is sent.',
    }),
  ),
  on_duplicate_serial: Type.Optional(
    OneOf(['custom_field', 'fail'], {
      description:
        'What becomes of a serial number that another instrument has; `custom_field` keeps it there with a warning, and holds unless it is sent.',
    }),
  ),
  date_order: Type.Optional(
    OneOf(['dmy', 'mdy', 'ymd'], {
      description: 'For dates that can be read in two ways, which are errors without it.',
    }),
  ),
  without_interval: Type.Optional(
    OneOf(['error', 'reference_only'], {
      description:
        'What becomes of rows without a calibration interval whose status does not say that they need none; `error` unless it is sent.',
    }),
  ),
  default_interval: Type.Optional(
    Closed(
      {
        value: Type.Integer({
          minimum: 1,
          maximum: CALIBRATION_INTERVAL_MAX,
          description: 'How many units.',
        }),
        unit: OneOf(intervalUnits, { description: 'Days, months or years.' }),
      },
      {
        description:
          'The calibration interval of new instruments whose row has none, for files of programs that keep intervals elsewhere; a warning names each such row. `without_interval: reference_only` goes before it.',
      },
    ),
  ),
  normalise_intervals: Type.Optional(
    Type.Boolean({ description: '365, 730, 1095 and 1825 days become years.' }),
  ),
  due: Type.Optional(
    OneOf(['stated', 'computed'], {
      description:
        'Which due date holds where a row states another one than last calibration and interval give: an earlier one is kept by the starting record, a later one becomes an extension. `stated` unless it is sent.',
    }),
  ),
  reason: Type.Optional(
    Text(1000, { description: 'Recorded with what changes of instruments in the register.' }),
  ),
}

/** How a file is read and entered. */
export const ImportOptions = Closed(optional, {
  $id: 'ImportOptions',
  description: 'How the file is read and entered.',
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
    file_name: Type.Optional(Text(255, { description: 'Name of the file, for people.' })),
    preset: Type.Optional(
      OneOf(importPresets, { description: 'Recognised by the names of the columns unless it is sent.' }),
    ),
    options: Type.Optional(ImportOptions),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Reports what the import would do and enters nothing.' }),
    ),
  },
  { $id: 'ImportRequest' },
)
export type ImportRequest = Type.Static<typeof ImportRequest>

/** What is wrong with a row, or worth knowing of it. */
export const ImportIssue = Closed(
  {
    row: Type.Integer({ description: 'Line of the sheet, from 1; that of a CSV file counts records.' }),
    column: Nullable(Type.String({ description: 'The column that it is about; null for the row.' })),
    value: Nullable(Type.String({ description: 'As it stands in the file, shortened.' })),
    code: Type.String({ description: 'Stable, unlike the words of the message; new codes may come.' }),
    message: Type.String({ description: 'In an English sentence.' }),
    values: Type.Unsafe<Record<string, string | number>>({
      type: 'object',
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      description: 'What the message names.',
    }),
  },
  { $id: 'ImportIssue' },
)
export type ImportIssue = Type.Static<typeof ImportIssue>

/** A column of the file and where it goes. */
export const ImportColumn = Closed(
  {
    column: Type.String({ description: 'Name of the column in the file.' }),
    target: OneOf(importTargets, { description: 'The field that it goes to.' }),
  },
  { $id: 'ImportColumn' },
)
export type ImportColumn = Type.Static<typeof ImportColumn>

const count = (description: string) => Type.Integer({ description })

/** An import as it stands. */
export const Import = Closed(
  {
    id: Uuid({ description: 'Id of the import.' }),
    kind: OneOf(importKinds, { description: 'What the rows are.' }),
    file_name: Nullable(Type.String({ description: 'Name of the file, as it was sent.' })),
    dry_run: Type.Boolean({ description: 'Whether nothing is entered.' }),
    state: OneOf(['queued', 'running', 'succeeded', 'failed', 'cancelled'], {
      description: 'How far the import is. The last three states are final.',
    }),
    requested_at: Timestamp({ description: 'When it was asked for.' }),
    finished_at: Nullable(Timestamp({ description: 'When it ended; null while it has not.' })),
    preset: Nullable(
      OneOf(importPresets, { description: 'The program whose columns were recognised or named.' }),
    ),
    rows: Nullable(count('Rows of the file; null until they are counted.')),
    done: count('Rows that were dealt with.'),
    create: count('Rows whose instrument or calibration was entered, or would be.'),
    update: count('Instruments that were changed, or would be.'),
    unchanged: count('Rows that state what is there already.'),
    skip: count('Rows that were passed over as `on_duplicate` asks.'),
    failed: count('Rows with errors.'),
    errors: Type.Array(ImportIssue, { description: `The first ${IMPORT_ISSUES_LISTED_MAX}.` }),
    warnings: Type.Array(ImportIssue, { description: `The first ${IMPORT_ISSUES_LISTED_MAX}.` }),
    mapping: Type.Array(ImportColumn, { description: 'Where each column goes.' }),
    places: Type.Array(
      Closed(
        {
          site: Type.String({ description: 'Name of the site.' }),
          location: Nullable(Type.String({ description: 'Name of the location; null for the site itself.' })),
        },
        { $id: 'ImportPlace' },
      ),
      { description: 'Sites and locations that were added, or would be.' },
    ),
    statuses: Type.Array(
      Closed(
        {
          word: Type.String({ description: 'As it stands in the file.' }),
          status: Nullable(
            OneOf(instrumentStatuses, { description: 'What it was read as; null where it is not known.' }),
          ),
          rows: Type.Integer({ description: 'Rows that have it.' }),
        },
        { $id: 'ImportStatusWord' },
      ),
      { description: 'Words of the status column and what they were read as.' },
    ),
    error: Nullable(
      Closed(
        {
          code: Type.String({ description: 'Stable, unlike the words of the message.' }),
          message: Type.String({ description: 'In an English sentence.' }),
        },
        { $id: 'ImportFailure', description: 'Why the file was not read to its end.' },
      ),
    ),
  },
  { $id: 'Import' },
)
export type Import = Type.Static<typeof Import>

/** What became of one row. */
export const ImportRow = Closed(
  {
    row: Type.Integer({ description: 'Line of the sheet, from 1.' }),
    outcome: OneOf(importOutcomes, { description: 'What became of the row, or would.' }),
    asset_tag: Nullable(Type.String({ description: 'Asset tag of the row.' })),
    name: Nullable(Type.String({ description: 'Name of the instrument in the row.' })),
    issues: Type.Array(ImportIssue, { description: 'Its errors and warnings.' }),
  },
  { $id: 'ImportRow' },
)
export type ImportRow = Type.Static<typeof ImportRow>

/** Rows of an import, in their order, some of them. */
export const ImportRows = Closed(
  {
    data: Type.Array(ImportRow, { description: 'In the order of the file.' }),
    next_part: Nullable(Type.Integer({ description: 'Where to go on; null when there is no more for now.' })),
  },
  { $id: 'ImportRows' },
)
export type ImportRows = Type.Static<typeof ImportRows>
