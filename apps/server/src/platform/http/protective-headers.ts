/** A year, as browsers ask for; subdomains are not ours to decide about. */
const HSTS = 'max-age=31536000'

/**
 * Headers of every response: no browser guesses another type than the one that is named, and none comes back over
 * plain http to a deployment that is reached by https. A cache keeps what says so itself, and nothing else.
 */
export function protectiveHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    ...(new URL(publicUrl).protocol === 'https:' && { 'strict-transport-security': HSTS }),
  }
}
