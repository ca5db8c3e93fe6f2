import type { FastifyInstance } from 'fastify'
import { serveHealth } from './health.ts'
import type { Metrics } from './metrics/metrics.ts'
import { watchStorage } from './metrics/watch-storage.ts'
import { createHttpServer, type Draining, type RequestOutcome } from './platform/http/index.ts'
import type { Runtime } from './runtime.ts'
import type { ServerRole } from './server-role.ts'
import type { Traces } from './traces/traces.ts'

/** The parts of a server, and the watchers of what it does. */
export interface Watched {
  readonly parts: Runtime & { readonly onResponded?: (outcome: RequestOutcome) => void }
  readonly watchers: Watchers
}

interface Watchers {
  readonly metrics: Metrics | undefined
  readonly traces: Traces | undefined
}

/**
 * Starts metrics if METRICS_PORT is set, and traces if OTEL_EXPORTER_OTLP_ENDPOINT is set. A library that is not needed
 * is not loaded.
 */
export async function watch(runtime: Runtime, role: ServerRole): Promise<Watched> {
  const { METRICS_PORT, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = runtime.config
  const metrics =
    METRICS_PORT === undefined
      ? undefined
      : (await import('./metrics/metrics.ts')).startMetrics(runtime, role)
  const traces =
    endpoint === undefined
      ? undefined
      : (await import('./traces/traces.ts')).startTraces(runtime, endpoint, role)
  const watchers = { metrics, traces }
  if (!metrics && !traces) return { parts: runtime, watchers }
  const onResponded = (outcome: RequestOutcome) => {
    metrics?.noteRequest(outcome)
    traces?.noteRequest(outcome)
  }
  return { parts: { ...runtime, storage: watchStorage(runtime.storage), onResponded }, watchers }
}

/** Builds the server of the monitoring endpoints, which every role has: /healthz, /readyz and /metrics. It does not listen yet. */
export function buildMonitoring(
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  draining: Draining,
  { metrics, traces }: Watchers,
): FastifyInstance {
  // Scrapes and probes every few seconds would fill the log.
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
  }
  app.addHook('onClose', async () => {
    metrics?.stop()
    await traces?.stop()
  })
  return app
}
