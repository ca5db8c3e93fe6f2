import { because } from '@plumbline/contract'
import type { Claimable } from '../../platform/claims/index.ts'
import { ApiError, unusableValue } from '../../platform/errors.ts'
import { ObjectMissing, sha256Of, SNIFF_BYTES, sniffContentType } from '../../platform/storage/index.ts'
import type { DocumentParts } from './parts.ts'
import { documentKey, type UploadGrant } from './rules/upload-key.ts'

/** The lock of registering a file and of removing it. */
export function documentClaim(documentId: string): Claimable {
  return { kind: 'document', subjectId: documentId }
}

/** 422 INVALID_REQUEST for a key that was not issued for what the request names. */
export function foreignKey(): ApiError {
  return unusableValue('key', because('document.foreign_key'))
}

/** What was found out about the bytes of a file. */
export interface FileContent {
  contentType: string
  sizeBytes: number
  sha256: Buffer
}

/**
 * Moves the file out of reach of its upload address and looks at it; removes what is not as declared.
 * @throws 409 OBJECT_NOT_UPLOADED; 422 INVALID_REQUEST for refused bytes
 */
export async function takeFile(
  { storage }: Pick<DocumentParts, 'storage'>,
  from: string,
  grant: UploadGrant,
): Promise<FileContent> {
  const key = documentKey(grant.workspaceId, grant.documentId)
  await storage.move(from, key).catch((error: unknown) => {
    if (!(error instanceof ObjectMissing)) throw error
  })
  try {
    const { sizeBytes } = await storage.head(key)
    const found = await sniffContentType(await storage.readStart(key, SNIFF_BYTES))
    const asDeclared = grant.contentType === 'application/octet-stream' || grant.contentType === found
    if (found !== null && asDeclared)
      return { contentType: found, sizeBytes, sha256: await sha256Of(await storage.read(key)) }
  } catch (error) {
    if (error instanceof ObjectMissing) throw new ApiError('OBJECT_NOT_UPLOADED', { cause: error })
    throw error
  }
  await storage.delete(key)
  throw unusableValue('key', because('document.not_as_declared'))
}
