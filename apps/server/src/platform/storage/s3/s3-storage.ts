import type { Readable } from 'node:stream'
import { currentDeadline } from '../../deadline.ts'
import { attachmentHeader } from '../attachment-header.ts'
import { sha256Of } from '../check-content.ts'
import { probeStorage } from '../probe-storage.ts'
import { listedObjects } from './list-objects.ts'
import type { S3Address } from './s3-address.ts'
import { isNamed, openS3, type OpenedS3 } from './s3-client.ts'
import {
  DOWNLOAD_EXPIRES_SECONDS,
  ObjectMissing,
  StorageRefused,
  StorageUnavailable,
  UPLOAD_BYTES_MAX,
  UPLOAD_EXPIRES_SECONDS,
  type ByteRange,
  type DownloadTerms,
  type ObjectContent,
  type Storage,
  type StoredObject,
  type UploadTerms,
} from '../storage.ts'
import { checkStorageKey, folderSteps } from '../storage-key.ts'

/** Runs operations of the SDK, with options that end them at the deadline of the request, and converts their errors. */
type Use = <Result>(act: (opened: OpenedS3 & InTime) => Promise<Result>, key?: string) => Promise<Result>

interface InTime {
  readonly options: { readonly abortSignal: AbortSignal }
}

/** Identifies an object of the bucket, as all operations of the SDK require. */
type Named = (key: string) => { Bucket: string; Key: string }

/**
 * Returns a storage in a bucket of Amazon S3 or a compatible service. Requires the permissions GetObject, PutObject,
 * DeleteObject and ListBucket. URLs are dated by the machine's clock, because S3 checks them by its own.
 */
export function createS3Storage(address: S3Address): Storage {
  const connection = connect(address)
  const { use } = connection
  const named: Named = (key) => ({ Bucket: address.bucket, Key: checkStorageKey(key) })
  const objects = {
    readStart: (key: string, bytesMax: number) => readStart(use, named(key), bytesMax),
    put: (key: string, content: ObjectContent, type: string) => put(use, named(key), content, type),
    delete: (key: string) => remove(use, named(key)),
  }
  return {
    ...objects,
    kind: 's3',
    uploadTicket: (terms) => uploadTicket(use, named(terms.key), terms),
    downloadAddress: (terms) => downloadAddress(use, named(terms.key), terms),
    head: (key) => head(use, named(key)),
    sha256Of: async (key) =>
      (await storedSha256(use, named(key))) ?? sha256Of(await read(use, named(key), undefined)),
    read: (key, range) => read(use, named(key), range),
    move: (from, to) => move(use, named(from), named(to)),
    list: (folder, after) => list(use, address.bucket, folder, after),
    // An incomplete upload never becomes an object of the bucket.
    sweepUnfinished: async () => 0,
    probe: () => probeStorage(objects),
    mountRoutes: () => undefined,
    close: connection.close,
  }
}

function connect(address: S3Address): { use: Use; close: () => void } {
  let opening: Promise<OpenedS3> | undefined
  const use: Use = async (act, key) => {
    const deadline = currentDeadline()
    const ending = new AbortController()
    const forget = deadline?.onPassed(() => ending.abort())
    try {
      opening ??= openS3(address)
      return await act({ ...(await opening), options: { abortSignal: ending.signal } })
    } catch (error) {
      deadline?.throwIfPassed()
      if (key !== undefined && isNamed(error, 'NoSuchKey')) throw new ObjectMissing(key, error)
      throw isRefusal(error) ? new StorageRefused(error) : new StorageUnavailable(error)
    } finally {
      forget?.()
    }
  }
  return { use, close: () => void opening?.then(({ close }) => close()) }
}

function uploadTicket(use: Use, named: ReturnType<Named>, terms: UploadTerms) {
  const sizeBytesMax = Math.min(terms.sizeBytesMax ?? UPLOAD_BYTES_MAX, UPLOAD_BYTES_MAX)
  return use(async ({ createPresignedPost, publicClient }) => {
    const { url, fields } = await createPresignedPost(publicClient, {
      ...named,
      Fields: { 'Content-Type': terms.contentType },
      Conditions: [['content-length-range', 1, sizeBytesMax]],
      Expires: terms.expiresInSeconds ?? UPLOAD_EXPIRES_SECONDS,
    })
    return { method: 'POST' as const, upload_url: url, fields }
  })
}

function downloadAddress(use: Use, named: ReturnType<Named>, terms: DownloadTerms) {
  const expiresInSeconds = terms.expiresInSeconds ?? DOWNLOAD_EXPIRES_SECONDS
  const response = {
    ResponseContentDisposition: attachmentHeader(terms.fileName),
    ResponseContentType: terms.contentType,
    ResponseCacheControl: 'private, no-store',
  }
  return use(async ({ sdk, getSignedUrl, publicClient }) => {
    const now = new Date()
    const wanted = new sdk.GetObjectCommand({ ...named, ...response })
    return {
      url: await getSignedUrl(publicClient, wanted, { expiresIn: expiresInSeconds, signingDate: now }),
      expiresAt: new Date(now.getTime() + expiresInSeconds * 1000),
    }
  })
}

