import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { DOCUMENT_BYTES_MAX } from '@plumbline/contract'
import { UnavailableError } from '../errors.ts'
import type { Log } from '../log.ts'

/** Largest file that a client may upload, in bytes: 25 MiB (contract, "Limits"). */
export const UPLOAD_BYTES_MAX = DOCUMENT_BYTES_MAX

/** Life of an upload address, in seconds, unless set otherwise (decisions, section 10). */
export const UPLOAD_EXPIRES_SECONDS = 15 * 60

/** Life of a download address, in seconds, unless set otherwise (decisions, section 10). */
export const DOWNLOAD_EXPIRES_SECONDS = 5 * 60

/** What a client needs to upload one file: every entry of `fields` as a form field, then the file. */
export interface UploadTicket {
  readonly method: 'POST'
  readonly upload_url: string
  readonly fields: Readonly<Record<string, string>>
}

/** What is promised of an upload. */
export interface UploadTerms {
  /** Key under which the file is stored; server-made, see `checkStorageKey`. */
  readonly key: string
  readonly contentType: string
  /** Default and maximum: UPLOAD_BYTES_MAX. An empty file is never accepted. */
  readonly sizeBytesMax?: number
  /** Default: UPLOAD_EXPIRES_SECONDS. */
  readonly expiresInSeconds?: number
}

/** What a download address hands out, and under which name. */
export interface DownloadTerms {
  readonly key: string
  /** Any text a person chose; it is made safe for a header and a file system. */
  readonly fileName: string
  readonly contentType: string
  /** Default: DOWNLOAD_EXPIRES_SECONDS. */
  readonly expiresInSeconds?: number
  /** What the object must hash to. Our own download route breaks off where it does not; see `sha256Of` for S3. */
  readonly sha256?: Buffer
}

/** An address that always downloads the file instead of showing it. */
export interface DownloadAddress {
  readonly url: string
  readonly expiresAt: Date
}

/** One stored object. `modifiedAt` is when it was put, uploaded or moved under its present key. */
export interface StoredObject {
  readonly key: string
  readonly sizeBytes: number
  readonly modifiedAt: Date
}

/** Bytes at hand, or a stream whose length is known. */
export type ObjectContent = Uint8Array | { readonly stream: Readable; readonly sizeBytes: number }

/** First and last byte of a part of an object, both included, as in an HTTP range. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * Where files are kept. Both storages, local files and S3, keep this contract; every method raises
 * StorageUnavailable when the storage cannot do its work, StorageRefused when it is not let, and DeadlinePassed when
 * the deadline of the request comes first. A stream that was handed out is not cut by the deadline.
 *
 * An upload ticket can be used again until it expires, and its last file wins: anyone who relies on
 * an uploaded object must first `move` it to a key that no ticket was made for.
 */
export interface Storage {
  readonly kind: 'local' | 's3'

  /** An address to which one client may upload one file, under exactly these terms. */
  uploadTicket(terms: UploadTerms): Promise<UploadTicket>

  /** An address that hands out one object as an attachment; the object need not exist yet. */
  downloadAddress(terms: DownloadTerms): Promise<DownloadAddress>

  /** Size and time of an object. @throws ObjectMissing */
  head(key: string): Promise<StoredObject>

  /**
   * The SHA-256 of an object that no route of ours checks while it is downloaded: as the storage computed it when the
   * object was stored, otherwise of its bytes, read now. Undefined where a route checks it. @throws ObjectMissing
   */
  sha256Of(key: string): Promise<Buffer | undefined>

  /** The object, or a range that lies within it. @throws ObjectMissing */
  read(key: string, range?: ByteRange): Promise<Readable>

  /** At most that many bytes from the beginning of an object. @throws ObjectMissing */
  readStart(key: string, bytesMax: number): Promise<Buffer>

  /** Stores an object whole and durably, or not at all; replaces one of the same key. */
  put(key: string, content: ObjectContent, contentType: string): Promise<void>

  /** Gives an object another key; its age starts afresh. @throws ObjectMissing */
  move(from: string, to: string): Promise<void>

  /** Removes an object; one that is not there is no error. */
  delete(key: string): Promise<void>

  /** Objects whose key begins with the folder, which ends in `/`, in the order of their keys' bytes, after a key. */
  list(folder: string, after?: string): AsyncIterable<StoredObject>

  /**
   * Removes what uploads left behind that a crash cut off, and returns how many there were.
   * Call it at start and now and then; uploads under way are left alone.
   */
  sweepUnfinished(): Promise<number>

  /** Writes, reads and removes a small object, to see that the storage does its work. */
  probe(): Promise<void>

  /** Adds the routes behind the storage's own addresses, which log what was altered; S3 has none. */
  mountRoutes(app: FastifyInstance, log: Log): void

  /** Lets go of connections. */
  close(): void
}

/** The storage cannot do its work for now: disk full, bucket out of reach, too many requests. Becomes 503. */
export class StorageUnavailable extends UnavailableError {
  constructor(cause: unknown) {
    super('the storage', cause)
    this.name = 'StorageUnavailable'
  }
}

/**
 * The storage does not let this server do its work: no permission, wrong credentials, no such bucket. Trying again
 * helps nobody, so it becomes 500, and the log says what the operator has to change.
 */
export class StorageRefused extends Error {
  constructor(cause: unknown) {
    const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
    super(`the storage refuses this server (${why})`, { cause })
    this.name = 'StorageRefused'
  }
}

/** There is no object under this key. */
export class ObjectMissing extends Error {
  readonly key: string
  constructor(key: string, cause?: unknown) {
    super(`there is no object ${key}`, { cause })
    this.name = 'ObjectMissing'
    this.key = key
  }
}
