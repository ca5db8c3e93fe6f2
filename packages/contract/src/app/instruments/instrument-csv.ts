import { Type } from 'typebox'
import { AppInstrumentListQuery } from './instrument.ts'
import { optionalTexts, type OptionalText } from '../../fields/instrument.ts'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, Uuid } from '../../shared/values.ts'

/** Columns that stand where they always stood, for those who read the file by position. */
const firstColumns = [
  'id',
  'asset_tag',
  'name',
  'manufacturer',
  'model',
  'serial_number',
  'category',
  'department',
  'site',
  'location',
  'place',
  'status',
  'compliance_status',
  'is_quarantined',
  'due_date',
  'last_calibration_date',
  'calibration_interval_value',
  'calibration_interval_unit',
  'grace_days',
  'is_reference_standard',
  'unit_of_measure',
  'tolerance_spec',
  'method',
  'notes',
  'sent_out_on',
  'created_at',
  'updated_at',
  'retired_at',
] as const

/** A column of the register as a file. */
export type InstrumentCsvColumn = (typeof firstColumns)[number] | OptionalText

/**
 * Columns of the register as a file, named as the API names them; site and location by their names. `location` is the
 * registered location, and `place` the free text beside it.
 */
export const instrumentCsvColumns: readonly InstrumentCsvColumn[] = [
  ...new Set<InstrumentCsvColumn>([...firstColumns, ...optionalTexts]),
]

const { limit: _limit, offset: _offset, sort, ...filters } = AppInstrumentListQuery.properties

const csvColumns = Type.Optional(
  Type.String({
    maxLength: 1000,
    description: `Comma-separated, in the order of the file: ${instrumentCsvColumns.join(', ')}. All of them unless named.`,
    examples: ['asset_tag,name,due_date'],
  }),
)

/** Query of GET /instruments.csv: the filters and the order of the list, and the columns. */
export const InstrumentExportQuery = Closed({ ...filters, sort, columns: csvColumns })
export type InstrumentExportQuery = Type.Static<typeof InstrumentExportQuery>

/** Most instruments that can be named for one file. */
export const CHOSEN_INSTRUMENTS_MAX = 10_000

/** Body of POST /instruments.csv: instruments that were chosen one by one. */
export const ChosenInstruments = Closed(
  {
    instrument_ids: Type.Array(Uuid(), { minItems: 1, maxItems: CHOSEN_INSTRUMENTS_MAX }),
    sort,
    columns: csvColumns,
  },
  { $id: 'ChosenInstruments' },
)
export type ChosenInstruments = Type.Static<typeof ChosenInstruments>

const tag = 'Instruments'
const csvFile = {
  status: 200,
  contentType: 'text/csv',
  description: 'The file, as an attachment.',
  headers: { 'Content-Disposition': 'Attachment, with a name that contains the day.' },
} as const

/** The register as a file. */
export const instrumentCsvOperations = defineOperations({
  exportInstruments: {
    method: 'GET',
    path: '/instruments.csv',
    tag,
    summary: 'Download the register as CSV',
    description:
      "Every row of the list's filter as it is at that moment, in UTF-8 with a byte order mark. Dates are days of the workspace's zone. A text that a spreadsheet would run as a formula gets an apostrophe in front. A download that breaks off is not whole.",
    scope: 'read',
    query: InstrumentExportQuery,
    reply: csvFile,
    errors: ['INVALID_REQUEST', 'VALIDATION_ERROR'],
  },
  exportChosenInstruments: {
    method: 'POST',
    path: '/instruments.csv',
    tag,
    summary: 'Download chosen instruments as CSV',
    description: 'The same file of the instruments that are named, retired ones among them.',
    scope: 'read',
    body: ChosenInstruments,
    reply: csvFile,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
})
