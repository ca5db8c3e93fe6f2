import { saveableName } from './attachment-header.ts'
import { createLocalFiles } from './local-files.ts'
import { mountLocalRoutes, routePaths } from './local-routes.ts'
import { probeStorage } from './probe-storage.ts'
import { signDownload, signUpload } from './signed-address.ts'
import {
  DOWNLOAD_EXPIRES_SECONDS,
  UPLOAD_BYTES_MAX,
  UPLOAD_EXPIRES_SECONDS,
  type Storage,
} from './storage.ts'
import { checkStorageKey } from './storage-key.ts'

/** Parameters of the local storage. */
export interface LocalStorageOptions {
  /** Folder of the objects; created at the first write. */
  readonly folder: string
  /** Origin at which clients reach our routes. */
  readonly publicUrl: string
  /** Sign URLs; the same in every process. */
  readonly signingKeys: readonly Buffer[]
  readonly clock: { now(): Date }
}

/** Returns a storage that keeps objects as files, with its own upload and download routes. */
export function createLocalStorage({ folder, publicUrl, signingKeys, clock }: LocalStorageOptions): Storage {
  const files = createLocalFiles(folder, clock)
  const expiry = (seconds: number) => Math.floor(clock.now().getTime() / 1000) + seconds
  return {
    ...files,
    kind: 'local',
    uploadTicket: async (terms) => ({
      method: 'POST',
      upload_url: `${publicUrl}${routePaths.upload}`,
      fields: signUpload(signingKeys[0]!, {
        key: checkStorageKey(terms.key),
        contentType: terms.contentType,
        sizeBytesMax: Math.min(terms.sizeBytesMax ?? UPLOAD_BYTES_MAX, UPLOAD_BYTES_MAX),
        expires: expiry(terms.expiresInSeconds ?? UPLOAD_EXPIRES_SECONDS),
      }),
    }),
    downloadAddress: async (terms) => {
      const expires = expiry(terms.expiresInSeconds ?? DOWNLOAD_EXPIRES_SECONDS)
      const { fileName, contentType } = terms
      const grant = {
        key: checkStorageKey(terms.key),
        fileName: saveableName(fileName),
        contentType,
        expires,
        sha256: terms.sha256?.toString('hex'),
      }
      return {
        url: `${publicUrl}${routePaths.download}?${signDownload(signingKeys[0]!, grant).toString()}`,
        expiresAt: new Date(expires * 1000),
      }
    },
    sha256Of: async (key) => {
      await files.head(key)
      return undefined
    },
    probe: () => probeStorage(files),
    mountRoutes: (app, log) => mountLocalRoutes(app, { files, signingKeys, clock, log }),
    close: () => undefined,
  }
}
