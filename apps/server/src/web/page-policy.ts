/**
 * The content policy of the application's page: our own files, and what carries the nonce of this response.
 * Documents are sent to and shown from the storage, so its origins may be reached.
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

/** Region of services that name none, as the storage takes it. */
const REGION_UNNAMED = 'us-east-1'

/** Origins that upload and download addresses of a bucket can have; none for files of our own. */
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
