import type { FastifyInstance } from 'fastify'
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import { referencePage, type ReferenceDocument } from './page.ts'
import { publicApiDocument } from './public-api.ts'

/** Nothing but the page's own style may load. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const DOCUMENT_URL = `${PUBLIC_API_PREFIX}/openapi.json`

/** Serves the OpenAPI document and the reference page; both are open and not counted. */
export function serveReference(app: FastifyInstance): void {
  // Made when somebody first asks: a start need not wait for it.
  let made: ReturnType<typeof makeReference> | undefined
  const reference = () => (made ??= makeReference())
  app.get(DOCUMENT_URL, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(reference().json),
  )
  app.get('/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      .send(reference().page),
  )
}

function makeReference(): { json: string; page: string } {
  const document = publicApiDocument()
  return {
    json: JSON.stringify(document),
    page: referencePage(document as unknown as ReferenceDocument, DOCUMENT_URL),
  }
}
