import type { AddressInfo } from 'node:net'
import { buildApp, type AppParts } from '../src/app.ts'
import { LiveUpdates } from '../src/modules/live-updates/index.ts'
import type { TestApp } from './app.ts'

/** Starts another API server on the database of a test, with its own live updates. */
export async function startSecondServer(app: TestApp, changes: Partial<AppParts['config']> = {}) {
  const parts = { ...app.parts, config: { ...app.parts.config, ...changes } }
  const live = new LiveUpdates(parts)
  const server = buildApp(parts, live)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  app.endsWith(() => server.close())
  return { live, server, port, origin: `http://127.0.0.1:${port}` }
}
