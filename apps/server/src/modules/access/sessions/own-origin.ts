import { because } from '@plumbline/contract'
import { ApiError } from '../../../platform/errors.ts'
import type { GateRequest } from '../../../platform/http/index.ts'

/** Methods that change nothing, so it does not matter which page sends them. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a state-changing request that a page of another origin made a browser send. Browsers name the origin in
 * each of these; other programs name none and do not send anybody's cookies by accident. The app's own origins are
 * that of PUBLIC_URL and the host to which the request was sent, because the server may also be reached under other
 * names of its machine. If the browser states that the page is from another site (Fetch Metadata, `Sec-Fetch-Site`),
 * the request is refused regardless of its origin.
 * @returns the refusal, undefined if there is nothing to refuse
 */
export function foreignOrigin(publicUrl: string, { method, headers }: GateRequest): ApiError | undefined {
  const { origin, host } = headers
  if (SAFE_METHODS.has(method)) return undefined
  const own = new URL(publicUrl)
  const isOwn = origin === undefined || origin === own.origin || origin === `${own.protocol}//${String(host)}`
  if (isOwn && headers['sec-fetch-site'] !== 'cross-site') return undefined
  return new ApiError('FORBIDDEN', { reason: because('access.other_origin') })
}
