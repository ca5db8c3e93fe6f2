import type { FastifyInstance } from 'fastify'
import { serveHealth } from './health.ts'
import type { Metrics } from './metrics/metrics.ts'
import { watchStorage } from './metrics/watch-storage.ts'
import { createHttpServer, type Draining } from './platform/http/index.ts'
import type { Runtime } from './runtime.ts'
import type { ServerRole } from './server-role.ts'

/** What a server works with, and what counts what it does. */
export interface Watched {
  readonly parts: Runtime & { readonly onResponded?: Metrics['noteRequest'] }
  readonly metrics: Metrics | undefined
}

/** Begins to count what a process does, where METRICS_PORT is set; otherwise nothing is counted. */
export async function watch(runtime: Runtime, role: ServerRole): Promise<Watched> {
  if (runtime.config.METRICS_PORT === undefined) return { parts: runtime, metrics: undefined }
  const { startMetrics } = await import('./metrics/metrics.ts')
  const metrics = startMetrics(runtime, role)
  const storage = watchStorage(runtime.storage)
  return { parts: { ...runtime, storage, onResponded: metrics.noteRequest }, metrics }
}

/** Builds what monitoring asks, in every role: /healthz, /readyz and /metrics. It does not listen yet. */
export function buildMonitoring(
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  draining: Draining,
  metrics: Metrics | undefined,
): FastifyInstance {
  // That it is asked every few seconds is nobody's news.
  const app = createHttpServer({
    log: log.child({}, { level: 'warn' }),
    trustedProxies: [],
    defaultHeaders: {},
  })
  serveHealth(app, db, draining)
  if (metrics) {
    app.get('/metrics', async (_request, reply) => {
      const { contentType, text } = await metrics.read()
      return reply.type(contentType).send(text)
    })
    app.addHook('onClose', async () => metrics.stop())
  }
  return app
}
