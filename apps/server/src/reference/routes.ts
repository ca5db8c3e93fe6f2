import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import { ApiError } from '../platform/errors.ts'
import { allowCompression } from '../platform/http/index.ts'
import { countVisit, type OpenPageLimit } from '../platform/rate-limit/index.ts'
import { servedVersion } from '../platform/version.ts'
import { fileSender } from '../web/send-file.ts'
import { mountGuides, REFERENCE_PATH, type PublicDocument } from './guides/index.ts'
import { REDOC_PATH, START_PATH, referencePage, startScript } from './page.ts'
import { API_VERSION, PUBLIC_API_TITLE, publicApiDocument } from './public-api.ts'

/** Allows only scripts from this server. Redoc inserts its styles into the page. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const DOCUMENT_URL = `${PUBLIC_API_PREFIX}/openapi.json`

const ONE_HOUR = 'public, max-age=3600'
const SCRIPT = 'text/javascript; charset=utf-8'

/**
 * Serves the OpenAPI document, the guides, and the reference page with the files that it loads. All are public, and
 * counted by address separately from API requests.
 */
export function serveReference(server: FastifyInstance, limit: OpenPageLimit): void {
  void server.register(async (app) => {
    app.addHook('onRequest', async (request) => {
      countVisit(limit, 'docs', request.ip)
      // These responses contain no secrets.
      allowCompression(request)
    })
    mountReference(app)
  })
}

function mountReference(app: FastifyInstance): void {
  // Created at the first request, so that startup does not wait for it.
  let made: string | undefined
  const document = () => (made ??= JSON.stringify(publicApiDocument(servedVersion(API_VERSION))))
  mountGuides(app, () => JSON.parse(document()) as PublicDocument, DOCUMENT_URL)
  app.get(DOCUMENT_URL, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  )
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: DOCUMENT_URL,
    // Before a body is read, which would not be used.
    onRequest: async (_request, reply) => {
      void reply.header('allow', 'GET, HEAD')
      throw new ApiError('METHOD_NOT_ALLOWED')
    },
    handler: () => undefined,
  })
  app.get(REFERENCE_PATH, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      .send(referencePage(PUBLIC_API_TITLE, DOCUMENT_URL)),
  )
  app.get(START_PATH, async (_request, reply) => reply.type(SCRIPT).send(startScript(DOCUMENT_URL)))
  let sendRedoc: ReturnType<typeof fileSender> | undefined
  app.get(REDOC_PATH, async (request, reply) => (sendRedoc ??= redocSender())(request, reply))
}

/** Redoc 2.5.4 as published, self-contained; redoc/README.md explains how to update it. */
const REDOC = new URL('redoc/redoc.standalone.js', import.meta.url)
const REDOC_SHA256 = 'dcaf76612bc4a3fbcc923a8966dee2f6146a5f32e5ce1b6f02dd60cbbf89500b'

/** An image on Redoc's own host, which a page without external resources must not request. */
const FOREIGN_IMAGE = 'https://cdn.redoc.ly/redoc/logo-mini.svg'

/** @throws {Error} if the script is not the published one, or no longer contains the image */
function redocSender(): ReturnType<typeof fileSender> {
  const published = readFileSync(REDOC)
  const sha256 = createHash('sha256').update(published).digest('hex')
  if (sha256 !== REDOC_SHA256)
    throw new Error(`redoc: the script is not the one that was published, but ${sha256}`)
  const script = published.toString('utf8')
  if (!script.includes(FOREIGN_IMAGE)) throw new Error(`redoc: ${FOREIGN_IMAGE} is not in the script`)
  const bytes = Buffer.from(script.replaceAll(FOREIGN_IMAGE, 'data:,'))
  return fileSender({ bytes, contentType: SCRIPT, compression: 'gzip' }, ONE_HOUR)
}
