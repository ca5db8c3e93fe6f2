import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, notFound } from '../errors.ts'
import type { Log } from '../log.ts'
import { attachmentHeader } from './attachment-header.ts'
import { requestedRange } from './byte-range.ts'
import { checkedStream, ContentAltered, contentState, fileRefusal } from './check-content.ts'
import type { LocalFiles } from './local-files.ts'
import { notAForm, receiveUpload } from './receive-upload.ts'
import { readDownload, readUpload } from './signed-address.ts'
import { ObjectMissing, type StoredObject } from './storage.ts'

/** Paths of the routes. */
export const routePaths = { upload: '/storage/upload', download: '/storage/download' } as const

/** Parameters of the routes. */
export interface LocalRoutesOptions {
  readonly files: LocalFiles
  readonly signingKeys: readonly Buffer[]
  readonly clock: { now(): Date }
  readonly log: Pick<Log, 'error'>
}

/**
 * Adds the routes of signed URLs: no API key is required, the signature is the permission. A stored upload gets 204, as
 * with S3.
 */
export function mountLocalRoutes(app: FastifyInstance, options: LocalRoutesOptions): void {
  void app.register(async (scope) => {
    // The body remains a stream, whatever its type; receiveUpload checks the type.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.setErrorHandler((error: { code?: string }) => {
      throw error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? notAForm(error) : error
    })
    scope.post(routePaths.upload, (request, reply) => upload(options, request, reply))
    scope.get(routePaths.download, { exposeHeadRoute: false }, (request, reply) =>
      download(options, request, reply),
    )
    refuseOtherMethods(scope, routePaths.upload, 'POST')
    refuseOtherMethods(scope, routePaths.download, 'GET')
  })
}

async function upload(
  { files, signingKeys, clock }: LocalRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // If the connection were closed, a client that is still sending would be reset before it reads the refusal, so
  // closing is left to the client or the idle timeout.
  void reply.header('connection', 'keep-alive')
  await receiveUpload(request.raw, {
    admit: (fields) => readUpload(signingKeys, fields, clock.now()),
    open: () => files.openUnfinished(),
    place: (file, key) => files.place(file, key),
  })
  return reply.removeHeader('connection').code(204).send()
}

async function download(
  { files, signingKeys, clock, log }: LocalRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = new URLSearchParams(request.url.split('?', 2)[1])
  const grant = readDownload(signingKeys, query, clock.now())
  const object = await orNotFound(files.head(grant.key))
  reply.headers({
    ...DOWNLOAD_HEADERS,
    'content-type': grant.contentType,
    'content-disposition': attachmentHeader(grant.fileName),
    'last-modified': object.modifiedAt.toUTCString(),
    etag: entityTag(object),
  })
  const range = requestedRange(rangeHeader(request, object), object.sizeBytes)
  if (range === 'none') {
    return reply.code(416).header('content-range', `bytes */${object.sizeBytes}`).send()
  }
  const sha256 = grant.sha256 === undefined ? undefined : Buffer.from(grant.sha256, 'hex')
  const altered = () => fileRefusal('NOT_FOUND', new ContentAltered(grant.key))!
  if (range === 'all') {
    const content = await orNotFound(files.read(grant.key))
    return reply
      .header('content-length', object.sizeBytes)
      .send(sha256 ? checkedStream(content, sha256, () => cutOff(log, reply, altered())) : content)
  }
  // A range does not show whether the whole is intact, so the whole object is read first.
  if (sha256 && (await contentState(() => files.read(grant.key), sha256)) === 'altered') throw altered()
  return reply
    .code(206)
    .header('content-range', `bytes ${range.first}-${range.last}/${object.sizeBytes}`)
    .header('content-length', range.last - range.first + 1)
    .send(await orNotFound(files.read(grant.key, range)))
}

/** Returns the error that ends the response; after the response has begun, it is logged nowhere else. */
function cutOff(log: Pick<Log, 'error'>, reply: FastifyReply, refusal: ApiError): ApiError {
  if (reply.raw.headersSent)
    log.error({ requestId: reply.request.id, err: refusal.cause }, 'download cut off')
  return refusal
}

/** The content is untrusted: it must never be displayed, sniffed, executed, or cached. */
const DOWNLOAD_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
  'accept-ranges': 'bytes',
} as const

/** A range of an object that has changed since is answered with the whole object (RFC 9110, 13.1.5). */
function rangeHeader(request: FastifyRequest, object: StoredObject): string | undefined {
  const condition = request.headers['if-range']
  const isCurrent =
    condition === undefined ||
    condition === entityTag(object) ||
    condition === object.modifiedAt.toUTCString()
  return isCurrent ? request.headers.range : undefined
}

function entityTag({ sizeBytes, modifiedAt }: StoredObject): string {
  return `"${sizeBytes.toString(16)}-${modifiedAt.getTime().toString(16)}"`
}

async function orNotFound<Result>(response: Promise<Result>): Promise<Result> {
  try {
    return await response
  } catch (error) {
    if (error instanceof ObjectMissing) throw notFound()
    throw error
  }
}

function refuseOtherMethods(scope: FastifyInstance, url: string, allowed: 'GET' | 'POST'): void {
  scope.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => method !== allowed),
    url,
    handler: async (_request, reply) => {
      void reply.header('allow', allowed)
      throw new ApiError('METHOD_NOT_ALLOWED')
    },
  })
}
