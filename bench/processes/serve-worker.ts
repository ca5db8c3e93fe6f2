// Runs the background work on the database of a benchmark, in a separate process. Prints a line when it has started.
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { openRuntime } from '../../apps/server/src/runtime.ts'
import { startWorker } from '../../apps/server/src/worker.ts'

const runtime = await openRuntime(readConfig(process.env))
await startWorker(runtime, false)
process.stdout.write('0\n')
