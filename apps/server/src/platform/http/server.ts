import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { because } from '@plumbline/contract'
import { countDatabaseUse, type DatabaseUse, noDatabaseUse } from '../db/index.ts'
import { ApiError, notFound } from '../errors.ts'
import type { Log } from '../log.ts'
import { compressResponses } from './compress-responses.ts'
import type { Draining } from './draining.ts'
import { envelopeOf, isFault, refusalOf, socketRefusalOf } from './error-response.ts'
import { acceptJson } from './json-body.ts'
import { logRequest, logRequests, noteRefusal } from './log-requests.ts'
import { includesReasons } from './refusal-reasons.ts'
import { noteBeginning, outcomeOf, type RequestOutcome } from './request-outcome.ts'

/** Settings of the HTTP server. */
export interface HttpServerOptions {
  log: Log
  /** Peers whose X-Forwarded-For is trusted: addresses or CIDR ranges. */
  trustedProxies: readonly string[]
  /** Called with the address of an untrusted peer that sent X-Forwarded-For. */
  onUntrustedForwarder?: (peer: string) => void
  /** Headers of every response that did not pass a gate, so that clients find them everywhere. */
  defaultHeaders: Readonly<Record<string, string>>
  /** Maximum time in milliseconds for a JSON body to arrive; defaults to JSON_BODY_TIMEOUT_MS. */
  jsonBodyTimeoutMs?: number
  /** Whether the process is about to stop, in which case clients close their connections after the current response. */
  draining?: Draining
  /** Called with the outcome of each request; enables counting its database use. */
  onResponded?: ((outcome: RequestOutcome) => void) | undefined
  /** Runs the gate for URLs that the router cannot parse. */
  beforeBadUrl?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** Largest JSON body (decisions, section 1). */
const JSON_BYTES_MAX = 1024 * 1024

/** Ids are validated by our code, so that a long one gives a 422 rather than a framework error. */
const PARAM_LENGTH_MAX = 16_384

/** As long as an upload URL is valid, so that a slow connection may use all of it. */
const REQUEST_TIMEOUT_MS = 15 * 60_000

/** A request id chosen by the caller: 1 to 128 printable ASCII characters. */
const REQUEST_ID = /^[\x20-\x7e]{1,128}$/

/** Returns a Fastify instance whose every response, even to invalid data on the socket, has our envelope. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const respondWithError = errorResponder(options.log)
  const app = fastify({
    logger: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: JSON_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    requestIdHeader: false,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    // Refused by `requireHost`, because Node would respond without our envelope.
    http: { requireHostHeader: false },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      void refuseBadUrl(options, respondWithError, error, request, reply)
    },
    clientErrorHandler: (error, socket) => refuseSocket(options, error, socket),
  })
  requireHost(app)
  if (options.onUntrustedForwarder) noticeForwarders(app, options.onUntrustedForwarder)
  app.setErrorHandler(respondWithError)
  app.setNotFoundHandler(async () => {
    throw notFound()
  })
  app.setValidatorCompiler(() => () => true)
  acceptJson(app, options.jsonBodyTimeoutMs)
  addResponseHeaders(app, options.defaultHeaders)
  if (options.draining) sendClientsAway(app, options.draining)
  compressResponses(app)
  const use = countDatabaseUses(app, options)
  logRequests(app, options.log)
  reportOutcomes(app, options, use)
  endIdleConnections(app)
  passOverExpectations(app)
  refuseTunnels(app, options)
  return app
}

/** How often to check for connections that became idle while the server closes. */
const IDLE_CHECK_MS = 50

/** A connection whose response ends just after closing began would otherwise delay it for its whole keep-alive time. */
function endIdleConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
    app.server.once('close', () => clearInterval(timer))
  })
}

/** Node would refuse an unknown expectation without our envelope; HTTP allows a server to ignore it. */
function passOverExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

/** An HTTP/1.1 request must name its host exactly once (RFC 9112, section 3.2). */
function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length
    const isMissing = hosts === 0 && raw.httpVersion !== '1.0'
    if (hosts > 1 || isMissing) throw new ApiError('INVALID_REQUEST', { reason: because('request.host') })
  })
}

/** For a trusted peer the framework reads the header, so there is more than one address. */
function noticeForwarders(app: FastifyInstance, onUntrusted: (peer: string) => void): void {
  app.addHook('onRequest', async ({ headers, ips, socket }) => {
    if (headers['x-forwarded-for'] === undefined || (ips?.length ?? 1) > 1) return
    if (socket.remoteAddress !== undefined) onUntrusted(socket.remoteAddress)
  })
}

