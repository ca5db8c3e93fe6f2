import type { FastifyRequest } from 'fastify'

/** Requests of the app, whose refusals include their reasons by key. */
const withReasons = new WeakSet<FastifyRequest>()

/** Makes the refusal of a request, if there is one, include its reasons. */
export function includeReasons(request: FastifyRequest): void {
  withReasons.add(request)
}

/** Whether the refusal of a request includes its reasons; the public API returns only sentences. */
export function includesReasons(request: FastifyRequest): boolean {
  return withReasons.has(request)
}
