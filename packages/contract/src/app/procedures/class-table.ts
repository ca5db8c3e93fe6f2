import { Type } from 'typebox'
import { REASON_LENGTH_MAX } from '../../public/calibration.ts'
import { UNIT_LENGTH_MAX } from '../../fields/point-words.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import {
  Closed,
  DecimalString,
  NameText,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  TrimmedText,
  Uuid,
} from '../../shared/values.ts'

/** Maximum number of tables of a workspace, except retired ones: one page of the list. */
export const CLASS_TABLES_MAX = 100

/** Maximum number of columns of limits in a table; a class of a limit gauge has two. */
export const CLASSES_MAX = 24

/** Maximum number of rows of a table. */
export const CLASS_ROWS_MAX = 500

/** Maximum length of the name of a table, class or designation, so that they fit into the note of a point. */
export const CLASS_NAME_LENGTH_MAX = 120

/** Maximum size of the file of a table. */
const CLASS_FILE_LENGTH_MAX = 500_000

/** The members of a limit gauge that have separate limits. */
export const gaugeMembers = ['GO', 'NO-GO'] as const
export type GaugeMember = (typeof gaugeMembers)[number]

/** A column of limits. */
export const ClassColumn = Closed(
  {
    name: NameText(CLASS_NAME_LENGTH_MAX, { description: 'The class.', examples: ['0'] }),
    member: Nullable(
      OneOf(gaugeMembers, {
        description:
          'The member (GO or NO-GO) of a limit gauge to which the limits apply; such a class has a column for each.',
      }),
    ),
  },
  { $id: 'ClassColumn' },
)
export type ClassColumn = Type.Static<typeof ClassColumn>

/** The limits of one class in one row. */
export const ClassCell = Closed(
  {
    nominal: Nullable(
      DecimalString({
        description: 'For rows with a designation: the nominal size to which the deviations apply.',
        examples: ['9.034'],
      }),
    ),
    upper: Nullable(
      DecimalString({ description: 'Upper deviation; null if there is no limit.', examples: ['0.12'] }),
    ),
    lower: Nullable(
      DecimalString({
        description: 'Lower deviation as a magnitude; null if there is no limit.',
        examples: ['0.12'],
      }),
    ),
  },
  { $id: 'ClassCell' },
)
export type ClassCell = Type.Static<typeof ClassCell>

/** A row of a table: a range of nominal sizes, or a designation. */
export const ClassTableRow = Closed(
  {
    designation: Nullable(
      TrimmedText(CLASS_NAME_LENGTH_MAX, {
        description: 'What the row applies to, instead of a range.',
        examples: ['M10'],
      }),
    ),
    from: Nullable(DecimalString({ description: 'Smallest nominal size.', examples: ['0.5'] })),
    to: Nullable(
      DecimalString({
        description: 'Largest nominal size. It belongs to this row even if the next row starts with it.',
        examples: ['10'],
      }),
    ),
    limits: Type.Array(Nullable(ClassCell), {
      maxItems: CLASSES_MAX,
      description: 'In the order of `classes`; null if a class states none.',
    }),
  },
  { $id: 'ClassTableRow' },
)
export type ClassTableRow = Type.Static<typeof ClassTableRow>

const content = {
  name: NameText(CLASS_NAME_LENGTH_MAX, {
    description: 'Unique among the tables that are not retired, case-insensitively.',
    examples: ['Gauge blocks'],
  }),
  source: TrimmedText(255, {
    description: 'The standard that specifies the values, with its edition, or who set them.',
    examples: ['ISO 3650:1998, table 5'],
  }),
  unit: TrimmedText(UNIT_LENGTH_MAX, { description: 'Unit of the nominal sizes.', examples: ['mm'] }),
  deviation_unit: TrimmedText(UNIT_LENGTH_MAX, {
    description: 'Unit of the deviations: the same unit, or one with a different SI prefix.',
    examples: ['µm'],
  }),
  classes: Type.Array(ClassColumn, { minItems: 1, maxItems: CLASSES_MAX }),
  rows: Type.Array(ClassTableRow, {
    minItems: 1,
    maxItems: CLASS_ROWS_MAX,
    description: 'Rows with ranges are in order of size.',
  }),
}

const ClassTableContentSchema = Closed(content)
/** The content of a table of classes. */
export type ClassTableContent = Type.Static<typeof ClassTableContentSchema>

const state = {
  version: Type.Integer({
    minimum: 1,
    description: 'Version number, incremented with each change; stored with points.',
  }),
  retired_at: Nullable(Timestamp({ description: 'Null while the table is in use.' })),
  retirement_reason: Nullable(Type.String()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

/** A table of classes of a workspace. */
export const ClassTable = Closed({ id: Uuid(), ...content, ...state }, { $id: 'ClassTable' })
export type ClassTable = Type.Static<typeof ClassTable>

const { rows: _rows, ...heads } = content

/** A table in the list of tables. */
export const ClassTableSummary = Closed(
  { id: Uuid(), ...heads, row_count: Type.Integer(), ...state },
  { $id: 'ClassTableSummary' },
)
export type ClassTableSummary = Type.Static<typeof ClassTableSummary>

/** A page of the list of tables. */
export const ClassTablePage = PageOf(ClassTableSummary, 'ClassTablePage')

/** Body of POST /class-tables. */
export const ClassTableCreate = Closed(content, { $id: 'ClassTableCreate' })
export type ClassTableCreate = Type.Static<typeof ClassTableCreate>

/** Body of PATCH /class-tables/{table_id}: only sent keys change. */
export const ClassTableUpdate = Closed(
  {
    name: Type.Optional(content.name),
    source: Type.Optional(content.source),
    unit: Type.Optional(content.unit),
    deviation_unit: Type.Optional(content.deviation_unit),
    classes: Type.Optional(content.classes),
    rows: Type.Optional(content.rows),
  },
  { $id: 'ClassTableUpdate' },
)
export type ClassTableUpdate = Type.Static<typeof ClassTableUpdate>

/** Body of POST /class-tables/{table_id}/rows. */
export const ClassTableFile = Closed(
  {
    csv: Type.String({
      minLength: 1,
      maxLength: CLASS_FILE_LENGTH_MAX,
      description:
        'File content in the format of GET /class-tables/{table_id}/rows.csv: a header line, then one line per row, separated by commas, semicolons or tabs.',
    }),
  },
  { $id: 'ClassTableFile' },
)

/** Body of POST /class-tables/{table_id}/retire. */
export const ClassTableRetirement = Closed(
  { reason: TrimmedText(REASON_LENGTH_MAX) },
  { $id: 'ClassTableRetirement' },
)

/** Query of GET /class-tables. */
export const ClassTableListQuery = Closed({
  ...pageQuery,
  include: Type.Optional(Text(64, { description: '`retired` lists retired tables, too.' })),
})
export type ClassTableListQuery = Type.Static<typeof ClassTableListQuery>
