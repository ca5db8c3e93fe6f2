import { because } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { makeOnce, type Claimable } from '../../platform/claims/index.ts'
import type { Transaction } from '../../platform/db/index.ts'
import { ApiError, unusableValue } from '../../platform/errors.ts'
import { ObjectMissing, sha256Of, SNIFF_BYTES, sniffContentType } from '../../platform/storage/index.ts'
import { uploadKeySecrets, type DocumentParts } from './parts.ts'
import { documentKey, readUploadKey, type UploadGrant } from './rules/upload-key.ts'

/** The lock taken to register or remove a file. */
export function documentClaim(documentId: string): Claimable {
  return { kind: 'document', subjectId: documentId }
}

/** An uploaded file, and what its upload was issued for. */
export interface Upload {
  readonly key: string
  readonly grant: UploadGrant
}

/**
 * Reads the key of an uploaded file.
 * @param ownerId the instrument, procedure or provider that the request names
 * @throws 422 INVALID_REQUEST for a key that was not issued for that owner
 */
export function readUpload({ secrets }: DocumentParts, actor: Actor, ownerId: string, key: string): Upload {
  const grant = readUploadKey(uploadKeySecrets(secrets), key)
  if (grant?.workspaceId !== actor.workspaceId || grant.ownerId !== ownerId) {
    throw unusableValue('key', because('document.foreign_key'))
  }
  return { key, grant }
}

/** How an uploaded file is recorded. */
export interface Recording<Recorded> {
  /** Returns what an earlier call has recorded; undefined if there is nothing. */
  readonly find: () => Promise<Recorded | undefined>
  /** Refuses what must not be recorded, before the file is moved. */
  readonly check?: () => void
  /** Records the file. */
  readonly record: (tx: Transaction, content: FileContent) => Promise<Recorded>
}

/**
 * Records an uploaded file once, however often and by however many callers it is requested. The file is first moved to
 * where no upload address leads, then inspected and hashed, so that the file that was checked is the file that is
 * stored; no connection is held meanwhile. A crash loses nothing: the same call finds the file in either location.
 * @throws 409 OBJECT_NOT_UPLOADED; 422 INVALID_REQUEST for refused bytes; what the functions of the recording throw
 */
export function recordOnce<Recorded>(
  parts: DocumentParts,
  { key, grant }: Upload,
  { find, check, record }: Recording<Recorded>,
): Promise<Recorded> {
  return makeOnce(parts.db, grant.workspaceId, documentClaim(grant.documentId), {
    find,
    make: async (claim) => {
      check?.()
      const content = await takeFile(parts, key, grant)
      return parts.db.transaction(grant.workspaceId, async (tx) =>
        (await claim.finish(tx)) ? record(tx, content) : undefined,
      )
    },
  })
}

/** The result of inspecting the bytes of a file. */
export interface FileContent {
  contentType: string
  sizeBytes: number
  sha256: Buffer
}

/**
 * Moves the file to where its upload URL does not lead, and inspects it; removes it if it is not as declared.
 * @throws 409 OBJECT_NOT_UPLOADED; 422 INVALID_REQUEST for refused bytes
 */
async function takeFile(
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
