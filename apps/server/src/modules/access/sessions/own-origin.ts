import { because } from '@plumbline/contract'
import { ApiError } from '../../../platform/errors.ts'
import type { GateRequest } from '../../../platform/http/index.ts'

/** Methods that change nothing, so that it does not matter which page sends them. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a state-changing request that a page of another origin made a browser send. Browsers name the
 * origin in each of these; programs that are no browsers name none and carry nobody's cookies by accident.
 * The app's own origin is that of PUBLIC_URL, and the host that the request was sent to, since the server
 * is also reached by other names of its machine. Where a browser says that the page is of another site
 * (Fetch Metadata, `Sec-Fetch-Site`), no name of an origin makes up for it.
 * @returns the refusal, undefined when there is nothing to refuse
 */
export function foreignOrigin(publicUrl: string, { method, headers }: GateRequest): ApiError | undefined {
  const { origin, host } = headers
  if (SAFE_METHODS.has(method)) return undefined
  const own = new URL(publicUrl)
  const isOwn = origin === undefined || origin === own.origin || origin === `${own.protocol}//${String(host)}`
  if (isOwn && headers['sec-fetch-site'] !== 'cross-site') return undefined
  return new ApiError('FORBIDDEN', { reason: because('access.other_origin') })
}