/** Node handles CONNECT separately from requests, and would close the connection without a response. */
function refuseTunnels(app: FastifyInstance, options: HttpServerOptions): void {
  app.server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    refuseSocket(options, new Error('this server opens no tunnels'), socket as Socket)
  })
}

type ErrorResponder = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

function errorResponder(log: Log): ErrorResponder {
  return (error, request, reply) => {
    const refusal = refusalOf(error)
    noteRefusal(request, refusal.code)
    if (isFault(refusal))
      log.error({ requestId: request.id, err: refusal.cause ?? refusal }, 'request failed')
    return reply
      .code(refusal.status)
      .headers(refusal.headers)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(envelopeOf(refusal, includesReasons(request))))
  }
}

async function refuseBadUrl(
  options: HttpServerOptions,
  respondWithError: ErrorResponder,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // No hook runs for such a request; the gate's headers come after the defaults and override them.
  void reply.headers({ ...options.defaultHeaders, 'x-request-id': request.id })
  try {
    await options.beforeBadUrl?.(request, reply)
    respondWithError(error, request, reply)
  } catch (refusal) {
    respondWithError(refusal, request, reply)
  }
  logRequest(options.log, request, reply)
}

function requestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID()
}

function addResponseHeaders(app: FastifyInstance, defaults: Readonly<Record<string, string>>): void {
  app.addHook('onSend', async (request, reply, payload) => {
    void reply.header('x-request-id', request.id)
    for (const [name, value] of Object.entries(defaults)) {
      if (!reply.hasHeader(name)) void reply.header(name, value)
    }
    return payload
  })
}

/** A connection that is closed only when listening ends could carry a request at that moment, which would be lost. */
function sendClientsAway(app: FastifyInstance, draining: Draining): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (draining.isOn && !reply.hasHeader('connection')) void reply.header('connection', 'close')
    return payload
  })
}

/** Reports the outcome of each request. */
function reportOutcomes(
  app: FastifyInstance,
  { onResponded }: HttpServerOptions,
  use: ReturnType<typeof countDatabaseUses>,
): void {
  if (!onResponded) return
  app.addHook('onRequest', (request, reply, goOn) => {
    noteBeginning(request, reply)
    goOn()
  })
  app.addHook('onResponse', async (request, reply) => onResponded(outcomeOf(request, reply, use?.(request))))
}

/** Responds on a socket whose request could not be parsed; does nothing if the socket is closed. */
function refuseSocket(options: HttpServerOptions, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const refusal = socketRefusalOf(error)
  const body = JSON.stringify(envelopeOf(refusal))
  const madeUpId = randomUUID()
  const { status, code } = refusal
  const about = { requestId: madeUpId, status, code, address: socket.remoteAddress }
  options.log.info(about, 'refused what is no request')
  const headers = {
    ...options.defaultHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    'x-request-id': madeUpId,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`
  socket.end([line, ...lines, '', body].join('\r\n'))
}

interface CountOptions {
  readonly log: Log
  readonly onResponded?: ((outcome: RequestOutcome) => void) | undefined
}

/**
 * Counts the database use of each request (statements, round trips, and their time in milliseconds), and logs it at
 * debug level. Nothing is counted unless that level is enabled or the figures are used. A statement shared by several
 * requests is counted for the one that sent it.
 * @returns the use of a request so far; undefined if nothing is counted
 */
function countDatabaseUses(
  app: FastifyInstance,
  { log, onResponded }: CountOptions,
): ((request: FastifyRequest) => DatabaseUse) | undefined {
  const isLogged = log.isLevelEnabled('debug')
  if (!isLogged && !onResponded) return undefined
  const uses = new WeakMap<FastifyRequest, DatabaseUse>()
  const count = (request: FastifyRequest, goOn: () => void) => {
    const use = uses.get(request) ?? noDatabaseUse()
    uses.set(request, use)
    countDatabaseUse(use, goOn)
  }
  app.addHook('onRequest', (request, _reply, goOn) => count(request, goOn))
  // Repeated because what follows reading a body runs in the context of the connection.
  app.addHook('preValidation', (request, _reply, goOn) => count(request, goOn))
  const useOf = (request: FastifyRequest) => uses.get(request) ?? noDatabaseUse()
  if (isLogged) {
    app.addHook('onResponse', async (request) => {
      const { statements, roundTrips, waitedMs } = useOf(request)
      const databaseMs = Math.round(waitedMs * 10) / 10
      log.debug({ requestId: request.id, statements, roundTrips, databaseMs }, 'database use')
    })
  }
  return useOf
}
