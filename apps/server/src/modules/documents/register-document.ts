import { createHash } from 'node:crypto'
import { because, type DocumentRecord, type DocumentRegisterRequest } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Transaction } from '../../platform/db/index.ts'
import { ApiError, notFound, unusableValue } from '../../platform/errors.ts'
import { ObjectMissing, SNIFF_BYTES, sniffContentType } from '../../platform/storage/index.ts'
import { findCalibration } from '../calibrations/index.ts'
import { findInstrument, requireActive } from '../instruments/index.ts'
import { appendEntries } from '../ledger/index.ts'
import { requireFileName } from './issue-upload.ts'
import { documentPayload } from './ledger-payload.ts'
import { uploadKeySecret, type DocumentParts } from './parts.ts'
import { presentDocument } from './present.ts'
import { baseName } from './file-name.ts'
import { documentKey, readUploadKey, type UploadGrant } from './rules/upload-key.ts'
import { findDocument, insertDocument, lockUpload, type DocumentRow } from './store.ts'

/**
 * Makes an uploaded file a document of its instrument. The file is first moved to where no upload
 * address leads, then looked at and hashed, so that what was checked is what is kept. A crash on
 * the way loses nothing: the same call finds the file in either place.
 * @throws 404; 422 INVALID_REQUEST for a foreign key, a foreign calibration or refused bytes;
 * 409 ASSET_RETIRED, OBJECT_NOT_UPLOADED, CONFLICT when the key was registered with other values
 */
export async function registerDocument(
  parts: DocumentParts,
  actor: Actor,
  instrumentId: string,
  request: DocumentRegisterRequest,
): Promise<DocumentRecord> {
  const fileName = requireFileName(request.file_name)
  const refused = Symbol('refused bytes')
  const registered = await parts.db.transaction(actor.workspaceId, async (tx) => {
    const instrument = await findInstrument(tx, instrumentId, actor.siteIds)
    if (!instrument) throw notFound()
    const grant = readUploadKey(uploadKeySecret(parts.secrets), request.key)
    if (grant?.workspaceId !== actor.workspaceId || grant.instrumentId !== instrument.instrumentId)
      throw foreignKey()
    await requireOwnCalibration(tx, actor, instrument.instrumentId, request.calibration_id ?? null)
    await lockUpload(tx, grant.documentId)
    const wanted = { ...request, file_name: fileName }
    const known = await findDocument(tx, grant.documentId, actor.siteIds)
    if (known) return repetition(known, wanted)
    requireActive(instrument)
    const content = await takeFile(parts, request.key, grant)
    if (!content) return refused
    return enter(parts, tx, actor, wanted, grant, content)
  })
  if (registered !== refused) return presentDocument(registered)
  // Removed once the lock is let go of and nothing was written.
  throw unusableValue('key', because('document.not_as_declared'))
}

function foreignKey(): ApiError {
  return unusableValue('key', because('document.foreign_key'))
}

async function requireOwnCalibration(
  tx: Transaction,
  actor: Actor,
  instrumentId: string,
  calibrationId: string | null,
): Promise<void> {
  if (calibrationId === null) return
  const calibration = await findCalibration(tx, calibrationId, actor.siteIds)
  if (calibration?.instrumentId === instrumentId) return
  throw unusableValue('calibration_id', because('document.foreign_calibration'))
}

function repetition(known: DocumentRow, request: DocumentRegisterRequest): DocumentRow {
  const same =
    // One that was registered when such characters were still kept.
    baseName(known.fileName) === request.file_name &&
    known.documentType === (request.document_type ?? 'other') &&
    known.calibrationId === (request.calibration_id ?? null)
  if (same) return known
  throw new ApiError('CONFLICT', {
    reason: because('document.registered_already'),
    details: { field: 'key' },
  })
}

/** What was found out about the bytes of a file. */
interface FileContent {
  contentType: string
  sizeBytes: number
  sha256: Buffer
}

/** Moves the file out of reach of its upload address and looks at it; removes what is not as declared. */
async function takeFile(
  parts: DocumentParts,
  from: string,
  grant: UploadGrant,
): Promise<FileContent | undefined> {
  const { storage } = parts
  const key = documentKey(grant.workspaceId, grant.documentId)
  await storage.move(from, key).catch((error: unknown) => {
    if (!(error instanceof ObjectMissing)) throw error
  })
  try {
    const { sizeBytes } = await storage.head(key)
    const found = await sniffContentType(await storage.readStart(key, SNIFF_BYTES))
    const asDeclared = grant.contentType === 'application/octet-stream' || grant.contentType === found
    if (found !== null && asDeclared)
      return { contentType: found, sizeBytes, sha256: await hashOf(parts, key) }
  } catch (error) {
    if (error instanceof ObjectMissing) throw new ApiError('OBJECT_NOT_UPLOADED', { cause: error })
    throw error
  }
  await storage.delete(key)
  return undefined
}

async function hashOf({ storage }: DocumentParts, key: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of await storage.read(key)) hash.update(chunk as Buffer)
  return hash.digest()
}

async function enter(
  { clock }: DocumentParts,
  tx: Transaction,
  actor: Actor,
  request: DocumentRegisterRequest,
  grant: UploadGrant,
  content: FileContent,
): Promise<DocumentRow> {
  const document = {
    ...content,
    instrumentId: grant.instrumentId,
    calibrationId: request.calibration_id ?? null,
    fileName: request.file_name,
    documentType: request.document_type ?? 'other',
    uploadedBy: actor.userId,
  } as const
  const [place] = await appendEntries(tx, clock, actor, [
    {
      kind: 'document.registered',
      subject: { type: 'document', id: grant.documentId },
      payload: documentPayload.write({ ...document, sha256: content.sha256.toString('hex') }),
    },
  ])
  const row: DocumentRow = {
    ...document,
    documentId: grant.documentId,
    uploadedAt: place.at,
    isArchived: false,
  }
  await insertDocument(tx, row)
  return row
}
