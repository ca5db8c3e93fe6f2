import { DOCUMENT_BYTES_MAX, type DocumentUploadUrlResponse } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import { countUpload } from '../../platform/rate-limit/index.ts'
import { importKeySecrets, type ImportParts } from './parts.ts'
import { importUploadKey } from './rules/import-key.ts'

/** Every file is stored with this type; its actual type is recognized from its bytes. */
const CONTENT_TYPE = 'application/octet-stream'

/**
 * Issues a URL to which one file for an import can be uploaded.
 * @throws 429 RATE_LIMITED if the workspace has reached its daily number of uploads
 */
export async function issueImportUpload(
  parts: ImportParts,
  { workspaceId }: Actor,
): Promise<DocumentUploadUrlResponse> {
  await countUpload(parts, workspaceId, parts.uploadsPerDay)
  const key = importUploadKey(importKeySecrets(parts.secrets)[0]!, { workspaceId, fileId: newId() })
  const expiresInSeconds = parts.uploadExpiresSeconds
  const ticket = await parts.storage.uploadTicket({ key, contentType: CONTENT_TYPE, expiresInSeconds })
  return {
    method: ticket.method,
    upload_url: ticket.upload_url,
    fields: { ...ticket.fields },
    key,
    expires_in: expiresInSeconds,
    max_size_bytes: DOCUMENT_BYTES_MAX,
  }
}
