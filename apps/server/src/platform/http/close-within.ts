import type { FastifyInstance } from 'fastify'
import { endsWithin } from '../ends-within.ts'

/**
 * Closes an HTTP server: it stops listening, and responses in progress continue until the limit, when they are
 * aborted.
 * @returns whether any was aborted
 */
export async function closeWithin(app: FastifyInstance, limitMs: number): Promise<boolean> {
  const closing = app.close()
  if (await endsWithin(closing, limitMs)) return false
  app.server.closeAllConnections()
  await closing
  return true
}
