import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file that is held in memory and sent as a whole. */
export interface SentFile {
  readonly bytes: Buffer
  readonly contentType: string
  /** The file compressed with Brotli; `gzip` if it has no such form but should be compressed when it is sent. */
  readonly compression: Buffer | 'gzip' | undefined
}

/**
 * Returns a handler that sends a file, compressed if that makes it smaller and the client accepts it. The gzip form is
 * created on the first request for it.
 */
export function fileSender(
  { bytes, contentType, compression }: SentFile,
  cacheControl: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let gzipped: Promise<Buffer> | undefined
  const bodyFor = async (accepted: string): Promise<{ encoding?: string; body: Buffer }> => {
    if (compression === undefined) return { body: bytes }
    if (compression !== 'gzip' && /\bbr\b/.test(accepted)) return { encoding: 'br', body: compression }
    if (!/\bgzip\b/.test(accepted)) return { body: bytes }
    gzipped ??= promisify(gzip)(bytes)
    return { encoding: 'gzip', body: await gzipped }
  }
  return async (request, reply) => {
    const { encoding, body } = await bodyFor(request.headers['accept-encoding']?.toString() ?? '')
    if (encoding !== undefined) void reply.header('content-encoding', encoding)
    return reply
      .type(contentType)
      .headers({
        'cache-control': cacheControl,
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
      })
      .send(body)
  }
}
