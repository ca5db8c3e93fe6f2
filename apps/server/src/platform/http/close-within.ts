import type { FastifyInstance } from 'fastify'
import { endsWithin } from '../ends-within.ts'

/**
 * Ends an HTTP server: it listens no more, and responses under way go on until the limit, at which they are cut.
 * @returns whether any was cut
 */
export async function closeWithin(app: FastifyInstance, limitMs: number): Promise<boolean> {
  const closing = app.close()
  if (await endsWithin(closing, limitMs)) return false
  app.server.closeAllConnections()
  await closing
  return true
}
