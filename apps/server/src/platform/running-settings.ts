import { integer, optionalInteger, text } from './setting-kinds.ts'

/** How a process is watched, and how it ends. */
export const runningSettings = {
  METRICS_PORT: optionalInteger(
    1,
    65_535,
    'Port of /metrics, /healthz and /readyz for monitoring, apart from PORT, in every role. Unset: none is opened, and nothing is counted.',
  ),
  METRICS_HOST: text('127.0.0.1', 'Address of that port. It asks for no key: keep it within your network.'),
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
