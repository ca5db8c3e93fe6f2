import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteBeginning, outcomeOf } from './request-outcome.ts'

/** A reply whose elapsed time takes a while to read, as in a process that is interrupted there. */
function interruptedReply(startedAt: number): FastifyReply {
  const reply = {
    statusCode: 200,
    get elapsedTime() {
      const resumesAt = performance.now() + 1
      while (performance.now() < resumesAt);
      return performance.now() - startedAt
    },
  }
  return reply as FastifyReply
}

const request = () =>
  ({ url: '/healthz', method: 'GET', id: 'req_1', headers: {}, is404: true }) as unknown as FastifyRequest

for (const isNoted of [true, false]) {
  test(`an interrupted process does not date a request before it was received (${isNoted ? 'noted on arrival' : 'not noted'})`, () => {
    const received = request()
    const startedAt = performance.now()
    const reply = interruptedReply(startedAt)
    if (isNoted) noteBeginning(received, reply)
    const { beganAt } = outcomeOf(received, reply, undefined)
    assert.ok(beganAt >= startedAt, `${beganAt} is before ${startedAt}`)
  })
}
