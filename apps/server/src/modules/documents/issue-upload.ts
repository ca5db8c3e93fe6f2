import {
  because,
  DOCUMENT_BYTES_MAX,
  uploadContentTypes,
  type DocumentUploadUrlResponse,
} from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { notFound, unusableValue } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { countUpload } from '../../platform/rate-limit/index.ts'
import { findInstrument, requireActive } from '../instruments/index.ts'
import { findDraft } from '../procedures/index.ts'
import { requireProvider } from '../providers/index.ts'
import { requireAllSites } from '../workspaces/index.ts'
import { uploadKeySecrets, type DocumentParts } from './parts.ts'
import { baseName } from './file-name.ts'
import { uploadKey, type UploadGrant } from './rules/upload-key.ts'

/** What a client states about the file that it is about to upload. */
export interface UploadRequest {
  readonly file_name: string
  readonly content_type?: string
}

/**
 * Issues a URL to which one file of an instrument can be uploaded. Writes only the count of uploads.
 * @throws 404; 422 INVALID_REQUEST for a type that may not be uploaded; 409 ASSET_RETIRED; 429 RATE_LIMITED if the
 * workspace has reached its daily number of uploads
 */
export async function issueUpload(
  parts: DocumentParts,
  actor: Actor,
  instrumentId: string,
  request: UploadRequest,
): Promise<DocumentUploadUrlResponse> {
  const instrument = await findInstrument(parts.db.in(actor.workspaceId), instrumentId, actor.siteIds)
  if (!instrument) throw notFound()
  const contentType = readContentType(request.content_type)
  requireFileName(request.file_name)
  requireActive(instrument)
  return uploadTicket(parts, {
    workspaceId: actor.workspaceId,
    ownerId: instrument.instrumentId,
    contentType,
  })
}

/**
 * Issues a URL to which one file of the draft of a procedure can be uploaded. Writes only the count of uploads.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 404; 409 CONFLICT without a draft; 422 INVALID_REQUEST
 * for a type that may not be uploaded; 429 RATE_LIMITED as for instruments
 */
export async function issueUploadOfProcedure(
  parts: DocumentParts,
  actor: Actor,
  procedureId: string,
  request: UploadRequest,
): Promise<DocumentUploadUrlResponse> {
  requireAllSites(actor)
  const draft = await findDraft(parts.db.in(actor.workspaceId), procedureId)
  const contentType = readContentType(request.content_type)
  requireFileName(request.file_name)
  return uploadTicket(parts, { workspaceId: actor.workspaceId, ownerId: draft.procedureId, contentType })
}

/**
 * Issues a URL to which a provider's accreditation certificate can be uploaded. Writes only the count of uploads.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 404; 422 INVALID_REQUEST for a type that may not be
 * uploaded; 429 RATE_LIMITED as for instruments
 */
export async function issueUploadOfProvider(
  parts: DocumentParts,
  actor: Actor,
  providerId: string,
  request: UploadRequest,
): Promise<DocumentUploadUrlResponse> {
  requireAllSites(actor)
  const provider = await requireProvider(parts.db.in(actor.workspaceId), providerId, actor.siteIds)
  const contentType = readContentType(request.content_type)
  requireFileName(request.file_name)
  return uploadTicket(parts, { workspaceId: actor.workspaceId, ownerId: provider.id, contentType })
}

async function uploadTicket(
  parts: DocumentParts,
  grant: Omit<UploadGrant, 'documentId'>,
): Promise<DocumentUploadUrlResponse> {
  const { workspaceId, contentType } = grant
  await countUpload(parts, workspaceId, parts.uploadsPerDay)
  const key = uploadKey(uploadKeySecrets(parts.secrets)[0]!, { ...grant, documentId: newId() })
  const expiresInSeconds = parts.uploadExpiresSeconds
  const ticket = await parts.storage.uploadTicket({ key, contentType, expiresInSeconds })
  return {
    method: ticket.method,
    upload_url: ticket.upload_url,
    fields: { ...ticket.fields },
    key,
    expires_in: expiresInSeconds,
    max_size_bytes: DOCUMENT_BYTES_MAX,
  }
}

/** Returns the type in lowercase without its parameters, if it may be uploaded. */
function readContentType(sent = 'application/octet-stream'): UploadGrant['contentType'] {
  const essence = sent.split(';', 1)[0]!.trim().toLowerCase()
  const type = uploadContentTypes.find((allowed) => allowed === essence)
  if (type) return type
  throw unusableValue('content_type', because('document.type_refused'), {
    allowed: uploadContentTypes,
  })
}

/**
 * Returns a file name without directories and without characters that disguise it.
 * @throws 422 INVALID_REQUEST if nothing is left
 */
export function requireFileName(sent: string): string {
  const name = baseName(sent)
  if (name === '') throw unusableValue('file_name', because('document.name_is_folder'))
  return name
}
