import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { because } from '@plumbline/contract'
import { ApiError } from '../errors.ts'

/** Longest that a JSON body may take to arrive (decisions, section 1). */
export const JSON_BODY_TIMEOUT_MS = 30_000

/** Levels of lists and objects within each other (decisions, section 1). */
const JSON_DEPTH_MAX = 64

/** JSON in UTF-8 and nothing else, complete in time; an empty body is no body. */
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
}

/** Methods whose requests have no body that anybody reads. */
const BODYLESS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** A compressed body could become a thousand times as long, and nothing that is sent here gains by it. */
function refuseCodings(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers, method }: FastifyRequest, _reply, payload) => {
    const coding = headers['content-encoding']?.trim().toLowerCase() ?? ''
    if (coding === '' || coding === 'identity' || BODYLESS.has(method)) return payload
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { headers: { 'accept-encoding': 'identity' } })
  })
}

/** A body that comes byte by byte would hold its connection, and what the gate did for it, for as long as it likes. */
function refuseSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('preParsing', async (request: FastifyRequest, reply: FastifyReply, payload) => {
    if (!request.headers['content-type']?.startsWith('application/json')) return payload
    const timer = setTimeout(() => {
      // The rest of the body is not waited for.
      void reply.header('connection', 'close')
      payload.emit('error', new ApiError('REQUEST_TIMEOUT'))
    }, timeoutMs)
    for (const event of ['end', 'close', 'error']) payload.once(event, () => clearTimeout(timer))
    return payload
  })
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Whether lists and objects stand in each other more deeply than any request needs; what reads them calls itself. */
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
