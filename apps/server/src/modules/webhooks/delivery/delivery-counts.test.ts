import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { deliveryStatuses, type DeliveryStatus, type EventType } from '@plumbline/contract'
import { assertProperty } from '@plumbline/testing'
import { sharedTestApp } from '../../../../test/app.ts'
import { sql, type Transaction } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import { pageOfDeliveries } from './delivery-page-store.ts'
import { deleteDeliveriesBefore } from './prune-store.ts'

const app = await sharedTestApp()

const types: readonly EventType[] = ['calibration.created', 'instrument.updated', 'instrument.retired']
const endpoints = [newId(), newId()]

interface Made {
  readonly endpoint: number
  readonly type: EventType
  readonly status: DeliveryStatus
}

type Act =
  | { readonly kind: 'log'; readonly made: readonly Made[] }
  | { readonly kind: 'resolve'; readonly type: EventType; readonly status: DeliveryStatus }
  | { readonly kind: 'forget'; readonly share: number }
  | { readonly kind: 'fail' }

const type = fc.constantFrom(...types)
const status = fc.constantFrom(...deliveryStatuses)
const made = fc.record({ endpoint: fc.nat(1), type, status })
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('log' as const), made: fc.array(made, { minLength: 1, maxLength: 9 }) }),
  fc.record({ kind: fc.constant('resolve' as const), type, status }),
  fc.record({ kind: fc.constant('forget' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('fail' as const) }),
)

const isOpen = (one: DeliveryStatus) => one === 'pending' || one === 'failed'

/** Several deliveries by one statement, as events are handed on. */
async function log(tx: Transaction, deliveries: readonly Made[], ids: string[]): Promise<void> {
  const rows = deliveries.map((one) => ({ ...one, id: newId() }))
  ids.push(...rows.map(({ id }) => id))
  await tx.rows(sql`
    with event as (
      insert into webhook_events (workspace_id, event_id, type, body)
      select ${tx.workspaceId}::uuid, id, type, '{}'
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((one) => one.type)}::text[]) as new (id, type)
    )
    insert into webhook_deliveries (workspace_id, delivery_id, endpoint_id, event_id, event_type, status,
      next_attempt_at, created_at, updated_at)
    select ${tx.workspaceId}::uuid, id, endpoint, id, type, status, case when is_open then now() end, now(), now()
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((one) => endpoints[one.endpoint]!)}::uuid[],
      ${rows.map((one) => one.type)}::text[], ${rows.map((one) => one.status)}::text[],
      ${rows.map((one) => isOpen(one.status))}::boolean[]) as new (id, endpoint, type, status, is_open)`)
}

async function carryOut(tx: Transaction, given: Act, ids: string[]): Promise<void> {
  if (given.kind === 'log') return log(tx, given.made, ids)
  if (given.kind === 'fail') throw new Error('rolled back')
  if (given.kind === 'forget') {
    const leastId = ids[Math.floor(ids.length * given.share)]
    return void (leastId !== undefined && (await deleteDeliveriesBefore(tx, leastId)))
  }
  await tx.rows(sql`
    update webhook_deliveries
    set status = ${given.status}, next_attempt_at = case when ${isOpen(given.status)} then now() end
    where workspace_id = ${tx.workspaceId} and event_type = ${given.type}`)
}

/** Counts that are kept but not true, or true but not kept; one of nothing is not kept. */
const wrongCounts = (workspaceId: string) =>
  app.db.in(workspaceId).rows(sql`
    with true_counts as (
      select endpoint_id, event_type, count(*) from webhook_deliveries group by 1, 2
    ), kept as (
      select endpoint_id, event_type, count from webhook_delivery_counts
    )
    (select * from kept except select * from true_counts)
    union all
    (select * from true_counts except select * from kept)`)

interface Kept {
  endpointId: string
  deliveryId: string
  eventType: EventType
  status: DeliveryStatus
}

/** Looks at the first, a middle and the last page of each filter. */
async function requirePages(workspaceId: string): Promise<void> {
  const queries = app.db.in(workspaceId)
  const all = await queries.rows<Kept>(sql`
    select endpoint_id as "endpointId", delivery_id as "deliveryId", event_type as "eventType", status
    from webhook_deliveries
    order by created_at desc, delivery_id desc`)
  for (const endpointId of endpoints) {
    for (const eventType of [undefined, ...types]) {
      for (const wanted of [undefined, ...deliveryStatuses]) {
        const expected = all
          .filter((row) => row.endpointId === endpointId)
          .filter(
            (row) => (eventType ?? row.eventType) === row.eventType && (wanted ?? row.status) === row.status,
          )
          .map(({ deliveryId }) => deliveryId)
        for (const offset of [0, Math.floor(expected.length / 2), Math.max(0, expected.length - 2)]) {
          const page = { limit: 3, offset, status: wanted, eventType }
          const { rows, total } = await pageOfDeliveries(queries, endpointId, page)
          assert.equal(total, expected.length)
          assert.deepEqual(
            rows.map(({ deliveryId }) => deliveryId),
            expected.slice(offset, offset + 3),
          )
        }
      }
    }
  }
}

test('after any acts on a log, its counts are correct and each page is that of the whole log', async () => {
  const histories = fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 10 })
  await assertProperty(
    fc.asyncProperty(histories, async (history) => {
      const { id: workspaceId } = await app.workspace()
      const ids: string[] = []
      for (const acts of history) {
        const work = async (tx: Transaction) => {
          for (const each of acts) await carryOut(tx, each, ids)
        }
        await app.db.transaction(workspaceId, work).catch((error: Error) => {
          if (error.message !== 'rolled back') throw error
        })
      }
      assert.deepEqual(await wrongCounts(workspaceId), [])
      await requirePages(workspaceId)
    }),
    { numRuns: 20 },
  )
})
