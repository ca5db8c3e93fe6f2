import { Type } from 'typebox'
import type { Reply } from './operation.ts'
import { OneOf } from './values.ts'

/** Forms that a list is exported in. */
export const exportFormats = ['csv', 'jsonl', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The content type of each form. */
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

/** What every export answers with. */
export const exportReply = {
  status: 200,
  contentType: exportContentTypes.csv,
  furtherContentTypes: [exportContentTypes.jsonl, exportContentTypes.xlsx],
  description:
    'The file, as an attachment. The examples have one row. A workbook has the columns of the CSV example: the first row of a sheet contains their names, and numbers and truth values are cells of these kinds.',
  headers: { 'Content-Disposition': 'Attachment, with a file name that contains the date.' },
} as const satisfies Reply

/** What custom fields of instruments are named in exports and in files to import, before their label. */
export const CUSTOM_FIELD_PREFIX = 'customFields.'
