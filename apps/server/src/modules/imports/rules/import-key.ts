import { isSignedWith, SHORT_SIGNATURE_BYTES, shortSignatureOf } from '../../../platform/signature.ts'

/** Folder of uploads; those never used are removed after a day, like those of documents. */
const UPLOADS_FOLDER = 'uploads/'

/** Folder of files that imports read. */
export const IMPORTS_FOLDER = 'imports/'

const SIGNATURE_HEX_LENGTH = 2 * SHORT_SIGNATURE_BYTES

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const KEY = new RegExp(`^uploads/(${UUID})/import/(${UUID})\\.([0-9a-f]{${SIGNATURE_HEX_LENGTH}})$`)

/** What an upload key was issued for. */
export interface ImportGrant {
  readonly workspaceId: string
  readonly fileId: string
}

/** Returns the key under which a file is uploaded for an import. It proves that it was issued. */
export function importUploadKey(secret: Buffer, { workspaceId, fileId }: ImportGrant): string {
  const path = `${UPLOADS_FOLDER}${workspaceId}/import/${fileId}`
  return `${path}.${shortSignatureOf(secret, path).toString('hex')}`
}

/** Returns the content of a key; undefined if it was not issued for an import by this deployment. */
export function readImportKey(secrets: readonly Buffer[], key: string): ImportGrant | undefined {
  const match = KEY.exec(key)
  if (!match) return undefined
  const [, workspaceId, fileId, signed] = match as unknown as string[]
  const path = key.slice(0, -SIGNATURE_HEX_LENGTH - 1)
  if (!isSignedWith(secrets, path, Buffer.from(signed!, 'hex'), shortSignatureOf)) return undefined
  return { workspaceId: workspaceId!, fileId: fileId! }
}

/** Returns the key under which imports find the file; its upload URL does not lead there. */
export function importFileKey({ workspaceId, fileId }: ImportGrant): string {
  return `${IMPORTS_FOLDER}${workspaceId}/${fileId}`
}
