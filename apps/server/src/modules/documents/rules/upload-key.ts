import { createHmac, timingSafeEqual } from 'node:crypto'
import { uploadContentTypes } from '@plumbline/contract'

/** What an upload key says: which document of which instrument may come of the file, and what it was declared to be. */
export interface UploadGrant {
  readonly workspaceId: string
  readonly instrumentId: string
  readonly documentId: string
  readonly contentType: (typeof uploadContentTypes)[number]
}

/** Folder of files that are not registered yet. */
export const UPLOADS_FOLDER = 'uploads/'

/** Folder of the files of documents. */
export const DOCUMENTS_FOLDER = 'documents/'

/** 128 bits of a signature: beyond guessing, and the key stays short. */
const SIGNATURE_HEX_LENGTH = 32

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const KEY = new RegExp(
  `^uploads/(${UUID})/(${UUID})/(${UUID})\\.(\\d)\\.([0-9a-f]{${SIGNATURE_HEX_LENGTH}})$`,
)

/**
 * The key under which a file is uploaded. It carries its own proof of having been issued for this
 * instrument, so that no table of open uploads has to be kept and swept.
 */
export function uploadKey(secret: Buffer, grant: UploadGrant): string {
  const type = uploadContentTypes.indexOf(grant.contentType)
  const path = `${UPLOADS_FOLDER}${grant.workspaceId}/${grant.instrumentId}/${grant.documentId}.${type}`
  return `${path}.${signature(secret, path)}`
}

/** What a key says, or undefined when it was not issued by this deployment. */
export function readUploadKey(secrets: readonly Buffer[], key: string): UploadGrant | undefined {
  const match = KEY.exec(key)
  if (!match) return undefined
  const [, workspaceId, instrumentId, documentId, type, signed] = match as unknown as string[]
  const contentType = uploadContentTypes[Number(type)]
  const path = key.slice(0, -SIGNATURE_HEX_LENGTH - 1)
  if (!contentType || !secrets.some((secret) => isSignature(signed!, signature(secret, path))))
    return undefined
  return { workspaceId: workspaceId!, instrumentId: instrumentId!, documentId: documentId!, contentType }
}

/** The key under which the file of a document lies for good. */
export function documentKey(workspaceId: string, documentId: string): string {
  return `${DOCUMENTS_FOLDER}${workspaceId}/${documentId}`
}

/** The document whose file lies under a key, or undefined for any other key. */
export function readDocumentKey(key: string): { workspaceId: string; documentId: string } | undefined {
  const match = new RegExp(`^documents/(${UUID})/(${UUID})$`).exec(key)
  return match ? { workspaceId: match[1]!, documentId: match[2]! } : undefined
}

function isSignature(sent: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(sent), Buffer.from(expected))
}

function signature(secret: Buffer, path: string): string {
  return createHmac('sha256', secret).update(path).digest('hex').slice(0, SIGNATURE_HEX_LENGTH)
}
