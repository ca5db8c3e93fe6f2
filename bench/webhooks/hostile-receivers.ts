// What requests wait while the same process delivers to 100 receivers that response badly in every way, an event every
// five seconds to each of them, against the same requests while nothing is delivered.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { instrumentOperations } from '@plumbline/contract'
import { webhookRoutes, webhookTargets } from '../../apps/server/src/modules/webhooks/index.ts'
import { systemActor } from '../../apps/server/src/platform/actor.ts'
import { lockStream, writeEvents } from '../../apps/server/src/platform/outbox/index.ts'
import { startChildServer } from '../processes/child-server.ts'
import { makeWorkspace, openBenchDatabase } from '../database.ts'
import { alternate, report, requests, compareFigure, type Load } from '../measure.ts'

const RECEIVERS = 100
const WORKSPACES = 5
const EVENT_EVERY_MS = 5000
/** Few callers, so that what is seen is how long the process was busy with something else. */
const CALLERS = 2

const SETTINGS = { WEBHOOK_ALLOWED_TARGETS: 'localhost', WEBHOOK_MAX_ENDPOINTS: '100' }
const fixture = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const database = await openBenchDatabase(SETTINGS)
const { runtime } = database
const receivers = fork(fixture('../processes/hostile-receivers-main.ts'), [String(RECEIVERS)])
const [ports] = (await once(receivers, 'message')) as [number[]]
const routes = webhookRoutes({ ...runtime, targets: webhookTargets(runtime.config), endpointsMax: RECEIVERS })

interface House {
  id: string
  key: string
  endpointIds: string[]
}

async function makeHouse(index: number): Promise<House> {
  const { workspace, key } = await makeWorkspace(runtime, `Workspace ${index}`)
  const request = { caller: systemActor(workspace.workspaceId), params: {}, query: {}, headers: {} }
  const endpointIds: string[] = []
  for (const port of ports.filter((_, at) => at % WORKSPACES === index)) {
    const { body } = await routes.createWebhook({
      ...request,
      body: { url: `https://localhost:${port}/in` },
    })
    endpointIds.push((body as { id: string }).id)
  }
  return { id: workspace.workspaceId, key, endpointIds }
}

const houses: House[] = []
for (let index = 0; index < WORKSPACES; index += 1) houses.push(await makeHouse(index))

async function turn(isActive: boolean): Promise<void> {
  for (const { id: workspaceId, endpointIds } of houses) {
    const request = {
      caller: systemActor(workspaceId),
      query: {},
      headers: {},
      body: { is_active: isActive },
    }
    for (const id of endpointIds) await routes.updateWebhook({ ...request, params: { id } })
  }
}

async function commitEvents(): Promise<void> {
  const data = { instrument: instrumentOperations.getInstrument.reply.example }
  const event = {
    type: 'instrument.updated',
    siteId: null,
    occurredAt: new Date().toISOString(),
    data,
  } as const
  for (const { id } of houses)
    await runtime.db.transaction(id, async (tx) => {
      await lockStream(tx)
      writeEvents(tx, [event])
    })
}

const beside =
  (load: Load): Load =>
  async (durationMs) => {
    await turn(true)
    await commitEvents()
    const events = setInterval(() => void commitEvents(), EVENT_EVERY_MS)
    try {
      return await load(durationMs)
    } finally {
      clearInterval(events)
      await turn(false)
    }
  }

const server = await startChildServer('serve-all.ts', {
  ...SETTINGS,
  DATA_DIR: runtime.config.DATA_DIR,
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
  NODE_EXTRA_CA_CERTS: fixture('../../apps/server/test/fixtures/tls/authority.pem'),
})

try {
  await turn(false)
  const read = requests(server.origin, '/api/public/v1/instruments', { 'x-api-key': houses[0]!.key }, CALLERS)
  const seen = await alternate({ 'nothing is delivered': read, 'beside 100 hostile receivers': beside(read) })
  report('GET /instruments in the process that delivers', seen)
  compareFigure(
    'median of GET /instruments beside 100 hostile receivers, of its usual',
    seen['beside 100 hostile receivers'].p50Ms / seen['nothing is delivered'].p50Ms,
    { below: 1.5 },
  )
} finally {
  await server.stop()
  receivers.kill()
  await database.drop()
}