async function head(use: Use, named: ReturnType<Named>): Promise<StoredObject> {
  const found = await headOf(use, named)
  return storedObject(named.Key, found.ContentLength, found.LastModified)
}

function headOf(use: Use, named: ReturnType<Named>, wanted: { ChecksumMode?: 'ENABLED' } = {}) {
  return use(async ({ sdk, client, options }) => {
    try {
      return await client.send(new sdk.HeadObjectCommand({ ...named, ...wanted }), options)
    } catch (error) {
      if (!isNamed(error, 'NotFound')) throw error
      // The response to HEAD has no body that shows whether the object or the whole bucket is missing.
      await client.send(new sdk.HeadBucketCommand({ Bucket: named.Bucket }), options)
      throw new sdk.NoSuchKey({ message: 'no such object', $metadata: {} })
    }
  }, named.Key)
}

/** Returns the hash computed by the service when the object was stored or moved; undefined if there is none. */
async function storedSha256(use: Use, named: ReturnType<Named>): Promise<Buffer | undefined> {
  const object = await headOf(use, named, { ChecksumMode: 'ENABLED' })
  // The checksum of an object with parts is a checksum of their checksums.
  const isWhole = object.ChecksumType === undefined || object.ChecksumType === 'FULL_OBJECT'
  const sha256 = isWhole ? object.ChecksumSHA256 : undefined
  return sha256 === undefined || sha256.includes('-') ? undefined : Buffer.from(sha256, 'base64')
}

function read(use: Use, named: ReturnType<Named>, range: ByteRange | undefined): Promise<Readable> {
  return use(async ({ sdk, client, options }) => {
    const { Body } = await client.send(new sdk.GetObjectCommand({ ...named, ...rangeOf(range) }), options)
    // On Node the SDK always returns a Readable; its type also covers browsers.
    return Body as unknown as Readable
  }, named.Key)
}

function readStart(use: Use, named: ReturnType<Named>, bytesMax: number): Promise<Buffer> {
  return use(async ({ sdk, client, options }) => {
    const range = rangeOf({ first: 0, last: bytesMax - 1 })
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand({ ...named, ...range }), options)
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    } catch (error) {
      // An empty object has no first byte, so no range is valid for it.
      if (isNamed(error, 'InvalidRange')) return Buffer.alloc(0)
      throw error
    }
  }, named.Key)
}

function rangeOf(range: ByteRange | undefined): { Range?: string } {
  return range ? { Range: `bytes=${range.first}-${range.last}` } : {}
}

async function put(use: Use, named: ReturnType<Named>, content: ObjectContent, type: string): Promise<void> {
  const body =
    content instanceof Uint8Array
      ? { Body: content }
      : { Body: content.stream, ContentLength: content.sizeBytes }
  await use(({ sdk, client, options }) =>
    client.send(new sdk.PutObjectCommand({ ...named, ...body, ContentType: type }), options),
  )
}

/** Copies, then deletes: after a crash in between, the object has both keys. */
async function move(use: Use, from: ReturnType<Named>, to: ReturnType<Named>): Promise<void> {
  await use(
    ({ sdk, client, options }) =>
      client.send(
        new sdk.CopyObjectCommand({
          ...to,
          CopySource: `${from.Bucket}/${from.Key}`,
          ChecksumAlgorithm: 'SHA256',
        }),
        options,
      ),
    from.Key,
  )
  await remove(use, from)
}

async function remove(use: Use, named: ReturnType<Named>): Promise<void> {
  await use(({ sdk, client, options }) => client.send(new sdk.DeleteObjectCommand(named), options))
}

async function* list(
  use: Use,
  bucket: string,
  folder: string,
  after: string | undefined,
): AsyncGenerator<StoredObject> {
  const prefix = folderSteps(folder).map((step) => `${step}/`)
  const input = { Bucket: bucket, Prefix: prefix.join(''), ...(after && { StartAfter: after }) }
  const objects = listedObjects(
    (page) => use(({ sdk, client, options }) => client.send(new sdk.ListObjectsV2Command(page), options)),
    input,
  )
  for await (const { Key, Size, LastModified } of objects) yield storedObject(Key ?? '', Size, LastModified)
}

function storedObject(key: string, size: number | undefined, modifiedAt: Date | undefined): StoredObject {
  if (size === undefined || !modifiedAt) throw new Error(`the storage returned no size or time of ${key}`)
  return { key, sizeBytes: size, modifiedAt }
}

/** Whether an error is the response of S3 to missing permissions, or means that the SDK found no credentials. */
function isRefusal(error: unknown): boolean {
  if (isNamed(error, 'CredentialsProviderError')) return true
  // The service timed out waiting for our data, or considers a delayed request expired.
  if (isNamed(error, 'RequestTimeout')) return false
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  return status !== undefined && status >= 300 && status < 500 && status !== 429
}
