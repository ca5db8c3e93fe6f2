/** The files of a small example resource: racks. */
export const newFiles = {
  contract: `import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import { Closed, NameText, Uuid } from '../shared/values.ts'

/** A rack that instruments are stored in. */
export const Rack = Closed(
  { id: Uuid({ description: 'ID of the rack.' }), name: NameText(120, { description: 'Its name.' }) },
  { $id: 'Rack', description: 'A rack.' },
)
export type Rack = Type.Static<typeof Rack>

export const exampleRack: Rack = { id: '019345ba-0d31-7b42-9c1e-4f7a20b8d563', name: 'Rack 4' }

const query = Closed(pageQuery)

export const rackOperations = defineOperations({
  listRacks: {
    method: 'GET', path: '/racks', tag: 'Sites', summary: 'List racks', description: 'Sorted by name.', scope: 'read',
    query,
    reply: {
      status: 200, schema: PageOf(Rack, 'RackPage'), description: 'A page of racks.',
      example: { data: [exampleRack], pagination: { limit: 50, offset: 0, total: 1, has_more: false } },
    },
    errors: ['VALIDATION_ERROR'],
  },
  createRack: {
    method: 'POST', path: '/racks', tag: 'Sites', summary: 'Add a rack', scope: 'write', roles: ['admin', 'manager'],
    body: Closed({ name: Rack.properties.name }),
    reply: { status: 201, schema: Rack, description: 'The rack.', example: exampleRack },
    errors: ['VALIDATION_ERROR', 'INSUFFICIENT_SCOPE', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'INVALID_REQUEST'],
  },
  getRack: {
    method: 'GET', path: '/racks/{rack_id}', tag: 'Sites', summary: 'Read a rack', scope: 'read',
    params: Closed({ rack_id: Uuid({ description: 'ID of the rack.' }) }),
    reply: { status: 200, schema: Rack, description: 'The rack.', example: exampleRack },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
})
`,
  migration: `create table racks (
  workspace_id uuid not null references workspaces,
  rack_id uuid not null,
  name text not null,
  primary key (workspace_id, rack_id)
);
select add_tenant_table('racks');
select enable_workspace_security('racks');
grant select, insert on racks to plumbline_app;
`,
  index: `export { rackProjection } from './projection.ts'
export { createRackCounts } from './rack-counts.ts'
export { rackRoutes } from './routes.ts'
`,
  routes: `import { pageOf, type rackOperations } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import { writeEvents } from '../../platform/outbox/index.ts'
import type { Caller } from '../access/index.ts'
import { appendEntries } from '../ledger/index.ts'
import { rackPayload } from './projection.ts'
import { findRack, insertRack, pageOfRacks } from './store.ts'

export function rackRoutes({ db, clock }: { db: Database; clock: Clock }): Handlers<typeof rackOperations, Caller> {
  return {
    listRacks: async ({ caller, query }) => {
      const { rows, total } = await pageOfRacks(db.in(caller.workspaceId), query)
      return { body: pageOf(rows, total, query) }
    },
    getRack: async ({ caller, params }) => {
      const rack = await findRack(db.in(caller.workspaceId), params.rack_id)
      if (!rack) throw notFound()
      return { body: rack }
    },
    createRack: async ({ caller, body: { name } }) => {
      const rack = { id: newId(), name }
      await db.transaction(caller.workspaceId, async (tx) => {
        const subject = { type: 'rack', id: rack.id } as const
        const entry = { kind: 'rack.created', subject, payload: rackPayload.write({ name }) } as const
        const [{ at }] = await appendEntries(tx, clock, caller, [entry])
        await insertRack(tx, rack)
        writeEvents(tx, [{ type: 'rack.created', siteId: null, occurredAt: at, data: { rack } }])
      })
      return { body: rack }
    },
  }
}
`,
  store: `import type { Rack } from '@plumbline/contract'
import { limitTo, sql, type RowStream, type Snapshot, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'
import type { ReadModel, RowColumns } from '../ledger/index.ts'

export async function findRack(queries: WorkspaceQueries, rackId: string): Promise<Rack | undefined> {
  const [row] = await queries.rows<Rack>(sql\`
    select rack_id as id, name from racks where workspace_id = \${queries.workspaceId} and rack_id = \${rackId}\`)
  return row
}

export async function pageOfRacks(
  queries: WorkspaceQueries,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Rack[]; total: number }> {
  const [rows, counted] = (await queries.batch([
    sql\`
      select rack_id as id, name from racks where workspace_id = \${queries.workspaceId}
      order by name, rack_id \${limitTo(limit)} offset \${offset}\`,
    sql\`select count(*) as total from racks where workspace_id = \${queries.workspaceId}\`,
  ])) as [Rack[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

export async function insertRack(tx: Transaction, { id, name }: Rack): Promise<void> {
  await tx.rows(sql\`insert into racks (workspace_id, rack_id, name) values (\${tx.workspaceId}, \${id}, \${name})\`)
}

export const rackRows: ReadModel = { table: 'racks', id: 'rack_id' }

export function streamRackRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql\`select rack_id, name from racks where workspace_id = \${snapshot.workspaceId}\`)
}
`,
  projection: `import { RecordedPayload, ReplayedRows, type Projection } from '../ledger/index.ts'
import { rackRows, streamRackRows } from './store.ts'

export const rackPayload = new RecordedPayload({ kinds: ['rack.created'], fields: { name: 'name' } })

export const rackProjection: Projection = {
  payloads: [rackPayload],
  tables: [rackRows],
  begin: (snapshot, findings) => {
    const racks = new ReplayedRows('racks')
    return {
      take: ({ subject, payload, index }) => {
        if (subject.type === 'rack') racks.set(subject.id, rackPayload.columns(payload), index)
      },
      compare: () => racks.compare(streamRackRows(snapshot), 'rack_id', findings),
    }
  },
}
`,
  consumer: `import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { EventConsumer } from '../../platform/outbox/index.ts'

/** Reads the events of racks. */
export function createRackCounts({ db, clock }: { db: Database; clock: Clock }): EventConsumer {
  return new EventConsumer({
    db,
    clock,
    name: 'racks',
    eventsMax: 100,
    unheard: async () => [],
    take: async (_tx, events) => events.length,
  })
}
`,
} as const
