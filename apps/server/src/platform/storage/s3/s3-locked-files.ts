import type { S3Address } from './s3-address.ts'
import { openS3, saidOf, type OpenedS3 } from './s3-client.ts'
import { prefixOf } from './s3-folder.ts'

/** Requests for small files at work. */
const IDLE_MS = 30_000

/** What reading goes through at most: each is a request. */
const FILES_READ_MAX = 400

/**
 * Stores a small file below a path of a bucket with object lock, in compliance mode: until that time nobody removes or replaces
 * it, its owner neither. Throws Error with one line for a bucket without object lock.
 */
export async function putLockedFile(
  address: S3Address,
  path: string,
  { name, text, until }: { readonly name: string; readonly text: string; readonly until: Date },
): Promise<void> {
  const opened = await openS3(address, IDLE_MS)
  const { sdk, client } = opened
  const put = new sdk.PutObjectCommand({
    Bucket: address.bucket,
    Key: prefixOf(path) + name,
    Body: text,
    ContentType: 'text/plain; charset=utf-8',
    ObjectLockMode: 'COMPLIANCE',
    ObjectLockRetainUntilDate: until,
    // Services ask for one of a file that is locked.
    ChecksumAlgorithm: 'SHA256',
  })
  await saidOf(address.bucket, client.send(put)).finally(() => opened.close())
}

/**
 * The texts of the files below a path in the order of their names, each as it was first stored: a later version, or a mark that
 * it was removed, hides nothing. Of more than 400 these are the last 200 and 200 evenly from those before.
 */
export async function readLockedFiles(address: S3Address, path: string): Promise<string[]> {
  const opened = await openS3(address, IDLE_MS)
  try {
    const texts: string[] = []
    for (const version of spread(await firstVersions(opened, address.bucket, prefixOf(path)))) {
      const get = new opened.sdk.GetObjectCommand({ Bucket: address.bucket, ...version })
      const { Body } = await saidOf(address.bucket, opened.client.send(get))
      texts.push((await Body?.transformToString()) ?? '')
    }
    return texts
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
    if (!page.IsTruncated) break
    from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
  }
  return [...first.values()].toSorted((one, other) => (one.Key < other.Key ? -1 : 1))
}

function spread(versions: readonly Version[]): Version[] {
  const half = FILES_READ_MAX / 2
  const before = versions.slice(0, Math.max(0, versions.length - half))
  const step = Math.max(1, Math.ceil(before.length / half))
  return [...before.filter((_version, at) => at % step === 0), ...versions.slice(-half)]
}
