import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isFile } from './call.ts'
import { acceptedCoding, compressed } from './content-coding.ts'
import { codedTag } from './entity-tag.ts'

/** Compressing shorter texts brings no noticeable gain. */
const COMPRESSED_FROM_BYTES = 1024

/** Requests whose responses may be compressed. */
const compressible = new WeakSet<FastifyRequest>()

/**
 * Allows the response to a request to be compressed. Do not use it for a response that contains a secret together
 * with data chosen by the request: its length would reveal how much of a guess is correct (CVE-2013-3587).
 */
export function allowCompression(request: FastifyRequest): void {
  compressible.add(request)
}

/** Compresses sufficiently long JSON for clients that accept it; files and streams are sent as they are. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!compressible.has(request) || isFile(payload)) return payload
    void reply.header('vary', 'Accept-Encoding')
    if (typeof payload !== 'string' || payload.length < COMPRESSED_FROM_BYTES) return payload
    const coding = acceptedCoding(request.headers['accept-encoding'] ?? '')
    if (coding === undefined) return payload
    markCoded(reply, coding)
    return compressed(payload, coding)
  })
}

function markCoded(reply: FastifyReply, coding: string): void {
  void reply.header('content-encoding', coding)
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string') void reply.header('etag', codedTag(tag, coding))
}
