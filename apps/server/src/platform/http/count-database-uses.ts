import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countDatabaseUse, noDatabaseUse, type DatabaseUse } from '../db/index.ts'
import type { Log } from '../log.ts'
import type { RequestOutcome } from './request-outcome.ts'

interface CountOptions {
  readonly log: Log
  readonly onResponded?: ((outcome: RequestOutcome) => void) | undefined
}

/**
 * Counts what each request asks of the database: statements, round trips, and their time in milliseconds, and logs it
 * at debug level. Nothing is counted while neither that level is on nor anybody takes the figures. A statement that
 * several requests share is counted for the one that sent it.
 * @returns what a request has asked so far; undefined where nothing is counted
 */
export function countDatabaseUses(
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
  // Again, as what follows the reading of a body runs in the context of the connection.
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
