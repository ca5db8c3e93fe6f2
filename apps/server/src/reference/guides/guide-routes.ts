import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { fileSender } from '../../web/send-file.ts'
import { makeDocumentation, type Documentation } from './documentation.ts'
import {
  HEADER_STYLE_PATH,
  SAMPLE_KEY_SCRIPT_PATH,
  SCRIPT_PATH,
  SEARCH_PATH,
  STYLE_PATH,
} from './guide-page.ts'
import type { PublicDocument } from './public-document.ts'

/** Allows only styles and scripts from this server; the search is the only form. */
const GUIDE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HTML = 'text/html; charset=utf-8'
const ONE_HOUR = 'public, max-age=3600'

/** Published test vectors for webhook signatures, for testing receivers. */
const VECTORS_PATH = '/docs/webhook-vectors.json'

const FILES = [
  [HEADER_STYLE_PATH, 'text/css; charset=utf-8', 'header.css'],
  [STYLE_PATH, 'text/css; charset=utf-8', 'guides.css'],
  [SCRIPT_PATH, 'text/javascript; charset=utf-8', 'guides.js'],
  [SAMPLE_KEY_SCRIPT_PATH, 'text/javascript; charset=utf-8', 'sample-key.js'],
  [VECTORS_PATH, 'application/json; charset=utf-8', '../../../../../docs/webhook-vectors.json'],
] as const

/** Mounts the pages of the guides, their search, and the files that they load. */
export function mountGuides(app: FastifyInstance, document: () => PublicDocument, documentUrl: string): void {
  // Created at the first request, so that startup does not wait for it.
  let made: Documentation | undefined
  const served = { 'docs/api/openapi.json': documentUrl, 'docs/webhook-vectors.json': VECTORS_PATH }
  const documentation = () => (made ??= makeDocumentation(document(), served))
  app.get<{ Querystring: { q?: string | string[] } }>(SEARCH_PATH, async ({ query: { q } }, reply) =>
    reply
      .type(HTML)
      .header('content-security-policy', GUIDE_POLICY)
      .send(documentation().results(Array.isArray(q) ? q.join(' ') : (q ?? ''))),
  )
  for (const path of ['/docs', '/docs/*']) {
    app.get(path, async (request, reply) => {
      const address = request.url.split('?', 1)[0]!
      const page = documentation().page(address)
      const withoutSlash = address.replace(/\/+$/, '')
      if (page === undefined && documentation().page(withoutSlash) !== undefined) {
        return reply.redirect(withoutSlash, 308)
      }
      return reply
        .status(page === undefined ? 404 : 200)
        .type(HTML)
        .header('content-security-policy', GUIDE_POLICY)
        .send(page ?? documentation().missing(address))
    })
  }
  for (const [path, contentType, file] of FILES)
    mountFile(app, path, contentType, new URL(file, import.meta.url))
}

function mountFile(app: FastifyInstance, path: string, contentType: string, file: URL): void {
  let send: ReturnType<typeof fileSender> | undefined
  app.get(path, async (request, reply) => {
    send ??= fileSender({ bytes: readFileSync(file), contentType, compression: 'gzip' }, ONE_HOUR)
    return send(request, reply)
  })
}
