import { Counter, Histogram, type Registry } from 'prom-client'
import type { RequestOutcome } from '../platform/http/index.ts'

/** From the fastest read to the default deadline of a request. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The database use of an operation is a sum, next to the number of its requests. */
type Labels = 'api' | 'operation'

const RATE_LIMITED = 429

/** Creates meters of requests; returns a function that counts one. */
export function requestMeters(registry: Registry): (outcome: RequestOutcome) => void {
  const registers = [registry]
  const durations = new Histogram({
    name: 'plumbline_http_request_duration_seconds',
    help: 'Requests by API, operation and class of status, with the time from their arrival to the end of the response.',
    labelNames: ['api', 'operation', 'status'],
    buckets: SECONDS,
    registers,
  })
  const sum = (name: string, help: string) =>
    new Counter<Labels>({ name, help, labelNames: ['api', 'operation'], registers })
  const limited = new Counter({
    name: 'plumbline_http_rate_limited_total',
    help: 'Requests that got 429; the log says whose they were.',
    labelNames: ['api'],
    registers,
  })
  const statements = sum('plumbline_http_database_statements_total', 'Statements that requests sent.')
  const roundTrips = sum(
    'plumbline_http_database_round_trips_total',
    'Exchanges of requests with PostgreSQL.',
  )
  const waited = sum('plumbline_http_database_seconds_total', 'Time that requests waited for PostgreSQL.')
  return ({ api, operation, status, ms, use }) => {
    durations.observe({ api, operation, status: `${Math.floor(status / 100)}xx` }, ms / 1000)
    if (status === RATE_LIMITED) limited.inc({ api })
    const labels = { api, operation }
    statements.inc(labels, use.statements)
    roundTrips.inc(labels, use.roundTrips)
    waited.inc(labels, use.waitedMs / 1000)
  }
}
