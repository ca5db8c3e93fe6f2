import { Type } from 'typebox'
import { PageOf, pageQuery } from '../shared/page.ts'
import { Closed, Nullable, OneOf, Timestamp, Uuid, WordQuery } from '../shared/values.ts'

/** Kinds of documents. */
export const documentTypes = ['certificate', 'report', 'procedure', 'photo', 'other'] as const
export type DocumentType = (typeof documentTypes)[number]

/**
 * Content types that can be uploaded; the last one is allowed if the content turns out to be one of the
 * others.
 */
export const uploadContentTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/tiff',
  'image/heic',
  'application/octet-stream',
] as const

/** Maximum size of a file in bytes: 25 MiB (contract, "Limits"). */
export const DOCUMENT_BYTES_MAX = 26_214_400

/** A document attached to an instrument. */
export const DocumentRecord = Closed(
  {
    id: Uuid({ description: 'ID of the document.' }),
    instrument_id: Uuid({ description: 'The instrument that the document is attached to.' }),
    file_name: Nullable(Type.String({ description: 'Name of the file, without directories.' })),
    document_type: Nullable(Type.String({ description: documentTypes.join(', ') })),
    calibration_id: Nullable(
      Uuid({
        description:
          'The record that the document belongs to; null if it belongs to the instrument as a whole.',
      }),
    ),
    uploaded_at: Nullable(Timestamp({ description: 'When the document was registered.' })),
    uploaded_by: Nullable(
      Uuid({ description: 'The person or service account that registered the document.' }),
    ),
    is_archived: Type.Boolean({
      default: false,
      description:
        'Whether the document is archived. Lists omit archived documents unless `include=archived` is sent.',
    }),
  },
  { $id: 'DocumentRecord', description: 'A file attached to an instrument.' },
)
export type DocumentRecord = Type.Static<typeof DocumentRecord>

const FileName = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Directory components are removed.',
  examples: ['Certificate 2026-0193.pdf'],
})

/** Body of the upload-url operation. */
export const DocumentUploadUrlRequest = Closed(
  {
    file_name: FileName,
    content_type: Type.Optional(
      Type.String({
        maxLength: 255,
        default: 'application/octet-stream',
        description: `One of ${uploadContentTypes.join(', ')}.`,
      }),
    ),
    size_bytes: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: DOCUMENT_BYTES_MAX,
          description: 'Size of the file, so that a file that is too large is refused before the upload.',
        }),
      ),
    ),
  },
  { $id: 'DocumentUploadUrlRequest', description: 'The file to be uploaded.' },
)

/** The URL and fields of an upload: a multipart POST with every entry of `fields`, then the file as part `file`. */
export const DocumentUploadUrlResponse = Closed(
  {
    method: Type.String({ description: 'Always POST.' }),
    upload_url: Type.String({ description: 'Where to send the file by POST.' }),
    fields: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Form parts to send, unchanged, before the part `file`.',
    }),
    key: Type.String({ description: 'Identifies the upload. Send it when you register the document.' }),
    expires_in: Type.Integer({ description: 'Number of seconds for which the URL is valid.' }),
    max_size_bytes: Type.Integer({ description: 'Maximum file size in bytes.' }),
  },
  {
    $id: 'DocumentUploadUrlResponse',
    description:
      'Where and how to upload the file: a multipart/form-data POST with every entry of `fields`, followed by the file in a part named `file`.',
  },
)
export type DocumentUploadUrlResponse = Type.Static<typeof DocumentUploadUrlResponse>

/** Body of the registration. */
export const DocumentRegisterRequest = Closed(
  {
    key: Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'The `key` that the upload-url operation returned.',
    }),
    file_name: FileName,
    document_type: Type.Optional(
      OneOf(documentTypes, { default: 'other', description: 'Type of document.' }),
    ),
    calibration_id: Type.Optional(Nullable(Uuid({ description: 'A calibration of this instrument.' }))),
  },
  { $id: 'DocumentRegisterRequest', description: 'The uploaded file, and what it is.' },
)
export type DocumentRegisterRequest = Type.Static<typeof DocumentRegisterRequest>

/** A short-lived address that always downloads the file. */
export const DocumentDownloadResponse = Closed(
  {
    download_url: Type.String({
      description:
        'URL that downloads the file without an API key. The file is always sent as a download, never displayed in the browser.',
    }),
    expires_in: Type.Integer({ description: 'Number of seconds for which the URL is valid.' }),
    expires_at: Timestamp({ description: 'When the URL expires.' }),
  },
  { $id: 'DocumentDownloadResponse', description: 'A short-lived URL that downloads the file.' },
)
export type DocumentDownloadResponse = Type.Static<typeof DocumentDownloadResponse>

/** Query of the lists of documents. */
export const DocumentListQuery = Closed({
  ...pageQuery,
  calibration_id: Type.Optional(Uuid({ description: 'Documents of this record.' })),
  document_type: Type.Optional(
    WordQuery(documentTypes, { description: documentTypes.join(', '), examples: ['certificate'] }),
  ),
  include: Type.Optional(WordQuery(['archived'], { description: '`archived` includes archived documents.' })),
})
export type DocumentListQuery = Type.Static<typeof DocumentListQuery>

export const DocumentPage = PageOf(DocumentRecord, 'DocumentPage')
