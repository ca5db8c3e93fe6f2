import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { DOCUMENT_BYTES_MAX } from '@plumbline/contract'
import { UnavailableError } from '../errors.ts'
import type { Log } from '../log.ts'

/** Maximum size of a file that a client may upload, in bytes: 25 MiB (contract, "Limits"). */
export const UPLOAD_BYTES_MAX = DOCUMENT_BYTES_MAX

/** Default lifetime of an upload URL in seconds (decisions, section 10). */
export const UPLOAD_EXPIRES_SECONDS = 15 * 60

/** Default lifetime of a download URL in seconds (decisions, section 10). */
export const DOWNLOAD_EXPIRES_SECONDS = 5 * 60

/** Data with which a client uploads one file: all entries of `fields` as form fields, then the file. */
export interface UploadTicket {
  readonly method: 'POST'
  readonly upload_url: string
  readonly fields: Readonly<Record<string, string>>
}

/** Terms of an upload. */
export interface UploadTerms {
  /** Key under which the file is stored; created by the server, see `checkStorageKey`. */
  readonly key: string
  readonly contentType: string
  /** Default and maximum: UPLOAD_BYTES_MAX. An empty file is never accepted. */
  readonly sizeBytesMax?: number
  /** Default: UPLOAD_EXPIRES_SECONDS. */
  readonly expiresInSeconds?: number
}

/** Terms of a download: the object, and the name of the file. */
export interface DownloadTerms {
  readonly key: string
  /** Any text chosen by a person; it is made safe for a header and a file system. */
  readonly fileName: string
  readonly contentType: string
  /** Default: DOWNLOAD_EXPIRES_SECONDS. */
  readonly expiresInSeconds?: number
  /** Expected hash of the object. Our own download route aborts if it differs; see `sha256Of` for S3. */
  readonly sha256?: Buffer
}

/** A URL that always downloads the file instead of displaying it. */
export interface DownloadAddress {
  readonly url: string
  readonly expiresAt: Date
}

/** A stored object. `modifiedAt` is when it was put, uploaded or moved to its current key. */
export interface StoredObject {
  readonly key: string
  readonly sizeBytes: number
  readonly modifiedAt: Date
}

/** Bytes in memory, or a stream with a known length. */
export type ObjectContent = Uint8Array | { readonly stream: Readable; readonly sizeBytes: number }

/** First and last byte of a part of an object, both inclusive, as in an HTTP range. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * A storage for files. Both implementations, local files and S3, follow this contract. All methods throw
 * StorageUnavailable if the storage is temporarily unavailable, StorageRefused if it denies access, and DeadlinePassed
 * if the deadline of the request passes first. A stream that was returned is not ended by the deadline.
 *
 * An upload ticket can be used repeatedly until it expires, and the last file wins: code that relies on an uploaded
 * object must first `move` it to a key for which there is no ticket.
 */
export interface Storage {
  readonly kind: 'local' | 's3'

  /** Returns a ticket with which a client may upload one file, under exactly these terms. */
  uploadTicket(terms: UploadTerms): Promise<UploadTicket>

  /** Returns a URL that serves one object as an attachment; the object need not exist yet. */
  downloadAddress(terms: DownloadTerms): Promise<DownloadAddress>

  /**
   * Returns size and time of an object.
   * @throws ObjectMissing
   */
  head(key: string): Promise<StoredObject>

  /**
   * Returns the SHA-256 of an object that no route of ours checks during the download: as computed by the storage when
   * the object was stored, otherwise from its bytes, read now. Undefined if a route checks it.
   * @throws ObjectMissing
   */
  sha256Of(key: string): Promise<Buffer | undefined>

  /**
   * Returns the content of an object, or a range of it.
   * @throws ObjectMissing
   */
  read(key: string, range?: ByteRange): Promise<Readable>

  /**
   * Returns up to that many bytes from the beginning of an object.
   * @throws ObjectMissing
   */
  readStart(key: string, bytesMax: number): Promise<Buffer>

  /** Stores an object completely and durably, or not at all; replaces one with the same key. */
  put(key: string, content: ObjectContent, contentType: string): Promise<void>

  /**
   * Changes the key of an object; its age starts again.
   * @throws ObjectMissing
   */
  move(from: string, to: string): Promise<void>

  /** Deletes an object; does nothing if it does not exist. */
  delete(key: string): Promise<void>

  /**
   * Returns the objects whose key begins with the folder, which ends in `/`, ordered by the bytes of their keys, from
   * those after a key.
   */
  list(folder: string, after?: string): AsyncIterable<StoredObject>

  /**
   * Deletes the remains of uploads that were interrupted by a crash; returns their number. Call it at startup and
   * regularly; uploads in progress are not affected.
   */
  sweepUnfinished(): Promise<number>

  /** Writes, reads and deletes a small object to check that the storage works. */
  probe(): Promise<void>

  /** Adds the routes of the storage's own URLs, which log altered objects; S3 has none. */
  mountRoutes(app: FastifyInstance, log: Log): void

  /** Closes connections. */
  close(): void
}

/** The storage is temporarily unavailable: disk full, bucket unreachable, too many requests. Results in 503. */
export class StorageUnavailable extends UnavailableError {
  constructor(cause: unknown) {
    super('the storage', cause)
    this.name = 'StorageUnavailable'
  }
}

/**
 * The storage denies this server access: no permission, wrong credentials, no such bucket. Retrying does not help, so
 * it results in 500, and the log says what the operator has to change.
 */
export class StorageRefused extends Error {
  constructor(cause: unknown) {
    const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
    super(`the storage refuses this server (${why})`, { cause })
    this.name = 'StorageRefused'
  }
}

/** There is no object with this key. */
export class ObjectMissing extends Error {
  readonly key: string
  constructor(key: string, cause?: unknown) {
    super(`there is no object ${key}`, { cause })
    this.name = 'ObjectMissing'
    this.key = key
  }
}
