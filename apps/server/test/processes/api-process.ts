// An API server in a separate process, on the database and port given by the environment, with the same clock as its
// parent: the parent sends the instant and waits until it is returned.
import { buildApp } from '../../src/app.ts'
import { firstStart } from '../../src/first-start.ts'
import { openRuntime, readSettings } from '../../src/runtime.ts'
import { testClock } from '../clock.ts'

const clock = testClock()
const runtime = { ...(await openRuntime(readSettings())), clock }
const { HOST, PORT } = runtime.config
await buildApp(runtime).listen({ host: HOST, port: PORT })
process.on('message', (instant: string) => {
  clock.set(instant)
  process.send!(instant)
})
process.stdout.write((await firstStart(runtime, false)) ?? '')
