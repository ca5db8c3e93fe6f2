import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type * as Sdk from '@aws-sdk/client-s3'
import { freePort, skipWithout, until } from '@plumbline/testing'
import { readS3Address } from '../s3/s3-address.ts'
import { openS3 } from '../s3/s3-client.ts'

/** A real S3 server for this test process, with one empty bucket. */
export interface TestS3Server {
  /** Value of STORAGE_URL for the bucket. */
  readonly storageUrl: string
  readonly endpoint: string
  /** Folder of the server whose files are the objects of the bucket. */
  readonly bucketFolder: string
  /** Creates a bucket with object lock, and a client of the SDK for it. */
  lockedBucket(): Promise<{ url: string; client: Sdk.S3Client; sdk: typeof Sdk }>
  stop(): Promise<void>
}

const installer = join(import.meta.dirname, '../../../../../../scripts/install-s3-server.sh')
const ACCESS_KEY = 'plumbline-test'
const SECRET = 'not/a+secret but awkward'
const BUCKET = 'files'
const LOCKED_BUCKET = 'locked'

/**
 * Returns why tests against S3 are skipped here, or false if they run. With S3_TESTS_REQUIRED=1 a missing server is an
 * error.
 */
export function s3TestsSkipped(): string | false {
  return skipWithout({
    path: binaryPath(),
    name: 'an S3 server',
    installer: 'scripts/install-s3-server.sh',
    requiredBy: 'S3_TESTS_REQUIRED',
  })
}

/** Starts the server on a free port with its own folder. */
export async function startS3Server(): Promise<TestS3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-s3-'))
  await mkdir(join(folder, 'objects', BUCKET), { recursive: true })
  await mkdir(join(folder, 'about'))
  await mkdir(join(folder, 'versions'))
  const port = await freePort()
  const server = spawn(
    binaryPath(),
    [
      '--port',
      `127.0.0.1:${port}`,
      '--quiet',
      '--keep-alive',
      'posix',
      '--sidecar',
      join(folder, 'about'),
      '--versioning-dir',
      join(folder, 'versions'),
      join(folder, 'objects'),
    ],
    { env: { ROOT_ACCESS_KEY: ACCESS_KEY, ROOT_SECRET_KEY: SECRET }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const endpoint = `http://127.0.0.1:${port}`
  await untilResponding(endpoint, () => server.exitCode !== null)
  const urlOf = (bucket: string) => `s3://${credentials}@${bucket}?endpoint=${endpoint}&region=us-east-1`
  const credentials = `${encodeURIComponent(ACCESS_KEY)}:${encodeURIComponent(SECRET)}`
  return {
    endpoint,
    bucketFolder: join(folder, 'objects', BUCKET),
    storageUrl: urlOf(BUCKET),
    lockedBucket: async () => {
      const { sdk, client } = await openS3(readS3Address(urlOf(LOCKED_BUCKET)))
      await client.send(
        new sdk.CreateBucketCommand({ Bucket: LOCKED_BUCKET, ObjectLockEnabledForBucket: true }),
      )
      return { url: urlOf(LOCKED_BUCKET), client, sdk }
    },
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function binaryPath(): string {
  return execFileSync('bash', [installer, '--path'], { encoding: 'utf8' }).trim()
}

async function untilResponding(endpoint: string, ended: () => boolean): Promise<void> {
  await until(async () => {
    if (ended()) throw new Error(`the S3 server did not start on ${endpoint}`)
    return (await fetch(endpoint).catch(() => undefined)) !== undefined
  }, `a response of the S3 server on ${endpoint}`)
}
