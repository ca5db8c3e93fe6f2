import type { FastifyReply, FastifyRequest } from 'fastify'
import { noDatabaseUse, type DatabaseUse } from '../db/index.ts'

/** The outcome of a request. The sets of its APIs, operations and statuses are bounded. */
export interface RequestOutcome {
  /** The API of the request, or the pages and files. */
  readonly api: 'public' | 'app' | 'auth' | 'other'
  /** Name of the operation; the path of a route that is not an operation; `unknown` if nothing matches. */
  readonly operation: string
  readonly status: number
  /** When it was received, by the clock of `performance.now()`. */
  readonly beganAt: number
  readonly ms: number
  readonly use: DatabaseUse
  readonly method: string
  /** The id in its response and in the log. */
  readonly requestId: string
  /** The header `traceparent`, as the client sent it (W3C Trace Context). */
  readonly traceparent: string | undefined
}

const API = /^\/api\/(public|app|auth)\//

const beginnings = new WeakMap<FastifyRequest, number>()

/** Notes when a request was received: once its response has gone out, only the time that it took is known. */
export function noteBeginning(request: FastifyRequest, reply: FastifyReply): void {
  beginnings.set(request, beginningOf(reply))
}

/**
 * Returns when a request was received. The time that it has taken is read before the clock: a process that is
 * interrupted between the two then dates the beginning late. Dated early, the end would be early too, and what the
 * request waited for would seem to end after it.
 */
function beginningOf(reply: FastifyReply): number {
  const takenMs = reply.elapsedTime
  return performance.now() - takenMs
}

/** Returns the outcome of a request. */
export function outcomeOf(
  request: FastifyRequest,
  reply: FastifyReply,
  use: DatabaseUse | undefined,
): RequestOutcome {
  return {
    api: (API.exec(request.url)?.[1] as 'public' | 'app' | 'auth' | undefined) ?? 'other',
    operation: operationOf(request),
    status: reply.statusCode,
    beganAt: beginnings.get(request) ?? beginningOf(reply),
    ms: reply.elapsedTime,
    use: use ?? noDatabaseUse(),
    method: request.method,
    requestId: request.id,
    traceparent: onlyOne(request.headers['traceparent']),
  }
}

/** The operation that a request reached, as described for `RequestOutcome`. */
function operationOf({ is404, routeOptions }: FastifyRequest): string {
  if (is404) return 'unknown'
  const { operation } = routeOptions.config as { operation?: string }
  return operation ?? routeOptions.url ?? 'unknown'
}

const onlyOne = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)
