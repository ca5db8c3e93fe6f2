import { uploadContentTypes } from '@plumbline/contract'
import { isSignedWith, SHORT_SIGNATURE_BYTES, shortSignatureOf } from '../../../platform/signature.ts'

/**
 * Content of an upload key: the owner and the ID of the document to be registered, and the declared properties of the
 * file.
 */
export interface UploadGrant {
  readonly workspaceId: string
  /** The instrument, procedure or provider that the document will belong to. */
  readonly ownerId: string
  readonly documentId: string
  readonly contentType: (typeof uploadContentTypes)[number]
}

/** Folder of files that are not registered yet. */
export const UPLOADS_FOLDER = 'uploads/'

/** Folder of the files of documents. */
export const DOCUMENTS_FOLDER = 'documents/'

const SIGNATURE_HEX_LENGTH = 2 * SHORT_SIGNATURE_BYTES

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const KEY = new RegExp(
  `^uploads/(${UUID})/(${UUID})/(${UUID})\\.(\\d)\\.([0-9a-f]{${SIGNATURE_HEX_LENGTH}})$`,
)

/**
 * Returns the key under which a file is uploaded. It proves that it was issued for this owner, so that no table of open
 * uploads is needed.
 */
export function uploadKey(secret: Buffer, grant: UploadGrant): string {
  const type = uploadContentTypes.indexOf(grant.contentType)
  const path = `${UPLOADS_FOLDER}${grant.workspaceId}/${grant.ownerId}/${grant.documentId}.${type}`
  return `${path}.${shortSignatureOf(secret, path).toString('hex')}`
}

/** Returns the content of a key; undefined if it was not issued by this deployment. */
export function readUploadKey(secrets: readonly Buffer[], key: string): UploadGrant | undefined {
  const match = KEY.exec(key)
  if (!match) return undefined
  const [, workspaceId, ownerId, documentId, type, signed] = match as unknown as string[]
  const contentType = uploadContentTypes[Number(type)]
  const path = key.slice(0, -SIGNATURE_HEX_LENGTH - 1)
  const isSigned = isSignedWith(secrets, path, Buffer.from(signed!, 'hex'), shortSignatureOf)
  if (!contentType || !isSigned) return undefined
  return { workspaceId: workspaceId!, ownerId: ownerId!, documentId: documentId!, contentType }
}

/** Returns the permanent key of a document's file. */
export function documentKey(workspaceId: string, documentId: string): string {
  return `${DOCUMENTS_FOLDER}${workspaceId}/${documentId}`
}

/** Returns the document to which the file with a key belongs; undefined for any other key. */
export function readDocumentKey(key: string): { workspaceId: string; documentId: string } | undefined {
  const match = new RegExp(`^documents/(${UUID})/(${UUID})$`).exec(key)
  return match ? { workspaceId: match[1]!, documentId: match[2]! } : undefined
}
