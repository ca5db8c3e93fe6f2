import { collectDefaultMetrics, Registry } from 'prom-client'
import type { RequestOutcome } from '../platform/http/index.ts'
import { ownVersion } from '../platform/version.ts'
import type { ServerRole } from '../server-role.ts'
import { figureReader, type FigureParts } from './figures.ts'
import { eventMeters } from './event-meters.ts'
import { figureMeters } from './figure-meters.ts'
import { requestMeters } from './request-meters.ts'

/** The metrics of this process. No label of them grows with workspaces, people, keys or endpoints. */
export interface Metrics {
  /** Counts a request. */
  readonly noteRequest: (outcome: RequestOutcome) => void
  /** All of them in the text format of Prometheus, with its content type. */
  read(): Promise<{ contentType: string; text: string }>
  /** Ends counting. */
  stop(): void
}

/** Begins to count. */
export function startMetrics(parts: FigureParts, role: ServerRole): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const noteRequest = requestMeters(registry)
  const stop = eventMeters(registry)
  const setFigures = figureMeters(registry, { ...ownVersion(), role })
  const readFigures = figureReader(parts)
  return {
    noteRequest,
    read: async () => {
      setFigures(await readFigures(), parts.db.poolUse())
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
    stop: () => {
      stop()
      registry.clear()
    },
  }
}
