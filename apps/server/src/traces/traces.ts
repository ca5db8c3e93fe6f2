import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Attributes,
  type Context,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../platform/config.ts'
import { currentDatabaseUse, type DatabaseUse } from '../platform/db/index.ts'
import { endsWithin } from '../platform/ends-within.ts'
import type { RequestOutcome } from '../platform/http/index.ts'
import type { Log } from '../platform/log.ts'
import { onObserved, type Observations } from '../platform/observations.ts'
import { ownVersion } from '../platform/version.ts'
import type { ServerRole } from '../server-role.ts'

/**
 * The traces of this process: a span for each request and each piece of background work, with what it waited for as
 * children.
 */
export interface Traces {
  /** Records the span of a request after its response. */
  readonly noteRequest: (outcome: RequestOutcome) => void
  /** Sends the remaining spans, for at most two seconds, and stops tracing. */
  stop(): Promise<void>
}

/** The dependencies of traces. */
export interface TraceParts {
  readonly config: Config
  readonly log: Log
}

/** Maximum time for sending the last spans of a process that is stopping. */
const LAST_SENDING_MS = 2000

/** Maximum number of children of a span; a job that runs for minutes would have thousands. */
const CHILDREN_MAX = 200

/** Requested every few seconds by proxies and orchestrators: their traces would bury the others. */
const UNTRACED: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** Completed work; times in milliseconds since the epoch. */
interface Ended {
  readonly name: string
  readonly kind: SpanKind
  readonly beganAt: number
  readonly endedAt: number
  readonly isFailed: boolean
  readonly attributes: Attributes
}

/**
 * Starts tracing. Spans are created from observations of completed work, so that nothing is patched and the code that
 * does the work knows nothing of traces. Their names and attributes are operations, kinds and states; a request also
 * has its ID, by which its log line is found.
 * @param endpoint the URL of the collector, to which OTLP over HTTP adds `/v1/traces`
 */
export function startTraces({ config, log }: TraceParts, endpoint: string, role: ServerRole): Traces {
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': ownVersion().version,
      'plumbline.role': role,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting(exporter, log) })],
  })
  const tracer = provider.getTracer('plumbline')
  const children = new WeakMap<DatabaseUse, Ended[]>()
  const takeChildren = (use: DatabaseUse) => {
    const taken = children.get(use) ?? []
    children.delete(use)
    return taken
  }
  const stopWatching = watchWork(tracer, children, takeChildren)
  return {
    noteRequest: (outcome) => {
      const waits = takeChildren(outcome.use)
      if (UNTRACED.has(outcome.operation)) return
      send(tracer, parentOf(outcome.traceparent), requestWork(outcome), waits)
    },
    stop: async () => {
      stopWatching()
      await endsWithin(
        provider.shutdown().catch(() => undefined),
        LAST_SENDING_MS,
      )
    },
  }
}

/** Wraps an exporter; only the first of several consecutive failures is logged. */
function reporting(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result
        if (error && !isFailing) log.warn({ reason: error.message }, 'traces could not be sent')
        isFailing = error !== undefined
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

/**
 * Observes completed work other than requests, and records it as a child of its request or task, or otherwise as a
 * separate trace.
 * @returns a function that stops it
 */
function watchWork(
  tracer: Tracer,
  children: WeakMap<DatabaseUse, Ended[]>,
  takeChildren: (use: DatabaseUse) => readonly Ended[],
): () => void {
  const note = (work: Ended) => {
    const use = currentDatabaseUse()
    if (!use) return send(tracer, ROOT_CONTEXT, work, [])
    const known = children.get(use) ?? []
    if (known.length < CHILDREN_MAX) known.push(work)
    children.set(use, known)
  }
  const stops = [
    onObserved('databaseTrip', ({ statements, seconds }) =>
      note(
        ended('postgresql', SpanKind.CLIENT, seconds, {
          'db.system.name': 'postgresql',
          'db.operation.batch.size': statements,
        }),
      ),
    ),
    onObserved('storageCall', ({ operation, outcome, seconds }) =>
      note({
        ...ended(`storage ${operation}`, SpanKind.CLIENT, seconds, { 'plumbline.outcome': outcome }),
        isFailed: outcome === 'failed',
      }),
    ),
    onObserved('documentSet', ({ size, isSet, seconds }) =>
      note({
        ...ended('set document', SpanKind.INTERNAL, seconds, { 'plumbline.document_size': size }),
        isFailed: !isSet,
      }),
    ),
    onObserved('delivery', ({ outcome, seconds }) =>
      note(ended('webhook delivery', SpanKind.CLIENT, seconds, { 'plumbline.outcome': outcome })),
    ),
    onObserved('taskAttempt', (attempt) => {
      const use = currentDatabaseUse()
      send(tracer, ROOT_CONTEXT, taskWork(attempt), use ? takeChildren(use) : [])
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function taskWork({ task, isDone, seconds }: Observations['taskAttempt']): Ended {
  return {
    ...ended(`task ${task}`, SpanKind.CONSUMER, seconds, { 'plumbline.task': task }),
    isFailed: !isDone,
  }
}

const SERVER_FAULT_MIN = 500

function requestWork({ api, operation, status, beganAt, ms, use, method, requestId }: RequestOutcome): Ended {
  const attributes = {
    'http.request.method': method,
    'http.response.status_code': status,
    'plumbline.api': api,
    'plumbline.operation': operation,
    'plumbline.request_id': requestId,
    'plumbline.database.statements': use.statements,
    'plumbline.database.round_trips': use.roundTrips,
  }
  // Not calculated from the current time: a busy process learns late that a response has been sent.
  const startedAt = performance.timeOrigin + beganAt
  return {
    name: `${method} ${operation}`,
    kind: SpanKind.SERVER,
    beganAt: startedAt,
    endedAt: startedAt + ms,
    isFailed: status >= SERVER_FAULT_MIN,
    attributes,
  }
}

/** Returns work that ends now. */
function ended(name: string, kind: SpanKind, seconds: number, attributes: Attributes): Ended {
  const endedAt = performance.timeOrigin + performance.now()
  return { name, kind, beganAt: endedAt - seconds * 1000, endedAt, isFailed: false, attributes }
}

function send(tracer: Tracer, parent: Context, work: Ended, children: readonly Ended[]): void {
  const { name, kind, beganAt, endedAt, isFailed, attributes } = work
  const span = tracer.startSpan(name, { kind, startTime: beganAt, attributes }, parent)
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  const within = trace.setSpan(parent, span)
  for (const child of children) send(tracer, within, child, [])
  span.end(endedAt)
}

/** `traceparent` of any version (W3C Trace Context, section 3.2). */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** Returns the trace that a request belongs to; a new one if there is no valid `traceparent`. */
function parentOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags!, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
