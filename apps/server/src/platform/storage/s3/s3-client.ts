import type * as Sdk from '@aws-sdk/client-s3'
import type { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import type { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { UnavailableError } from '../../errors.ts'
import { versionText } from '../../version.ts'
import type { S3Address } from './s3-address.ts'

/** The SDK with what it needs to reach one bucket. */
export interface OpenedS3 {
  readonly sdk: typeof Sdk
  readonly client: Sdk.S3Client
  /** Signs addresses for clients, who may reach the service under another name than we do. */
  readonly publicClient: Sdk.S3Client
  readonly createPresignedPost: typeof createPresignedPost
  readonly getSignedUrl: typeof getSignedUrl
  readonly close: () => void
}

/**
 * Loads the SDK and makes its clients. Loaded only when a bucket is in use: it costs 100 ms and
 * 40 MB of memory.
 * @param idleMs a service that sends or takes nothing for this long is away
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

/** A service that does not take a connection within this time is away. */
const CONNECT_TIMEOUT_MS = 5_000

/** Requests of people wait no longer. */
const IDLE_TIMEOUT_MS = 30_000

/** The longest that a timer takes. */
const NEVER_MS = 2 ** 31 - 1

function clientConfig(address: S3Address, endpoint: string | undefined, idleMs: number): Sdk.S3ClientConfig {
  return {
    region: address.region,
    forcePathStyle: address.pathStyle,
    customUserAgent: [['Plumbline', versionText()]],
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: idleMs,
      // Requests that wait for a socket end at their deadline; the SDK would report them outside of the log.
      socketAcquisitionWarningTimeout: NEVER_MS,
    },
    // Many S3-compatible services know none of the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint }),
    ...(address.credentials && { credentials: address.credentials }),
  }
}

/** A bucket does not do what it is asked; the message is one line that names it and says what the service says. */
export class BucketUnavailable extends UnavailableError {
  constructor(bucket: string, cause: unknown) {
    super(`s3://${bucket}`, cause)
    const { name, message } = cause as Error
    this.message = `s3://${bucket}: ${[name, message].filter(Boolean).join(': ')}`
    this.name = 'BucketUnavailable'
  }
}

/** What an operation returns. Throws BucketUnavailable. */
export async function saidOf<Result>(bucket: string, result: Promise<Result>): Promise<Result> {
  try {
    return await result
  } catch (error) {
    throw new BucketUnavailable(bucket, error)
  }
}

/** Whether an error is the one that a service, or the SDK, gives this name. */
export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}
