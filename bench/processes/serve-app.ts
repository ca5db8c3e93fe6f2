// Serves the application on the database of a benchmark, in a separate process. Prints its port.
import type { AddressInfo } from 'node:net'
import { buildApp } from '../../apps/server/src/app.ts'
import { watch } from '../../apps/server/src/monitoring.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { openRuntime } from '../../apps/server/src/runtime.ts'

const runtime = await openRuntime(readConfig(process.env))
// Collects metrics if METRICS_PORT is set, as `plumbline serve` does.
const { parts } = await watch(runtime, 'api')
const app = buildApp(parts)
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
