/** The location of a bucket and its credentials, as given in STORAGE_URL. */
export interface S3Address {
  readonly bucket: string
  readonly region: string
  /** Origin of an S3-compatible service; undefined for Amazon's in the region. */
  readonly endpoint: string | undefined
  /** Origin at which clients reach the service, if it differs from ours. */
  readonly publicEndpoint: string | undefined
  /** Whether the bucket is in the path instead of the host name. */
  readonly pathStyle: boolean
  /** Undefined to use the default providers of AWS tools: the environment, a profile, or the machine's role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** Allowed query parameters. */
const PARAMETERS = ['endpoint', 'public_endpoint', 'region', 'path_style']

/** Region for services without regions, which accept whatever the signature names. */
const REGION_UNNAMED = 'us-east-1'

/**
 * Reads `s3://[access-key:secret@]bucket?endpoint=…&region=…`; also `public_endpoint` and `path_style` (default: true
 * with an endpoint, false without).
 * @throws Error with one sentence about the problem, never with the secret
 */
export function readS3Address(storageUrl: string): S3Address {
  return inSetting('STORAGE_URL', () => {
    const { address, path } = readS3Url(storageUrl)
    if (path !== '') throw wrong('names a bucket and no folder in it')
    return address
  })
}

/**
 * Reads the same with a path after the bucket, as in `s3://bucket/path?…`.
 * @param name of the setting, for the sentence
 */
export function readS3Path(text: string, name: string): { address: S3Address; path: string } {
  return inSetting(name, () => readS3Url(text))
}

/** Whether a text is intended as the URL of a bucket or of something in one. */
export function isS3Url(text: string): boolean {
  return text.startsWith('s3://')
}

function readS3Url(text: string): { address: S3Address; path: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 's3:' || url.hostname === '' || url.port !== '')
    throw wrong('begins with s3:// and a bucket')
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined) throw wrong(`knows ${PARAMETERS.join(', ')}, not "${unknown}"`)
  const endpoint = origin(url, 'endpoint')
  const address = {
    bucket: url.hostname,
    region: url.searchParams.get('region') ?? REGION_UNNAMED,
    endpoint,
    publicEndpoint: origin(url, 'public_endpoint'),
    pathStyle: flag(url, 'path_style', endpoint !== undefined),
    credentials: credentialsOf(url),
  }
  return { address, path: decodeURIComponent(url.pathname.replace(/^\//, '')) }
}

function origin(url: URL, name: string): string | undefined {
  const value = url.searchParams.get(name)
  if (value === null) return undefined
  const parsed = URL.canParse(value) ? new URL(value) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.pathname !== '/') {
    throw wrong(`takes an origin such as https://s3.example.com as ${name}`)
  }
  return parsed.origin
}

function flag(url: URL, name: string, fallback: boolean): boolean {
  const value = url.searchParams.get(name) ?? String(fallback)
  if (value !== 'true' && value !== 'false') throw wrong(`takes true or false as ${name}`)
  return value === 'true'
}

function credentialsOf(url: URL): S3Address['credentials'] {
  if (url.username === '' && url.password === '') return undefined
  if (url.username === '' || url.password === '') throw wrong('takes an access key with its secret, or none')
  return {
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  }
}

class WrongAddress extends Error {}

function wrong(sentence: string): Error {
  return new WrongAddress(sentence)
}

function inSetting<Read>(name: string, read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    throw error instanceof WrongAddress ? new Error(`${name} ${error.message}.`) : error
  }
}
