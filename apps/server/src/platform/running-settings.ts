import { integer, keyedTexts, optionalInteger, share, text, url } from './setting-kinds.ts'

/** Settings for monitoring and shutting down a process. */
export const runningSettings = {
  METRICS_PORT: optionalInteger(
    1,
    65_535,
    'Separate port of /metrics, /healthz and /readyz for monitoring, in every role. Unset: none, and no metrics are collected.',
  ),
  METRICS_HOST: text('127.0.0.1', 'Address of that port. It requires no key: keep it within your network.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    ['http', 'https'],
    'OpenTelemetry collector that receives traces by OTLP over HTTP, such as http://127.0.0.1:4318. Unset: no traces.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: keyedTexts(
    'Headers of requests to the collector, such as authorization=Bearer%20secret, separated by commas, with percent-encoded values.',
  ),
  OTEL_SERVICE_NAME: text('plumbline', 'Name of this service in traces.'),
  OTEL_TRACES_SAMPLER_ARG: share(
    1,
    'Fraction of requests and background work to trace, from 0 to 1. A request that belongs to a trace follows the sampling of that trace.',
  ),
  SHUTDOWN_DELAY_SECONDS: integer(
    0,
    0,
    300,
    'Seconds between "not ready" and the end of listening when the server stops, so that proxies can switch to other servers first.',
  ),
  SHUTDOWN_LIMIT_SECONDS: integer(
    25,
    1,
    3600,
    'Seconds that pending requests, deliveries and jobs then have to end before they are aborted.',
  ),
}
