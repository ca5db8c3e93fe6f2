/** One year, as browsers require; subdomains are up to the operator. */
const HSTS = 'max-age=31536000'

/**
 * Headers of every response: browsers do not guess content types, and do not return over plain http to a deployment
 * that uses https. Caches store only responses that explicitly allow it.
 */
export function protectiveHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    ...(new URL(publicUrl).protocol === 'https:' && { 'strict-transport-security': HSTS }),
  }
}
