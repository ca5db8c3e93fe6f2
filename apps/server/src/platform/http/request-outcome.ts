import type { FastifyReply, FastifyRequest } from 'fastify'
import { noDatabaseUse, type DatabaseUse } from '../db/index.ts'

/** What became of a request, in terms whose number does not grow with what people enter. */
export interface RequestOutcome {
  /** Which API it asked, or the pages and files beside them. */
  readonly api: 'public' | 'app' | 'auth' | 'other'
  /** Name of the operation; the address of a route that is none; `unknown` where nothing stands at its address. */
  readonly operation: string
  readonly status: number
  readonly ms: number
  readonly use: DatabaseUse
}

const API = /^\/api\/(public|app|auth)\//

/** Puts together what became of a request. */
export function outcomeOf(
  request: FastifyRequest,
  reply: FastifyReply,
  use: DatabaseUse | undefined,
): RequestOutcome {
  return {
    api: (API.exec(request.url)?.[1] as 'public' | 'app' | 'auth' | undefined) ?? 'other',
    operation: operationOf(request),
    status: reply.statusCode,
    ms: reply.elapsedTime,
    use: use ?? noDatabaseUse(),
  }
}

/** The operation that a request reached, in the words of `RequestOutcome`. */
function operationOf({ is404, routeOptions }: FastifyRequest): string {
  if (is404) return 'unknown'
  const { operation } = routeOptions.config as { operation?: string }
  return operation ?? routeOptions.url ?? 'unknown'
}
