import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { outcomeOf } from './request-outcome.ts'
import { partyOf } from './request-party.ts'

/** Codes of refusals by request, which say more than a status, such as which limit was exceeded. */
const codes = new WeakMap<FastifyRequest, string>()

/** Remembers the code with which a request was refused. */
export function noteRefusal(request: FastifyRequest, code: string): void {
  codes.set(request, code)
}

/** Logs one line for each response. */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => logRequest(log, request, reply))
}

/**
 * Logs the outcome of a request and its party. The path is logged without its query, because signed URLs contain
 * secrets there; headers and bodies are not logged.
 */
export function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const { api, operation, status, ms } = outcomeOf(request, reply, undefined)
  const code = codes.get(request)
  log.info(
    {
      requestId: request.id,
      api,
      operation,
      method: request.method,
      path: request.url.split('?', 1)[0],
      status,
      ...(code !== undefined && { code }),
      ms: Math.round(ms * 10) / 10,
      ...partyOf(request),
      address: request.ip,
    },
    'responded',
  )
}
