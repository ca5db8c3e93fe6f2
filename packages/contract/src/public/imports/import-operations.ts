import { Type } from 'typebox'
import { DocumentUploadUrlResponse } from '../document.ts'
import { documentOperations } from '../document-operations.ts'
import { csvLines } from '../../shared/csv.ts'
import { defineOperations, entityTagHeader } from '../../shared/operation.ts'
import { exportContentTypes } from '../../shared/export-format.ts'
import { Closed, OneOf, Uuid } from '../../shared/values.ts'
import { failedRowsFormats } from './import-fields.ts'
import { Import, ImportRequest, ImportRows, ImportUploadUrlRequest } from './import.ts'

const example: Import = {
  id: '019345f4-2b10-7a4c-9d20-1c5e7f8a9b30',
  kind: 'instruments',
  file_name: 'register.xlsx',
  dry_run: true,
  state: 'succeeded',
  requested_at: '2026-11-21T04:56:39.123Z',
  finished_at: '2026-11-21T04:56:40.456Z',
  preset: 'gagelist',
  rows: 222,
  done: 222,
  create: 217,
  update: 0,
  unchanged: 0,
  skip: 0,
  failed: 5,
  errors: [
    {
      row: 17,
      column: 'Months',
      value: null,
      code: 'import.interval_missing',
      message:
        'There is no calibration interval. Enter one, choose a default for rows without one, or import them as reference-only.',
      values: {},
    },
  ],
  warnings: [],
  sheet: 'Gages',
  sheets: ['Gages', 'Suppliers'],
  mapping: [
    { column: 'ControlNumber', target: 'asset_tag' },
    { column: 'MasterStandard', target: 'custom_field' },
  ],
  places: [],
  statuses: [{ word: 'Active', status: 'active', rows: 222 }],
  error: null,
}

/** The file of failed rows for the error in the example. */
const failedRows = [
  ['ControlNumber', 'Type', 'Manufacturer', 'SerialNumber', 'Months', 'LastCalibrationDate', 'Reason'],
  [
    'CAL-0058',
    'Outside micrometer 0-25 mm',
    'Mitutoyo',
    '60412',
    '',
    '2026-03-02',
    `Months: ${example.errors[0]!.message}`,
  ],
]

const tag = 'Imports'
const roles = ['admin', 'manager'] as const
const params = Closed({ import_id: Uuid({ description: 'ID of the import.' }) })
const reading = { method: 'GET', tag, scope: 'read', roles, params } as const
const PARTS_MAX = 2_147_483_647

/** Moving a register in from a file. */
const upload = documentOperations.createDocumentUploadUrl.reply.example

export const importOperations = defineOperations({
  createImportUploadUrl: {
    method: 'POST',
    path: '/imports/upload-url',
    tag,
    summary: 'Create an upload URL for an import',
    description:
      'CSV or XLSX, at most 25 MiB. Upload the file in the same way as a document: a multipart/form-data POST to `upload_url` with every entry of `fields`, followed by the file in a part named `file`, which must be last. Then start the import with `key`.',
    scope: 'write',
    roles,
    body: ImportUploadUrlRequest,
    reply: {
      status: 201,
      showsSecret: true,
      schema: DocumentUploadUrlResponse,
      description: 'Where and how to upload the file.',
      example: {
        ...upload,
        fields: { ...upload.fields, 'Content-Type': 'application/octet-stream' },
      },
    },
    errors: [
      'INVALID_REQUEST',
      'INSUFFICIENT_SCOPE',
      'FORBIDDEN',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
      'RATE_LIMITED',
    ],
  },
  startImport: {
    method: 'POST',
    path: '/imports',
    tag,
    summary: 'Import a register or a calibration history from an uploaded file',
    description:
      'Starts a job. Rows are matched by asset tag, so an import can be repeated: instruments that already match their row are not changed. Each batch of 100 rows is committed together; rows with errors are skipped and reported. Calibrations are entered in the order in which they were performed, and several rows for one certificate become its points; an existing record with the same instrument, time and certificate number is not changed. A dry run returns the same report without entering anything; the same `document_key` can then be imported.',
    scope: 'write',
    roles,
    body: ImportRequest,
    reply: {
      status: 201,
      location: '/imports/{id}',
      schema: Import,
      description: 'The import, which has been queued.',
      example: {
        ...example,
        state: 'queued',
        finished_at: null,
        preset: null,
        rows: null,
        done: 0,
        create: 0,
        failed: 0,
        errors: [],
        sheet: null,
        sheets: [],
        mapping: [],
        statuses: [],
      },
    },
    errors: [
      'INVALID_REQUEST',
      'INSUFFICIENT_SCOPE',
      'FORBIDDEN',
      'OBJECT_NOT_UPLOADED',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
    ],
  },
  getImport: {
    ...reading,
    path: '/imports/{import_id}',
    summary: 'Read an import',
    description: 'Available for 30 days.',
    reply: {
      headers: entityTagHeader,
      status: 200,
      schema: Import,
      description: 'The current state of the import.',
      example,
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  listImportRows: {
    ...reading,
    path: '/imports/{import_id}/rows',
    summary: 'Read the outcome of each row of an import',
    description:
      'Rows in processing order, about a thousand at a time: in file order for a register, oldest first for a history.',
    query: Closed({
      part: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: PARTS_MAX,
          description: '`next_part` of the previous response. Omit it to get the first rows.',
        }),
      ),
    }),
    reply: {
      status: 200,
      schema: ImportRows,
      description: 'Rows.',
      example: {
        data: [{ row: 2, outcome: 'create', asset_tag: 'CAL-0042', name: 'Digital caliper', issues: [] }],
        next_part: null,
      },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  downloadFailedRows: {
    ...reading,
    path: '/imports/{import_id}/failed-rows.csv',
    summary: 'Download the rows that failed',
    description:
      'The columns of the file plus a `Reason` column. After correction, the file can be imported unchanged: the `Reason` column is ignored.',
    query: Closed({
      format: Type.Optional(
        OneOf(failedRowsFormats, {
          description:
            'Defaults to `csv`, with the separator of the imported file, or commas if that is a workbook. `xlsx`: a workbook in which every value is a text cell.',
        }),
      ),
    }),
    reply: {
      status: 200,
      contentType: exportContentTypes.csv,
      furtherContentTypes: [exportContentTypes.xlsx],
      fileExamples: { 'text/csv': csvLines(failedRows) },
      description: 'The file, as an attachment.',
      headers: { 'Content-Disposition': 'Attachment, with a file name.' },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
