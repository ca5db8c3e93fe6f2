import { join } from 'node:path'
import { createLocalStorage } from './local-storage.ts'
import { readS3Address } from './s3/s3-address.ts'
import { createS3Storage } from './s3/s3-storage.ts'
import type { Storage } from './storage.ts'

export { isS3Url, readS3Path } from './s3/s3-address.ts'
export { inS3Folder, type S3Folder } from './s3/s3-folder.ts'
export { putLockedFile, readLockedFiles } from './s3/s3-locked-files.ts'
export { attachmentHeader } from './attachment-header.ts'
export { ContentAltered, contentState, fileRefusal, sha256Of, type ContentState } from './check-content.ts'
export { SNIFF_BYTES, sniffContentType, type SniffedContentType } from './sniff-content-type.ts'
export {
  checkAllFiles,
  checkSomeFiles,
  type FileFault,
  type FilesReport,
  type StoredFile,
  type StoredFiles,
} from './stored-files.ts'
export {
  ObjectMissing,
  StorageRefused,
  StorageUnavailable,
  UPLOAD_BYTES_MAX,
  type ByteRange,
  type DownloadAddress,
  type DownloadTerms,
  type ObjectContent,
  type Storage,
  type StoredObject,
  type UploadTerms,
  type UploadTicket,
} from './storage.ts'

/** Settings of the storage. */
export interface StorageOptions {
  /** `s3://…`; if unset, files in dataDir. */
  readonly storageUrl: string | undefined
  readonly dataDir: string
  /** Origin at which clients reach this server. */
  readonly publicUrl: string
  /** Sign the URLs of the local storage; the same in every process of a deployment. */
  readonly signingKeys: readonly Buffer[]
  readonly clock: { now(): Date }
}

/** Folder of the objects in the data folder. */
const OBJECTS_FOLDER = 'objects'

/**
 * Returns the storage specified by the settings. Nothing is opened before it is used.
 * @throws Error if storageUrl is invalid
 */
export function createStorage(options: StorageOptions): Storage {
  if (options.storageUrl !== undefined) return createS3Storage(readS3Address(options.storageUrl))
  const { dataDir, publicUrl, signingKeys, clock } = options
  return createLocalStorage({ folder: join(dataDir, OBJECTS_FOLDER), publicUrl, signingKeys, clock })
}
