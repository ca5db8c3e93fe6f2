import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countDatabaseUse, noDatabaseUse, type DatabaseUse } from '../db/index.ts'
import type { Log } from '../log.ts'

/**
 * Logs at debug level what each request asked of the database: statements, round trips, and their time in
 * milliseconds. Nothing is counted while that level is off. A statement that several requests share is counted
 * for the one that sent it.
 */
export function logDatabaseUse(app: FastifyInstance, log: Log): void {
  if (!log.isLevelEnabled('debug')) return
  const uses = new WeakMap<FastifyRequest, DatabaseUse>()
  const count = (request: FastifyRequest, goOn: () => void) => {
    const use = uses.get(request) ?? noDatabaseUse()
    uses.set(request, use)
    countDatabaseUse(use, goOn)
  }
  app.addHook('onRequest', (request, _reply, goOn) => count(request, goOn))
  // Again, as what follows the reading of a body runs in the context of the connection.
  app.addHook('preValidation', (request, _reply, goOn) => count(request, goOn))
  app.addHook('onResponse', async (request) => {
    const { statements, roundTrips, waitedMs } = uses.get(request) ?? noDatabaseUse()
    const databaseMs = Math.round(waitedMs * 10) / 10
    log.debug({ requestId: request.id, statements, roundTrips, databaseMs }, 'database use')
  })
}
