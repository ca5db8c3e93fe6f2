import type { ListObjectsV2CommandInput } from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import { listedObjects } from './list-objects.ts'
import type { S3Address } from './s3-address.ts'
import { isNamed, openS3, saidOf, type OpenedS3 } from './s3-client.ts'

/** Files below a path of a bucket, of any size and with any name. */
export interface S3Folder {
  /**
   * Stores a stream in parts; the file exists once it is complete, and a stream that fails leaves none.
   * @returns its size in bytes; undefined if a file of that name exists already, which is kept
   */
  write(name: string, content: Readable): Promise<number | undefined>
  /** Returns the content of a file, however slowly it is read. Throws the error of the service if there is none. */
  read(name: string): Promise<Readable>
  list(): Promise<{ readonly name: string; readonly sizeBytes: number }[]>
  /** Deletes a file; does nothing if it does not exist. */
  remove(name: string): Promise<void>
}

/** Size of the parts that are buffered while a file is written; a service accepts 10,000 parts per file. */
const PART_BYTES = 16 * 1024 * 1024

/**
 * Works with the files below a path of a bucket. Requires the permissions GetObject, PutObject, DeleteObject,
 * ListBucket and AbortMultipartUpload. Throws BucketUnavailable with the name of the bucket and the message of the
 * service.
 * @param idleMs maximum pause of a reader; defaults to half a minute
 */
export async function inS3Folder<Result>(
  address: S3Address,
  path: string,
  work: (folder: S3Folder) => Promise<Result>,
  idleMs?: number,
): Promise<Result> {
  const opened = await openS3(address, idleMs)
  try {
    return await work(folderOf(opened, address.bucket, prefixOf(path)))
  } finally {
    opened.close()
  }
}

/** An open bucket, and the key prefix of its files. */
interface Opened extends OpenedS3 {
  readonly named: (name: string) => { Bucket: string; Key: string }
  readonly prefix: string
  readonly bucket: string
}

/** Returns the key prefix of files below a path. */
export function prefixOf(path: string): string {
  return path === '' ? '' : `${path.replace(/\/+$/, '')}/`
}

function folderOf(s3: OpenedS3, bucket: string, prefix: string): S3Folder {
  const opened: Opened = {
    ...s3,
    bucket,
    prefix,
    named: (name) => ({ Bucket: bucket, Key: prefix + name }),
  }
  const { sdk, client, named } = opened
  return {
    write: (name, content) => write(opened, name, content),
    read: async (name) => {
      const { Body } = await saidOf(bucket, client.send(new sdk.GetObjectCommand(named(name))))
      // On Node the SDK always returns a Readable; its type also covers browsers.
      return Body as unknown as Readable
    },
    list: () => list(opened),
    remove: async (name) => {
      await saidOf(bucket, client.send(new sdk.DeleteObjectCommand(named(name))))
    },
  }
}

async function write(opened: Opened, name: string, content: Readable): Promise<number | undefined> {
  const { client, named, bucket } = opened
  const { Upload } = await import('@aws-sdk/lib-storage')
  if ((await sizeOf(opened, name)) !== undefined) return undefined
  const upload = new Upload({
    client,
    // For services that do not support conditions, this was checked before.
    params: { ...named(name), Body: content, IfNoneMatch: '*' },
    partSize: PART_BYTES,
    queueSize: 1,
  })
  let sizeBytes = 0
  upload.on('httpUploadProgress', ({ loaded = 0 }) => (sizeBytes = loaded))
  try {
    await saidOf(bucket, upload.done())
    return sizeBytes
  } catch (error) {
    if (content.errored) throw content.errored
    if (!isNamed((error as Error).cause, 'PreconditionFailed')) throw error
    // What a repeated request finds may be what the first one stored.
    return (await sizeOf(opened, name)) === sizeBytes ? sizeBytes : undefined
  }
}

/** Undefined if there is no such file. */
async function sizeOf(opened: Opened, name: string): Promise<number | undefined> {
  const { Bucket, Key } = opened.named(name)
  const { Contents = [] } = await page(opened, { Bucket, Prefix: Key, MaxKeys: 1 })
  return Contents.find((found) => found.Key === Key)?.Size
}

async function list(opened: Opened): Promise<{ name: string; sizeBytes: number }[]> {
  const { bucket, prefix } = opened
  const files: { name: string; sizeBytes: number }[] = []
  const objects = listedObjects((input) => page(opened, input), { Bucket: bucket, Prefix: prefix })
  for await (const { Key = '', Size = 0 } of objects)
    files.push({ name: Key.slice(prefix.length), sizeBytes: Size })
  return files
}

function page({ sdk, client, bucket }: Opened, input: ListObjectsV2CommandInput) {
  return saidOf(bucket, client.send(new sdk.ListObjectsV2Command(input)))
}
