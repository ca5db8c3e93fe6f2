import type { FastifyInstance } from 'fastify'
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import { referencePage, type ReferenceDocument } from './page.ts'
import { publicApiDocument } from './public-api.ts'

/** Nothing but the page's own style may load. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves the OpenAPI document and the reference page; both are open and not counted. */
export function serveReference(app: FastifyInstance): void {
  const documentUrl = `${PUBLIC_API_PREFIX}/openapi.json`
  const document = publicApiDocument()
  const json = JSON.stringify(document)
  const page = referencePage(document as unknown as ReferenceDocument, documentUrl)
  app.get(documentUrl, async (_request, reply) => reply.type('application/json; charset=utf-8').send(json))
  app.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(page),
  )
}
