// Serves the application and runs its background work in one process, as `plumbline serve` does. Prints its port.
import type { AddressInfo } from 'node:net'
import { buildApp } from '../../apps/server/src/app.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { openRuntime } from '../../apps/server/src/runtime.ts'
import { startWorker } from '../../apps/server/src/worker.ts'

const runtime = await openRuntime(readConfig(process.env))
const app = buildApp(runtime)
await startWorker(runtime, false)
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
