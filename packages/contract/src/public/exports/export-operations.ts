import { Type } from 'typebox'
import { CalibrationFeedQuery } from '../calibration.ts'
import { DocumentListQuery } from '../document.ts'
import { DueListQuery } from '../due.ts'
import { FindingListQuery } from '../findings/finding.ts'
import { appInstrumentSorts, InstrumentListQuery } from '../instrument.ts'
import { entryKinds, entryKindsInWords } from '../../shared/entry-kinds.ts'
import { exportReply, formatQuery } from '../../shared/export-format.ts'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, OneOf, Timestamp, Uuid, WordQuery, WordsQuery } from '../../shared/values.ts'
import { exampleFilesOf } from './export-examples.ts'
import { instrumentFileColumns } from './instrument-columns.ts'

/** Returns the parameters of a list except those of its pages. */
export function filtersOf<Properties extends { limit: unknown; offset: unknown }>(
  properties: Properties,
): Omit<Properties, 'limit' | 'offset'> {
  const { limit: _limit, offset: _offset, ...filters } = properties
  return filters
}

/** Query parameter that names the columns of a file of instruments. */
export const columnsQuery = {
  columns: Type.Optional(
    WordsQuery(instrumentFileColumns, {
      maxLength: 1000,
      description: `Comma-separated, in the order of the file: ${instrumentFileColumns.join(', ')}. Defaults to all columns; \`customFields\` stands for one column \`customFields.<label>\` for each label.`,
      examples: ['asset_tag,name,due_date'],
    }),
  ),
}

/** Query parameter that requests points instead of records. */
export const pointsQuery = {
  points: Type.Optional(
    OneOf(['true'], {
      description:
        'Exports the measured points of the records instead of the records, one per line. A workbook always contains both, each on its own sheet.',
    }),
  ),
}

/** Filters of the activity log; they combine. */
export const activityFilters = {
  instrument_id: Type.Optional(
    Uuid({
      description:
        'An instrument and everything that belongs to it: its register entry, records, certificates and documents.',
    }),
  ),
  subject_id: Type.Optional(
    Type.String({ maxLength: 128, description: 'ID of the subject of the entries.' }),
  ),
  actor_id: Type.Optional(Type.String({ maxLength: 128, description: 'A person, an API key, or `cli`.' })),
  action: Type.Optional(
    WordQuery(entryKinds, {
      maxLength: 64,
      description: entryKindsInWords,
      examples: ['calibration.approved'],
    }),
  ),
  from: Type.Optional(Timestamp({ description: 'At or after this time.' })),
  to: Type.Optional(Timestamp({ description: 'At or before this time.' })),
}

/** Maximum length of a search text for documents. */
const SEARCH_LENGTH_MAX = 200

/**
 * Filters for the documents of all instruments, in addition to those for one instrument; they can be
 * combined.
 */
export const documentFilters = {
  instrument_id: Type.Optional(Uuid({ description: 'Documents of this instrument.' })),
  site_id: Type.Optional(Uuid({ description: 'Documents of instruments at this site.' })),
  q: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description:
        'Matches the beginnings of words in the file name and in the tag and name of the instrument; all terms must match. Case and accents are ignored.',
    }),
  ),
}

/** Query of the export of activity. */
export const ActivityExportQuery = Closed({ ...activityFilters, ...formatQuery })
export type ActivityExportQuery = Type.Static<typeof ActivityExportQuery>

/** Query of the export of documents. */
export const DocumentExportQuery = Closed({
  ...filtersOf(DocumentListQuery.properties),
  ...documentFilters,
  ...formatQuery,
})
export type DocumentExportQuery = Type.Static<typeof DocumentExportQuery>

/** Query of the export of findings. */
export const FindingExportQuery = Closed({ ...filtersOf(FindingListQuery.properties), ...formatQuery })
export type FindingExportQuery = Type.Static<typeof FindingExportQuery>

const common = {
  method: 'GET',
  tag: 'Exports',
  scope: 'read',
  errors: ['INVALID_REQUEST', 'VALIDATION_ERROR'],
} as const

/** Operations that export lists as files: every row that matches a filter, at one point in time. */
export const exportOperations = defineOperations({
  exportInstruments: {
    ...common,
    reply: { ...exportReply, fileExamples: exampleFilesOf('exportInstruments') },
    path: '/exports/instruments',
    summary: 'Export the register',
    description:
      'All instruments that match the filter, as of a single point in time. Dates are calendar dates in the time zone of the workspace. The file can be imported unchanged: see POST /imports. In CSV, text that a spreadsheet would run as a formula is prefixed with an apostrophe. If the download is interrupted, the file is incomplete.',
    query: Closed({
      ...filtersOf(InstrumentListQuery.properties),
      sort: Type.Optional(
        WordQuery(appInstrumentSorts, { description: appInstrumentSorts.join(', '), examples: ['due_date'] }),
      ),
      ...columnsQuery,
      ...formatQuery,
    }),
  },
  exportCalibrations: {
    ...common,
    reply: { ...exportReply, fileExamples: exampleFilesOf('exportCalibrations') },
    path: '/exports/calibrations',
    summary: 'Export calibrations',
    description:
      'All records that match the filter, complete and with the current data of their instruments; formats and precautions as for GET /exports/instruments. In a workbook, points are on a separate sheet; in other formats, they are a separate file: `points=true`.',
    query: Closed({ ...filtersOf(CalibrationFeedQuery.properties), ...pointsQuery, ...formatQuery }),
  },
  exportDue: {
    ...common,
    reply: { ...exportReply, fileExamples: exampleFilesOf('exportDue') },
    path: '/exports/due',
    summary: 'Export due instruments',
    description: 'All rows of GET /due; formats and precautions as for GET /exports/instruments.',
    query: Closed({ ...filtersOf(DueListQuery.properties), ...formatQuery }),
  },
  exportFindings: {
    ...common,
    reply: { ...exportReply, fileExamples: exampleFilesOf('exportFindings') },
    path: '/exports/findings',
    summary: 'Export findings',
    description:
      'All findings that match the filter, newest first; formats and precautions as for GET /exports/instruments. The points of a finding are given as JSON in one column.',
    query: FindingExportQuery,
  },
  exportDocuments: {
    ...common,
    reply: { ...exportReply, fileExamples: exampleFilesOf('exportDocuments') },
    path: '/exports/documents',
    summary: 'Export the list of documents',
    description:
      'All documents that match the filter, with their instruments or providers, newest first, without the files; formats and precautions as for GET /exports/instruments. Documents of providers, such as accreditation certificates, are included for callers with access to all sites, unless a filter selects an instrument, a calibration, a site or words.',
    query: DocumentExportQuery,
  },
  exportActivity: {
    ...common,
    reply: { ...exportReply, fileExamples: exampleFilesOf('exportActivity') },
    path: '/exports/activity',
    summary: 'Export the activity log',
    description:
      'All entries that match the filter, newest first; formats and precautions as for GET /exports/instruments. The log covers settings, people and all sites, so it requires a key without site limits whose owner is an admin or manager; other keys get 404. The change is given as JSON in one column; timestamps are in UTC.',
    query: ActivityExportQuery,
    errors: [...common.errors, 'NOT_FOUND'],
  },
})
