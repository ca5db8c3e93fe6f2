import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '@plumbline/testing'
import { startTestApp } from '../../../../test/app.ts'
import { holdTransaction, waitingForLocks } from '../../../../test/lock-waits.ts'
import { systemActor } from '../../../platform/actor.ts'
import { systemClock } from '../../../platform/clock.ts'
import { sql, type Transaction } from '../../../platform/db/index.ts'
import { appendEntries, type EntryDraft } from '../index.ts'
import { appendLeaves, EMPTY_EDGE, leafHash, type Edge } from '../rules/merkle-tree.ts'
import { readEntry } from '../rules/entry.ts'

const app = await startTestApp()

/** Tables outside the second wall, each for a reason: they find the workspace, or are queues across workspaces. */
const OUTSIDE = [
  'certificate_directory',
  'event_consumers',
  'ledger_rounds',
  'memberships',
  'one_time_links',
  'sample_workspaces',
  'site_zone_changes',
  'webhook_endpoint_queues',
  'webhook_queue',
  'webhook_rounds',
  'zone_changes',
]

interface EntryRow {
  index: number
  at: string
  entry: string
  payload: string
  leafHash: Buffer
}

const draft = (name: string): EntryDraft => ({
  kind: 'workspace.updated',
  subject: { type: 'workspace', id: name },
  payload: { changes: { name: { before: null, after: name } } },
})

const append = (workspaceId: string, ...names: string[]) =>
  app.db.transaction(workspaceId, (tx) =>
    appendEntries(tx, app.clock, systemActor(workspaceId), names.map(draft)),
  )

const entriesOf = (workspaceId: string) =>
  app.db.in(workspaceId).rows<EntryRow>(sql`
    select index, at, entry, payload, leaf_hash as "leafHash"
    from ledger_entries where workspace_id = ${workspaceId} order by index`)

const databaseTime = async () => {
  const [row] = await app.db.global.rows<{ at: string }>(sql`
    select date_trunc('milliseconds', clock_timestamp()) as at`)
  return row!.at
}

const headOf = async (workspaceId: string) => {
  const [head] = await app.db.in(workspaceId).rows<{ size: number; edge: Buffer[] }>(sql`
    select size, edge from ledger_heads where workspace_id = ${workspaceId}`)
  return head!
}

describe('appending', () => {
  test('entries get consecutive indexes, and the head is the tree of them', async () => {
    const { id } = await app.workspace()
    await append(id, 'a')
    await append(id, 'b', 'c', 'd')
    const entries = await entriesOf(id)
    assert.deepEqual(
      entries.map((entry) => entry.index),
      entries.map((_, index) => index),
    )
    const hashes = entries.map((entry) => leafHash(Buffer.from(entry.entry)))
    assert.deepEqual(
      hashes,
      entries.map((entry) => entry.leafHash),
    )
    const head = await headOf(id)
    const expected: Edge = appendLeaves(EMPTY_EDGE, hashes).edge
    assert.deepEqual({ size: head.size, hashes: head.edge }, expected)
  })

  test('an entry states who did what and when, and its payload has the name of the actor', async () => {
    const { id } = await app.workspace()
    const [appended] = await append(id, 'a')
    const stored = (await entriesOf(id)).at(-1)!
    const entry = readEntry(stored.entry)
    assert.deepEqual(
      [entry.index, entry.at, entry.kind],
      [appended!.index, appended!.at, 'workspace.updated'],
    )
    assert.deepEqual(entry.actor, { type: 'system', id: 'cli' })
    const payload = JSON.parse(stored.payload) as { actor_name: string; nonce: string }
    assert.equal(payload.actor_name, 'Plumbline')
    assert.match(payload.nonce, /^[0-9a-f]{32}$/)
  })

  test('concurrent writers take turns, and instants never decrease', async () => {
    const { id } = await app.workspace()
    await Promise.all(Array.from({ length: 24 }, (_, writer) => append(id, `w${writer}`, `v${writer}`)))
    const entries = await entriesOf(id)
    const instants = entries.map((entry) => entry.at)
    assert.deepEqual(instants, instants.toSorted())
    const { edge } = appendLeaves(
      EMPTY_EDGE,
      entries.map((entry) => entry.leafHash),
    )
    assert.deepEqual((await headOf(id)).edge, edge.hashes)
  })

  test('an entry that waited for the head has the instant at which the wait ended', async () => {
    const present = app.clock.now().toISOString()
    // An instant of the system clock must not be before the last entry.
    app.clock.set('2020-01-01T00:00:00.000Z')
    const { id } = await app.workspace()
    app.clock.set(present)
    const appendNow = (name: string) => async (tx: Transaction) => {
      const [entry] = await appendEntries(tx, systemClock, systemActor(id), [draft(name)])
      return entry.at
    }
    const holding = holdTransaction(app, id, appendNow('first'))
    await holding.started
    const waiting = app.db.transaction(id, appendNow('second'))
    await waitingForLocks(app, 1)
    const began = await databaseTime()
    let released = began
    await until(async () => (released = await databaseTime()) > began, 'the next millisecond')
    await holding.release()
    assert.ok((await waiting) >= released, `${await waiting} is before ${released}`)
  })

  test('instants do not decrease when the clock is set back', async () => {
    const { id } = await app.workspace()
    const [first] = await append(id, 'a')
    app.clock.advance(-3_600_000)
    const [second] = await append(id, 'b')
    app.clock.advance(3_600_000)
    assert.equal(second!.at, first!.at)
  })

  test('a change that is rolled back leaves no entry', async () => {
    const { id } = await app.workspace()
    const before = await headOf(id)
    const failing = app.db.transaction(id, async (tx) => {
      await appendEntries(tx, app.clock, systemActor(id), [draft('a')])
      throw new Error('changed my mind')
    })
    await assert.rejects(failing, /changed my mind/)
    assert.deepEqual(await headOf(id), before)
  })
})

