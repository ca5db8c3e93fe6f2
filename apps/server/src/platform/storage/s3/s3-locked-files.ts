import type { S3Address } from './s3-address.ts'
import { openS3, saidOf, type OpenedS3 } from './s3-client.ts'
import { prefixOf } from './s3-folder.ts'

/** Number of files that are read simultaneously. */
const READERS = 8

/**
 * Stores a small file below a path of a bucket with object lock, in compliance mode: until that time no one, including
 * the owner, can delete or replace it. Throws BucketUnavailable, including for a bucket without object lock.
 */
export async function putLockedFile(
  address: S3Address,
  path: string,
  { name, text, until }: { readonly name: string; readonly text: string; readonly until: Date },
  abortSignal: AbortSignal,
): Promise<void> {
  const opened = await openS3(address)
  const { sdk, client } = opened
  const put = new sdk.PutObjectCommand({
    Bucket: address.bucket,
    Key: prefixOf(path) + name,
    Body: text,
    ContentType: 'text/plain; charset=utf-8',
    ObjectLockMode: 'COMPLIANCE',
    ObjectLockRetainUntilDate: until,
    // Services require a checksum for a locked file.
    ChecksumAlgorithm: 'SHA256',
  })
  await saidOf(address.bucket, client.send(put, { abortSignal })).finally(() => opened.close())
}

/**
 * Reads the files below a path, ordered by name, each as first stored: later versions and delete markers hide nothing.
 * Throws BucketUnavailable.
 */
export async function readLockedFiles(
  address: S3Address,
  path: string,
): Promise<{ readonly name: string; readonly text: string }[]> {
  const { bucket } = address
  const opened = await openS3(address)
  const { sdk, client } = opened
  const read = async (version: Version) => {
    const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, ...version }))
    return { name: `s3://${bucket}/${version.Key}`, text: (await Body?.transformToString()) ?? '' }
  }
  try {
    const versions = await firstVersions(opened, bucket, prefixOf(path))
    const files: { name: string; text: string }[] = []
    for (let at = 0; at < versions.length; at += READERS)
      files.push(...(await saidOf(bucket, Promise.all(versions.slice(at, at + READERS).map(read)))))
    return files
  } finally {
    opened.close()
  }
}

interface Version {
  readonly Key: string
  readonly VersionId: string
}

/** Services list the versions of a key from the newest to the oldest. */
async function firstVersions({ sdk, client }: OpenedS3, bucket: string, prefix: string): Promise<Version[]> {
  const first = new Map<string, Version>()
  let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {}
  for (;;) {
    const page = await saidOf(
      bucket,
      client.send(new sdk.ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, ...from })),
    )
    for (const { Key, VersionId } of page.Versions ?? [])
      if (Key !== undefined && VersionId !== undefined) first.set(Key, { Key, VersionId })
    if (!page.IsTruncated || page.NextKeyMarker === undefined) break
    from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
  }
  return [...first.values()].toSorted((one, other) => (one.Key < other.Key ? -1 : 1))
}
