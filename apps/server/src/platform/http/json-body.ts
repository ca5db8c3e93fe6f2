import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { because } from '@plumbline/contract'
import { ApiError } from '../errors.ts'

/** Maximum time in milliseconds for a JSON body to arrive (decisions, section 1). */
export const JSON_BODY_TIMEOUT_MS = 30_000

/** Maximum nesting depth of arrays and objects (decisions, section 1). */
const JSON_DEPTH_MAX = 64

/** Accepts only JSON in UTF-8 that arrives in time; an empty body counts as no body. */
export function acceptJson(app: FastifyInstance, timeoutMs = JSON_BODY_TIMEOUT_MS): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined
      if (isDeep(bytes)) {
        throw new ApiError('INVALID_REQUEST', {
          reason: because('request.too_deep', { limit: JSON_DEPTH_MAX }),
        })
      }
      try {
        return JSON.parse(utf8.decode(bytes)) as unknown
      } catch (cause) {
        throw new ApiError('INVALID_REQUEST', { reason: because('request.no_json'), cause })
      }
    },
  )
  refuseCodings(app)
  refuseSlowBodies(app, timeoutMs)
  drainRefusedBodies(app, timeoutMs)
}

/** Methods whose request bodies are not read. */
const BODYLESS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** A compressed body could expand a thousandfold, and no request benefits from it. */
function refuseCodings(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers, method }: FastifyRequest, _reply, payload) => {
    const coding = headers['content-encoding']?.trim().toLowerCase() ?? ''
    if (coding === '' || coding === 'identity' || BODYLESS.has(method)) return payload
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { headers: { 'accept-encoding': 'identity' } })
  })
}

/** A body that arrives byte by byte would otherwise hold its connection, and the result of its gate, indefinitely. */
function refuseSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('preParsing', async (request: FastifyRequest, reply: FastifyReply, payload) => {
    if (!request.headers['content-type']?.startsWith('application/json')) return payload
    const timer = setTimeout(() => {
      // Does not wait for the rest of the body.
      void reply.header('connection', 'close')
      payload.emit('error', new ApiError('REQUEST_TIMEOUT'))
    }, timeoutMs)
    for (const event of ['end', 'close', 'error']) payload.once(event, () => clearTimeout(timer))
    return payload
  })
}

/** The status of a body that did not arrive in time: nothing more of it is waited for. */
const REQUEST_TIMEOUT = 408

/** How much of a refused body is read and discarded: as much as the sample configurations of proxies let through. */
const DRAIN_BYTES_MAX = 32 * 1024 * 1024

/**
 * Reads what a client is still sending before a response that closes its connection. A connection that is closed with bytes
 * unread is reset, and the reset can reach the client before the response does (RFC 9112, section 9.6): a proxy then reports
 * 502 where the response was 413.
 */
function drainRefusedBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    const closes = reply.getHeader('connection') === 'close' && reply.statusCode !== REQUEST_TIMEOUT
    if (closes && !raw.complete) await drain(raw, timeoutMs)
    return payload
  })
}

/** Settles once the body has arrived, the client has gone, or the body is larger or slower than is waited for. */
async function drain(request: IncomingMessage, timeoutMs: number): Promise<void> {
  const drained = Promise.withResolvers<void>()
  const timer = setTimeout(drained.resolve, timeoutMs)
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DRAIN_BYTES_MAX) drained.resolve()
  }
  request.on('data', count)
  for (const event of ['end', 'close', 'error']) request.once(event, () => drained.resolve())
  request.resume()
  await drained.promise
  clearTimeout(timer)
  request.off('data', count)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Whether arrays and objects are nested more deeply than any request needs; the code that reads them is recursive. */
function isDeep(json: Buffer): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]!
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (OPENING.has(byte)) {
      depth += 1
      if (depth > JSON_DEPTH_MAX) return true
    } else if (CLOSING.has(byte)) depth -= 1
  }
  return false
}
