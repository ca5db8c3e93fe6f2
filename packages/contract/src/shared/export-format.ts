import { Type } from 'typebox'
import type { Reply } from './operation.ts'
import { OneOf } from './values.ts'

/** Formats in which a list can be exported. */
export const exportFormats = ['csv', 'jsonl', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The content type of each format. */
export const exportContentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Query parameter of every export. */
export const formatQuery = {
  format: Type.Optional(
    OneOf(exportFormats, {
      description:
        'Defaults to `csv`: UTF-8 with a byte order mark, commas and CRLF. `jsonl`: one JSON object per line. `xlsx`: a workbook in which every text value is a text cell.',
    }),
  ),
}

/** The response of every export. */
export const exportReply = {
  status: 200,
  contentType: exportContentTypes.csv,
  furtherContentTypes: [exportContentTypes.jsonl, exportContentTypes.xlsx],
  description:
    'The file, as an attachment. The examples have one row. A workbook has the columns of the CSV example: the first row of a sheet contains their names, and numbers and truth values are cells of these kinds.',
  headers: { 'Content-Disposition': 'Attachment, with a file name that contains the date.' },
} as const satisfies Reply

/** Prefix of the labels of custom fields in exports and import files. */
export const CUSTOM_FIELD_PREFIX = 'customFields.'
