import { integer, keyedTexts, optionalInteger, share, text, url } from './setting-kinds.ts'

/** Settings for monitoring and shutting down a process. */
export const runningSettings = {
  METRICS_PORT: optionalInteger(
    1,
    65_535,
    'Port of /metrics, /healthz and /readyz for monitoring, apart from PORT, in every role. Unset: none is opened, and nothing is counted.',
  ),
  METRICS_HOST: text('127.0.0.1', 'Address of that port. It asks for no key: keep it within your network.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    ['http', 'https'],
    'Collector of OpenTelemetry that traces are sent to, by OTLP over HTTP, such as http://127.0.0.1:4318. Unset: nothing is traced.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: keyedTexts(
    'Headers of what is sent there, such as authorization=Bearer%20secret, separated by commas, their values percent-encoded.',
  ),
  OTEL_SERVICE_NAME: text('plumbline', 'Name of this service in traces.'),
  OTEL_TRACES_SAMPLER_ARG: share(
    1,
    'Share of requests and of background work that is traced, from 0 to 1. A request that belongs to a trace is traced if that trace is.',
  ),
  SHUTDOWN_DELAY_SECONDS: integer(
    0,
    0,
    300,
    'Seconds between "not ready" and the end of listening when the server is stopped, so that a proxy looks elsewhere first.',
  ),
  SHUTDOWN_LIMIT_SECONDS: integer(
    25,
    1,
    3600,
    'Seconds that requests, deliveries and jobs under way then have to end; what is left is cut.',
  ),
}
