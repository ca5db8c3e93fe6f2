import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { closeWithin, type Draining } from './platform/http/index.ts'
import type { Runtime } from './runtime.ts'
import type { ServerRole } from './server-role.ts'
import type { BackgroundWork } from './worker.ts'

/** What a running server is made of, as far as it ends. */
export interface ServerParts {
  readonly runtime: Pick<Runtime, 'config' | 'log'>
  readonly role: ServerRole
  readonly app: FastifyInstance
  readonly monitoring: FastifyInstance
  readonly background: BackgroundWork
  readonly draining: Draining
}

/**
 * Ends a server: it says that it is not ready, goes on for SHUTDOWN_DELAY_SECONDS where it serves requests, then takes
 * no more of them. Background work begins nothing more from the first moment. All that is under way has
 * SHUTDOWN_LIMIT_SECONDS to end; then it is cut, deliveries and jobs are left to others.
 */
export async function endOf({
  runtime: { config, log },
  role,
  app,
  monitoring,
  background,
  draining,
}: ServerParts): Promise<void> {
  const limitMs = config.SHUTDOWN_LIMIT_SECONDS * 1000
  const endRequests = async () => {
    if (role !== 'worker') await delay(config.SHUTDOWN_DELAY_SECONDS * 1000)
    if (await closeWithin(app, limitMs)) log.warn({ limitMs }, 'responses under way were cut at the limit')
  }
  draining.begin()
  log.info({ role }, 'Plumbline stops')
  // Where only requests are served, the work beside them carries their notifications until the last one.
  if (role === 'api') await endRequests()
  await Promise.all([background.stop(limitMs), role !== 'api' && endRequests()])
  await closeWithin(monitoring, 0)
}
