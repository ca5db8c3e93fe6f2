import type * as Sdk from '@aws-sdk/client-s3'
import type { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import type { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { UnavailableError } from '../../errors.ts'
import { versionText } from '../../version.ts'
import type { S3Address } from './s3-address.ts'

/** The SDK and its clients for one bucket. */
export interface OpenedS3 {
  readonly sdk: typeof Sdk
  readonly client: Sdk.S3Client
  /** Signs URLs for clients, which may reach the service by another name than we do. */
  readonly publicClient: Sdk.S3Client
  readonly createPresignedPost: typeof createPresignedPost
  readonly getSignedUrl: typeof getSignedUrl
  readonly close: () => void
}

/**
 * Loads the SDK and creates its clients. Loaded only if a bucket is used: it costs 100 ms and 40 MB of memory.
 * @param idleMs a service that neither sends nor accepts anything for this long counts as unavailable
 */
export async function openS3(address: S3Address, idleMs = IDLE_TIMEOUT_MS): Promise<OpenedS3> {
  const [sdk, { createPresignedPost }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-presigned-post'),
    import('@aws-sdk/s3-request-presigner'),
  ])
  const { endpoint, publicEndpoint } = address
  const client = new sdk.S3Client(clientConfig(address, endpoint, idleMs))
  const isSeenElsewhere = publicEndpoint !== undefined
  const publicClient = isSeenElsewhere
    ? new sdk.S3Client(clientConfig(address, publicEndpoint, idleMs))
    : client
  return {
    sdk,
    client,
    publicClient,
    createPresignedPost,
    getSignedUrl,
    close: () => {
      client.destroy()
      if (isSeenElsewhere) publicClient.destroy()
    },
  }
}

/** A service that does not accept a connection within this time counts as unavailable. */
const CONNECT_TIMEOUT_MS = 5_000

/** Maximum time without data that requests of people wait. */
const IDLE_TIMEOUT_MS = 30_000

/** Maximum duration of a timer. */
const NEVER_MS = 2 ** 31 - 1

function clientConfig(address: S3Address, endpoint: string | undefined, idleMs: number): Sdk.S3ClientConfig {
  return {
    region: address.region,
    forcePathStyle: address.pathStyle,
    customUserAgent: [['Plumbline', versionText()]],
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: idleMs,
      // Requests that wait for a socket end at their deadline; the SDK would print warnings outside the log.
      socketAcquisitionWarningTimeout: NEVER_MS,
    },
    // Many S3-compatible services do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint }),
    ...(address.credentials && { credentials: address.credentials }),
  }
}

/** A bucket refuses an operation; the message is one line with its name and the message of the service. */
export class BucketUnavailable extends UnavailableError {
  constructor(bucket: string, cause: unknown) {
    super(`s3://${bucket}`, cause)
    const { name, message } = cause as Error
    this.message = `s3://${bucket}: ${[name, message].filter(Boolean).join(': ')}`
    this.name = 'BucketUnavailable'
  }
}

/**
 * Returns the result of an operation.
 * @throws BucketUnavailable
 */
export async function saidOf<Result>(bucket: string, result: Promise<Result>): Promise<Result> {
  try {
    return await result
  } catch (error) {
    throw new BucketUnavailable(bucket, error)
  }
}

/** Whether an error has this name from a service or the SDK. */
export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}
