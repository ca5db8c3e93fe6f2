import type { FastifyInstance } from 'fastify'

/**
 * Ends an HTTP server: it listens no more, and responses under way go on until the limit, at which they are cut.
 * @returns whether any was cut
 */
export async function closeWithin(app: FastifyInstance, limitMs: number): Promise<boolean> {
  let isCut = false
  const timer = setTimeout(() => {
    isCut = true
    app.server.closeAllConnections()
  }, limitMs)
  try {
    await app.close()
    return isCut
  } finally {
    clearTimeout(timer)
  }
}
