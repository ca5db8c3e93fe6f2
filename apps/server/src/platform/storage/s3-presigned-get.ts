import { createHash, createHmac } from 'node:crypto'

/** Who signs, and for which region. */
export interface S3Signer {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
  readonly region: string
}

/**
 * A GET address that is valid for some time, signed in its query (AWS Signature Version 4). Only
 * the header Host is signed, so any client can follow it.
 */
export function presignedGet(
  objectUrl: URL,
  query: Readonly<Record<string, string>>,
  expiresInSeconds: number,
  signer: S3Signer,
  now: Date,
): string {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${signer.region}/s3/aws4_request`
  const signed = canonicalQuery({
    ...query,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${signer.accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(expiresInSeconds),
    'X-Amz-SignedHeaders': 'host',
    ...(signer.sessionToken && { 'X-Amz-Security-Token': signer.sessionToken }),
  })
  const request = [
    'GET',
    objectUrl.pathname,
    signed,
    `host:${objectUrl.host}`,
    '',
    'host',
    'UNSIGNED-PAYLOAD',
  ]
  const requestHash = createHash('sha256').update(request.join('\n')).digest('hex')
  const text = [ALGORITHM, time, scope, requestHash].join('\n')
  const signature = hmac(signingKey(signer.secretAccessKey, scope), text).toString('hex')
  return `${objectUrl.origin}${objectUrl.pathname}?${signed}&X-Amz-Signature=${signature}`
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

function canonicalQuery(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return pairs.toSorted().join('&')
}

/** Percent-encoding of everything but letters, digits and `-._~`. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function signingKey(secretAccessKey: string, scope: string): Buffer {
  return scope.split('/').reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`))
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
