import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { RequestOutcome } from '../platform/http/index.ts'
import { onObserved, replicaOutcomes } from '../platform/observations.ts'
import { ownVersion } from '../platform/version.ts'
import type { ServerRole } from '../server-role.ts'
import { figureMeters } from './figure-meters.ts'
import { type FigureParts, figureReader } from './figures.ts'
import { requestMeters } from './request-meters.ts'

/** From a local file to a slow bucket, and from a small certificate to a large one. */
const SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 30]

/** The metrics of this process. The number of label values does not grow with workspaces, people, keys or endpoints. */
export interface Metrics {
  /** Counts a request. */
  readonly noteRequest: (outcome: RequestOutcome) => void
  /** Returns all metrics in the text format of Prometheus, with its content type. */
  read(): Promise<{ contentType: string; text: string }>
  /** Stops counting. */
  stop(): void
}

/** Starts counting. */
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

/** Creates meters of the events in this process other than requests; returns a function that stops them. */
function eventMeters(registry: Registry): () => void {
  const ends = [
    ledgerMeters(registry),
    deliveryMeters(registry),
    documentMeters(registry),
    storageMeters(registry),
    replicaMeters(registry),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function ledgerMeters(registry: Registry): () => void {
  const registers = [registry]
  const entries = new Counter({
    name: 'plumbline_ledger_entries_total',
    help: 'Entries that this process committed to ledgers.',
    registers,
  })
  const transactions = new Counter({
    name: 'plumbline_ledger_appends_total',
    help: 'Transactions that did so.',
    registers,
  })
  const verifications = new Counter({
    name: 'plumbline_ledger_verifications_total',
    help: 'Verifications asked for in the application that ended here, by outcome; "differs" is what to look at.',
    labelNames: ['outcome'],
    registers,
  })
  // Initialized to 0, because Prometheus sees no increase in a series that begins with 1.
  for (const outcome of ['holds', 'differs', 'failed']) verifications.inc({ outcome }, 0)
  const ends = [
    onObserved('ledgerAppend', (what) => {
      entries.inc(what.entries)
      transactions.inc()
    }),
    onObserved('ledgerVerification', ({ outcome }) => verifications.inc({ outcome })),
  ]
  return () => ends.forEach((end) => end())
}

function deliveryMeters(registry: Registry): () => void {
  const attempts = new Histogram({
    name: 'plumbline_webhook_attempt_duration_seconds',
    help: 'Attempts at deliveries that this process made, by what became of the delivery.',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers: [registry],
  })
  return onObserved('delivery', ({ outcome, seconds }) => attempts.observe({ outcome }, seconds))
}

function documentMeters(registry: Registry): () => void {
  const registers = [registry]
  const waiting = new Gauge({
    name: 'plumbline_documents_waiting',
    help: 'Certificates and labels of this process that wait to be set or are being set.',
    labelNames: ['size'],
    registers,
  })
  const set = new Histogram({
    name: 'plumbline_document_duration_seconds',
    help: 'Certificates and labels that were set, or were not, with their wait.',
    labelNames: ['size', 'outcome'],
    buckets: SECONDS,
    registers,
  })
  for (const size of ['ordinary', 'large']) waiting.set({ size }, 0)
  const ends = [
    onObserved('documentWaits', ({ size }) => waiting.inc({ size })),
    onObserved('documentSet', ({ size, isSet, seconds }) => {
      waiting.dec({ size })
      set.observe({ size, outcome: isSet ? 'set' : 'failed' }, seconds)
    }),
  ]
  return () => ends.forEach((end) => end())
}

function storageMeters(registry: Registry): () => void {
  const calls = new Histogram({
    name: 'plumbline_storage_duration_seconds',
    help: 'Calls of the storage by operation and outcome; of a stream that is read, the time until it begins.',
    labelNames: ['operation', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  })
  return onObserved('storageCall', ({ operation, outcome, seconds }) =>
    calls.observe({ operation, outcome }, seconds),
  )
}

function replicaMeters(registry: Registry): () => void {
  const requests = new Counter({
    name: 'plumbline_replica_requests_total',
    help: 'Requests that a replica may serve: "served" by it, or why the primary did.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of replicaOutcomes) requests.inc({ outcome }, 0)
  return onObserved('replicaRequest', ({ outcome }) => requests.inc({ outcome }))
}
