import { Type } from 'typebox'
import { CalibrationFeedQuery } from '../calibration.ts'
import { DocumentListQuery } from '../document.ts'
import { DueListQuery } from '../due.ts'
import { FindingListQuery } from '../findings/finding.ts'
import { InstrumentListQuery } from '../instrument.ts'
import { exportReply, formatQuery } from '../../shared/export-format.ts'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, OneOf, Timestamp, Uuid, WordsQuery } from '../../shared/values.ts'
import { instrumentFileColumns } from './instrument-columns.ts'

/** The parameters of a list without those of its pages. */
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
      description: `Comma-separated, in the order of the file: ${instrumentFileColumns.join(', ')}. All of them unless named; \`customFields\` stands for a column \`customFields.<label>\` for each label.`,
      examples: ['asset_tag,name,due_date'],
    }),
  ),
}

/** Query parameter that asks for points in place of records. */
export const pointsQuery = {
  points: Type.Optional(
    OneOf(['true'], {
      description:
        'The measured points of the records in place of the records, one a line. A workbook always holds both, on a sheet each.',
    }),
  ),
}

/** Filters of the activity log; they combine. */
export const activityFilters = {
  instrument_id: Type.Optional(
    Uuid({
      description:
        'An instrument with all that is of it: its place in the register, its records, their certificates, its documents.',
    }),
  ),
  subject_id: Type.Optional(
    Type.String({ maxLength: 128, description: 'Id of the one thing that entries are about.' }),
  ),
  actor_id: Type.Optional(Type.String({ maxLength: 128, description: 'A person, an API key, or `cli`.' })),
  action: Type.Optional(
    Type.String({ maxLength: 64, description: 'The kind of entry.', examples: ['calibration.approved'] }),
  ),
  from: Type.Optional(Timestamp({ description: 'At or after it.' })),
  to: Type.Optional(Timestamp({ description: 'At or before it.' })),
}

/** Longest text that documents are searched for. */
const SEARCH_LENGTH_MAX = 200

/** Filters of the documents of all instruments beside those of one; they combine. */
export const documentFilters = {
  instrument_id: Type.Optional(Uuid({ description: 'Documents of this instrument.' })),
  site_id: Type.Optional(Uuid({ description: 'Documents of instruments of this site.' })),
  q: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description:
        "Beginnings of words of the file's name and of tag and name of its instrument; all must be there. Case and accents do not matter.",
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
  reply: exportReply,
  errors: ['INVALID_REQUEST', 'VALIDATION_ERROR'],
} as const

/** Lists as files: every row of a filter, as it was at one moment. */
export const exportOperations = defineOperations({
  exportInstruments: {
    ...common,
    path: '/exports/instruments',
    summary: 'Export the register',
    description:
      "Every instrument of the filter, all from one moment of the workspace. Dates are days of the workspace's zone. The file can be imported as it is: see POST /imports. In CSV, a text that a spreadsheet would run as a formula gets an apostrophe in front. An export that breaks off is not whole.",
    query: Closed({ ...filtersOf(InstrumentListQuery.properties), ...columnsQuery, ...formatQuery }),
  },
  exportCalibrations: {
    ...common,
    path: '/exports/calibrations',
    summary: 'Export calibrations',
    description:
      'Every record of the filter with everything that it states, each with its instrument as that is now; form and care as of GET /exports/instruments. Points are a sheet of their own in a workbook, and a file of their own otherwise: `points=true`.',
    query: Closed({ ...filtersOf(CalibrationFeedQuery.properties), ...pointsQuery, ...formatQuery }),
  },
  exportDue: {
    ...common,
    path: '/exports/due',
    summary: 'Export what is due',
    description: 'Every row of GET /due; form and care as of GET /exports/instruments.',
    query: Closed({ ...filtersOf(DueListQuery.properties), ...formatQuery }),
  },
  exportFindings: {
    ...common,
    path: '/exports/findings',
    summary: 'Export findings',
    description:
      'Every finding of the filter, newest first; form and care as of GET /exports/instruments. Its points stand as JSON in one column.',
    query: FindingExportQuery,
  },
  exportDocuments: {
    ...common,
    path: '/exports/documents',
    summary: 'Export the list of documents',
    description:
      'Every document of the filter with its instrument, newest first, without the files; form and care as of GET /exports/instruments.',
    query: DocumentExportQuery,
  },
  exportActivity: {
    ...common,
    path: '/exports/activity',
    summary: 'Export the activity log',
    description:
      'Every entry of the filter, newest first; form and care as of GET /exports/instruments. It shows settings, people and all sites, so it is there for owners who are admins or managers and keys without site limits; anybody else gets 404. What changed stands as JSON in one column; instants are UTC.',
    query: ActivityExportQuery,
    errors: [...common.errors, 'NOT_FOUND'],
  },
})
