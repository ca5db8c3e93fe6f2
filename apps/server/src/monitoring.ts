import type { FastifyInstance } from 'fastify'
import { serveHealth } from './health.ts'
import { createHttpServer, type Draining } from './platform/http/index.ts'
import type { Runtime } from './runtime.ts'

/** Builds what monitoring asks, in every role: /healthz and /readyz. It does not listen yet. */
export function buildMonitoring(
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  draining: Draining,
): FastifyInstance {
  // That it is asked every few seconds is nobody's news.
  const app = createHttpServer({
    log: log.child({}, { level: 'warn' }),
    trustedProxies: [],
    defaultHeaders: {},
  })
  serveHealth(app, db, draining)
  return app
}
