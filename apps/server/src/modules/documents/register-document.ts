import { because, type DocumentRecord, type DocumentRegisterRequest } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Transaction, WorkspaceQueries } from '../../platform/db/index.ts'
import { ApiError, notFound, unusableValue } from '../../platform/errors.ts'
import { findCalibration } from '../calibrations/index.ts'
import { findInstrument, lockInstrument, requireActive } from '../instruments/index.ts'
import { appendEntries } from '../ledger/index.ts'
import { requireFileName } from './issue-upload.ts'
import { documentPayload } from './ledger-payload.ts'
import type { DocumentParts } from './parts.ts'
import { serializeDocument } from './serialize.ts'
import { baseName } from './file-name.ts'
import type { UploadGrant } from './rules/upload-key.ts'
import { findDocument, insertDocument, type DocumentRow } from './store.ts'
import { readUpload, recordOnce, type FileContent } from './take-file.ts'

/**
 * Registers an uploaded file as a document of its instrument, as `recordOnce` describes.
 * @throws 404; 422 INVALID_REQUEST for a foreign key, a foreign calibration or refused bytes; 409 ASSET_RETIRED,
 * OBJECT_NOT_UPLOADED, CONFLICT if the key was registered with other values
 */
export async function registerDocument(
  parts: DocumentParts,
  actor: Actor,
  instrumentId: string,
  request: DocumentRegisterRequest,
): Promise<DocumentRecord> {
  const wanted = { ...request, file_name: requireFileName(request.file_name) }
  const queries = parts.db.in(actor.workspaceId)
  const instrument = await findInstrument(queries, instrumentId, actor.siteIds)
  if (!instrument) throw notFound()
  const upload = readUpload(parts, actor, instrument.instrumentId, request.key)
  await requireOwnCalibration(queries, actor, instrument.instrumentId, request.calibration_id ?? null)
  const { grant } = upload
  const registered = await recordOnce(parts, upload, {
    find: async () => {
      const known = await findDocument(queries, grant.documentId, actor.siteIds)
      return known && repetition(known, wanted)
    },
    check: () => requireActive(instrument),
    record: (tx, content) => enter(tx, parts, actor, { request: wanted, grant, content }),
  })
  return serializeDocument(registered)
}

async function requireOwnCalibration(
  queries: WorkspaceQueries,
  actor: Actor,
  instrumentId: string,
  calibrationId: string | null,
): Promise<void> {
  if (calibrationId === null) return
  const calibration = await findCalibration(queries, calibrationId, actor.siteIds)
  if (calibration?.instrumentId === instrumentId) return
  throw unusableValue('calibration_id', because('document.foreign_calibration'))
}

function repetition(known: DocumentRow, request: DocumentRegisterRequest): DocumentRow {
  const same =
    // Registered by a release that did not remove such characters.
    baseName(known.fileName) === request.file_name &&
    known.documentType === (request.document_type ?? 'other') &&
    known.calibrationId === (request.calibration_id ?? null)
  if (same) return known
  throw new ApiError('CONFLICT', {
    reason: because('document.registered_already'),
    details: { field: 'key' },
  })
}

/** The data of a registration. */
interface Registration {
  readonly request: DocumentRegisterRequest
  readonly grant: UploadGrant
  readonly content: FileContent
}

async function enter(
  tx: Transaction,
  { clock }: DocumentParts,
  actor: Actor,
  { request, grant, content }: Registration,
): Promise<DocumentRow> {
  // Locked because it may have been retired or moved to another site while the file was inspected.
  const instrument = await lockInstrument(tx, grant.ownerId, actor.siteIds)
  if (!instrument) throw notFound()
  requireActive(instrument)
  const document = {
    ...content,
    instrumentId: grant.ownerId,
    calibrationId: request.calibration_id ?? null,
    fileName: request.file_name,
    documentType: request.document_type ?? 'other',
    uploadedBy: actor.userId,
  } as const
  const [appended] = await appendEntries(tx, clock, actor, [
    {
      kind: 'document.registered',
      subject: { type: 'document', id: grant.documentId },
      payload: documentPayload.write({ ...document, sha256: content.sha256.toString('hex') }),
    },
  ])
  const { documentId } = grant
  const row: DocumentRow = { ...document, documentId, uploadedAt: appended.at, isArchived: false }
  await insertDocument(tx, { ...row, providerId: null })
  return row
}
