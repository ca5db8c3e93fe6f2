import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, followChanges, InvalidRequestError, type FollowedChange } from '@plumbline/sdk'
import { sharedTestApp } from '../app.ts'
import { openLaboratory } from '../calibrating.ts'
import { signInAs } from '../session.ts'

const app = await sharedTestApp()
const clientOf = (apiKey: string) => createClient({ baseUrl: app.origin, apiKey })

/** A mirror that stores the changes passed to it and its cursor. */
function mirror(cursor: number | null = null) {
  const changes: FollowedChange[] = []
  const kept = { cursor }
  const store = {
    load: async () => kept.cursor,
    save: async (next: number) => {
      kept.cursor = next
    },
  }
  return { changes, kept, store, handle: async (page: FollowedChange[]) => void changes.push(...page) }
}

test('a mirror gets each change once with the current resource, and continues where it stopped', async () => {
  const lab = await openLaboratory(app)
  const client = clientOf(lab.key)
  const copy = mirror()
  const { id } = await lab.instrument()
  const record = await lab.calibrate(id)
  assert.equal(await followChanges(client, { ...copy, once: true }), 3)
  assert.deepEqual(
    copy.changes.map(({ type, current }) => [type, current?.id]),
    [
      ['instrument.created', id],
      ['calibration.appended', record.id],
      ['calibration.approved', record.id],
    ],
  )
  assert.equal(await followChanges(client, { ...copy, once: true }), 0)
  await lab.void(await lab.caller(), record.id)
  const failing = async () => assert.fail('the database of the mirror is full')
  await assert.rejects(followChanges(client, { ...copy, once: true, handle: failing }), /is full/)
  await followChanges(client, { ...copy, once: true })
  const last = copy.changes.at(-1)!
  assert.ok(last.current && 'status' in last.current)
  assert.deepEqual([last.type, last.current.status], ['calibration.voided', 'voided'])
})

test('what leaves the sites of the key has no current state', async () => {
  const lab = await openLaboratory(app)
  const admin = await signInAs(app, lab, 'admin')
  const here = await lab.site('Here')
  const { key } = await lab.person({ keySiteIds: [here] })
  const { id, site_id: there } = await lab.instrument()
  const move = (siteId: string) => admin.call('PATCH', `/instruments/${id}`, { body: { site_id: siteId } })
  await move(here)
  const copy = mirror()
  await followChanges(clientOf(key), { ...copy, once: true })
  await move(there)
  copy.changes.length = 0
  await followChanges(clientOf(key), { ...copy, once: true })
  assert.deepEqual(
    copy.changes.map((change) => [change.id, change.current]),
    [[id, null]],
  )
})

test('what follows from records is handed on with them: a mirror has the state of the API', async () => {
  const lab = await openLaboratory(app)
  const client = clientOf(lab.key)
  const copy = mirror((await client.getLedgerCheckpoint()).size - 1)
  const mirrored = new Map<string, object>()
  const handle = async (page: FollowedChange[]) => {
    for (const { current, instrument, superseded } of page) {
      for (const thing of [superseded, current, instrument]) if (thing) mirrored.set(thing.id, thing)
    }
  }
  const follow = () => followChanges(client, { store: copy.store, handle, once: true })
  const { id } = await lab.instrument()
  await follow()
  const { id: recordId } = await lab.calibrate(id)
  await follow()
  const due = await client.getInstrument({ params: { instrument_id: id } })
  assert.notEqual(due.next_due_at, null)
  assert.deepEqual(mirrored.get(id), due)
  await lab.correct(await lab.caller(), recordId)
  await follow()
  const original = await client.getCalibration({ params: { calibration_id: recordId } })
  assert.equal(original.status, 'superseded')
  assert.deepEqual(mirrored.get(recordId), original)
  assert.deepEqual(mirrored.get(id), await client.getInstrument({ params: { instrument_id: id } }))
})

test('a mirror whose cursor is beyond the ledger gets an error, and keeps the cursor', async () => {
  const lab = await openLaboratory(app)
  const client = clientOf(lab.key)
  const { size } = await client.getLedgerCheckpoint()
  const copy = mirror(size)
  await assert.rejects(followChanges(client, { ...copy, once: true }), (error) => {
    return error instanceof InvalidRequestError && (error.details as { field: string }).field === 'after'
  })
  assert.deepEqual(copy.kept, { cursor: size })
})

test('without an end it waits for changes until it is aborted', async () => {
  const lab = await openLaboratory(app)
  await lab.instrument()
  const ending = new AbortController()
  const copy = mirror()
  const isKept = Promise.withResolvers<void>()
  const following = followChanges(clientOf(lab.key), {
    ...copy,
    store: {
      ...copy.store,
      save: async (cursor) => {
        await copy.store.save(cursor)
        isKept.resolve()
      },
    },
    signal: ending.signal,
  })
  await isKept.promise
  ending.abort(new Error('enough'))
  await assert.rejects(following, /enough/)
  assert.equal(copy.changes.length, 1)
})
