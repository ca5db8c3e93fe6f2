/**
 * Returns the Content-Security-Policy of the page of the application: it allows files of this server, elements with the
 * nonce of this response, and the origins of the storage, to which documents are uploaded and from which they are shown.
 */
export function pagePolicy(nonce: string, storage: readonly string[]): string {
  const reachable = ["'self'", ...storage].join(' ')
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${reachable} blob: data:`,
    "font-src 'self'",
    `connect-src ${reachable}`,
    'frame-src blob:',
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Region that the storage assumes if the settings name none. */
const REGION_UNNAMED = 'us-east-1'

/** Returns the origins that upload and download addresses of a bucket can have; none if files are stored on disk. */
export function storageOrigins(storageUrl: string | undefined): string[] {
  if (storageUrl === undefined) return []
  const { hostname: bucket, searchParams } = new URL(storageUrl)
  const region = searchParams.get('region') ?? REGION_UNNAMED
  const endpoint =
    searchParams.get('public_endpoint') ??
    searchParams.get('endpoint') ??
    `https://s3.${region}.amazonaws.com`
  const { origin, protocol, host } = new URL(endpoint)
  return [origin, `${protocol}//${bucket}.${host}`]
}
