import type { DocumentDownloadResponse } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { ContentAltered, fileRefusal, type Storage } from '../../platform/storage/index.ts'
import type { DocumentParts } from './parts.ts'
import { documentKey } from './rules/upload-key.ts'
import type { DocumentRow } from './store.ts'

/**
 * Issues a URL from which a file can be downloaded for a few minutes.
 * @throws 404 NOT_FOUND for a file that is missing, or that was altered if no route of this server checks it during the
 * download
 */
export async function addressOf(
  { storage, downloadExpiresSeconds }: DocumentParts,
  { workspaceId }: Actor,
  document: Pick<DocumentRow, 'documentId' | 'fileName' | 'contentType' | 'sha256'>,
): Promise<DocumentDownloadResponse> {
  const key = documentKey(workspaceId, document.documentId)
  await requireIntact(storage, key, document.sha256)
  const { url, expiresAt } = await storage.downloadAddress({
    key,
    fileName: document.fileName,
    contentType: document.contentType,
    expiresInSeconds: downloadExpiresSeconds,
    sha256: document.sha256,
  })
  return { download_url: url, expires_in: downloadExpiresSeconds, expires_at: expiresAt.toISOString() }
}

async function requireIntact(storage: Storage, key: string, sha256: Buffer): Promise<void> {
  try {
    const found = await storage.sha256Of(key)
    if (found && !found.equals(sha256)) throw new ContentAltered(key)
  } catch (error) {
    throw fileRefusal('NOT_FOUND', error) ?? error
  }
}
