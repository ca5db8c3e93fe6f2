import type { FastifyRequest } from 'fastify'

/** Requests of the application, whose refusals carry their reasons by key. */
const withReasons = new WeakSet<FastifyRequest>()

/** Lets the refusal of a request, if there is one, carry its reasons. */
export function includeReasons(request: FastifyRequest): void {
  withReasons.add(request)
}

/** Whether the refusal of a request carries its reasons; the public API returns sentences alone. */
export function includesReasons(request: FastifyRequest): boolean {
  return withReasons.has(request)
}