describe('what the ledger has recorded', () => {
  const tables = ['ledger_entries', 'ledger_nodes', 'ledger_checkpoints']
  for (const table of tables) {
    test(`${table} refuses update, delete and truncate, even by its owner`, async () => {
      const { id } = await app.workspace()
      await app.asOwner(async (owner) => {
        await owner.query("select set_config('app.workspace_id', $1, false)", [id])
        if (table === 'ledger_checkpoints') {
          await owner.query(
            "insert into ledger_checkpoints values ($1, 1, decode(repeat('00', 32), 'hex'), 'note', now())",
            [id],
          )
        }
        for (const act of [
          `update ${table} set workspace_id = workspace_id`,
          `delete from ${table}`,
          `truncate ${table}`,
        ]) {
          await assert.rejects(owner.query(act), /refused|foreign key/, act)
        }
      })
    })
  }

  test('the head only grows and cannot be deleted', async () => {
    const { id } = await app.workspace()
    await app.asOwner(async (owner) => {
      await owner.query("select set_config('app.workspace_id', $1, false)", [id])
      await assert.rejects(owner.query('update ledger_heads set size = size - 1'), /only grows/)
      await assert.rejects(owner.query('delete from ledger_heads'), /refused/)
      await assert.rejects(owner.query('truncate ledger_heads'), /refused/)
    })
  })

  test('the role of the application has no permission to try', async () => {
    const { id } = await app.workspace()
    for (const act of ['update', 'delete from', 'truncate']) {
      const text = act === 'update' ? 'update ledger_entries set kind = kind' : `${act} ledger_entries`
      await assert.rejects(app.db.in(id).rows({ text, values: [] } as never), /permission denied/)
    }
  })
})

describe('row security', () => {
  test('a workspace can neither see nor write rows of another, even if a statement does not name its own', async () => {
    const [mine, other] = [await app.workspace(), await app.workspace()]
    const rows = await app.db.in(mine.id).rows<{ workspaceId: string }>(sql`
      select distinct workspace_id as "workspaceId" from ledger_entries`)
    assert.deepEqual(rows, [{ workspaceId: mine.id }])
    await assert.rejects(
      app.db.in(mine.id).rows(sql`
        insert into locations (workspace_id, location_id, site_id, name, created_at, updated_at)
        values (${other.id}, ${other.id}, ${other.workspace.defaultSiteId}, 'x', now(), now())`),
      /row-level security/,
    )
  })

  test('no row is visible without a workspace', async () => {
    await app.workspace()
    assert.deepEqual(await app.db.global.rows(sql`select * from sites`), [])
  })

  test('protects every table with a workspace, except those that are listed', async () => {
    const { rows } = await app.asOwner((owner) =>
      owner.query<{ name: string }>(`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and not (c.relrowsecurity and c.relforcerowsecurity)
      order by 1`),
    )
    assert.deepEqual(
      rows.map((row) => row.name),
      OUTSIDE,
    )
  })
})
