import type { FastifyRequest } from 'fastify'

/** Requests of the application, whose refusals carry their reasons by key. */
const told = new WeakSet<FastifyRequest>()

/** Lets the refusal of a request, if there is one, carry its reasons. */
export function tellReasons(request: FastifyRequest): void {
  told.add(request)
}

/** Whether the refusal of a request carries its reasons; what a key reaches is told sentences alone. */
export function isToldReasons(request: FastifyRequest): boolean {
  return told.has(request)
}
