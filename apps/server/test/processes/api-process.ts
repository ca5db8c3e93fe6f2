// A server of the API in a process of its own, on the database and port of the environment, with a clock that stands
// where its parent's does: the parent sends the instant and waits for its return.
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
