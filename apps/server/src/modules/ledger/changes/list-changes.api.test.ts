import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Change } from '@plumbline/contract'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../../../test/calibrating.ts'
import { attachDocument } from '../../../../test/documents.ts'
import { signInAs } from '../../../../test/session.ts'
import { withinTransaction } from '../../../platform/db/index.ts'
import { setQuarantine } from '../../instruments/index.ts'

const app = await sharedTestApp()

const read = async (key: string, query = '') => {
  const { status, body } = await app.call('GET', `/changes${query}`, { key })
  assert.equal(status, 200, JSON.stringify(body))
  return body as { data: Change[]; cursor: number; pagination: { limit: number; has_more: boolean } }
}

/** Everything behind a cursor, as a mirror reads it, with the cursor that it keeps. */
async function follow(
  key: string,
  from?: number,
  limit = 50,
): Promise<{ changes: Change[]; cursor: number }> {
  const changes: Change[] = []
  for (let after = from; ;) {
    const page = await read(key, `?limit=${limit}${after === undefined ? '' : `&after=${after}`}`)
    assert.ok(page.data.length <= limit)
    changes.push(...page.data)
    if (!page.pagination.has_more) return { changes, cursor: page.cursor }
    assert.ok(page.cursor > (after ?? -1))
    after = page.cursor
  }
}

const said = (changes: Change[]) => changes.map(({ type, id, instrument_id: of }) => [type, id, of])

describe('changes', () => {
  test('list all that happened to instruments, records, documents and findings, in the order of the ledger', async () => {
    const lab = await openLaboratory(app)
    const manager = await signInAs(app, lab, 'manager')
    const caller = await lab.caller()
    const { id } = await lab.instrument()
    const start = (await follow(lab.key)).cursor
    const record = await lab.calibrate(id, {
      result: 'FAIL',
      nominal_value: '10 mm',
      tolerance: '±0.02 mm',
      as_found_reading: '10.1 mm',
    })
    const [finding] = (await app.call('GET', '/findings', { key: lab.key })).body.data
    await manager.call('PATCH', `/instruments/${id}`, { body: { department: 'Tool room' } })
    await attachDocument(manager, id, 'Photo.png', 'photo')
    const [document] = (await app.call('GET', `/instruments/${id}/documents`, { key: lab.key })).body.data
    await lab.void(caller, record.id)
    await app.call('POST', `/instruments/${id}/retire`, { key: lab.key })
    const { changes, cursor } = await follow(lab.key, start)
    assert.deepEqual(said(changes), [
      ['calibration.appended', record.id, id],
      ['calibration.approved', record.id, id],
      ['finding.opened', finding.id, id],
      ['instrument.updated', id, id],
      ['document.registered', document.id, id],
      ['calibration.voided', record.id, id],
      ['finding.closed', finding.id, id],
      ['instrument.retired', id, id],
    ])
    assert.deepEqual(
      changes.map(({ resource }) => resource),
      changes.map(({ type }) => type.split('.')[0]),
    )
    assert.equal(changes[0]!.at, record.created_at)
    assert.equal(changes.at(-1)!.cursor, cursor)
    assert.deepEqual((await follow(lab.key, start, 1)).changes, changes)
  })

  test('are an empty page with the same cursor if nothing is new', async () => {
    const lab = await openLaboratory(app)
    const { cursor } = await follow(lab.key)
    assert.deepEqual(await read(lab.key, `?after=${cursor}`), {
      data: [],
      cursor,
      pagination: { limit: 50, has_more: false },
    })
  })

  test('refuse a cursor beyond the end, as after the restore of an older backup', async () => {
    const lab = await openLaboratory(app)
    const { cursor } = await follow(lab.key)
    const { key } = await lab.person({ keySiteIds: [await lab.site('Here')] })
    const size = (await app.call('GET', '/ledger/checkpoint', { key })).body.size
    for (const [reader, after] of [
      [lab.key, size],
      [key, size],
      [lab.key, 9_007_199_254_740_991],
    ]) {
      const { status, body } = await app.call('GET', `/changes?after=${after}`, { key: reader })
      assert.deepEqual([status, body.code, body.details.field], [422, 'INVALID_REQUEST', 'after'])
      assert.match(body.message, /restored from an older backup\. Start over/)
    }
    assert.ok(cursor < size)
  })

  test('from the size of a checkpoint minus one, are what happened after it', async () => {
    const lab = await openLaboratory(app)
    const before = await lab.instrument()
    const { size } = (await app.call('GET', '/ledger/checkpoint', { key: lab.key })).body
    assert.deepEqual(await follow(lab.key, size - 1), { changes: [], cursor: size - 1 })
    const next = await lab.instrument()
    const { changes } = await follow(lab.key, size - 1)
    assert.deepEqual(said(changes), [['instrument.created', next.id, next.id]])
    assert.notEqual(next.id, before.id)
  })

  test('belong to one workspace', async () => {
    const lab = await openLaboratory(app)
    await lab.instrument()
    assert.deepEqual((await follow((await app.workspace()).key)).changes, [])
    assert.equal((await follow(lab.key)).changes.length, 1)
  })

  test('can be read with the read scope, also by an auditor', async () => {
    const lab = await openLaboratory(app)
    await lab.instrument()
    const { key } = await lab.person({ role: 'auditor', scope: 'read' })
    assert.equal((await follow(key)).changes.length, 1)
  })

  test('refuse an invalid cursor or limit', async () => {
    const { key } = await app.workspace()
    for (const query of [
      'after=-1',
      'after=x',
      'after=1.5',
      'after=9007199254740992',
      'limit=0',
      'limit=101',
    ]) {
      const { status, body } = await app.call('GET', `/changes?${query}`, { key })
      assert.deepEqual(
        [status, body.code, body.details.errors[0].loc[0]],
        [422, 'VALIDATION_ERROR', 'query'],
        query,
      )
    }
  })
})

describe('a follower', () => {
  test('misses neither a change whose commit takes long nor those that wait for it', async () => {
    const lab = await openLaboratory(app)
    const [slow, quick] = [await lab.instrument(), await lab.instrument()]
    const caller = await lab.caller()
    const [isMade, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { cursor } = await follow(lab.key)
    const change = app.db.transaction(lab.id, async (tx) => {
      const parts = { ...app, db: withinTransaction(app.db, tx) }
      await setQuarantine(parts, caller, slow.id, { isQuarantined: true, reason: 'Dropped' })
      isMade.resolve()
      await mayCommit.promise
    })
    await isMade.promise
    const behind = lab.calibrate(quick.id)
    // However often it asks meanwhile: nothing behind the open commit can be seen before it.
    for (let round = 0; round < 5; round += 1) {
      assert.deepEqual(await follow(lab.key, cursor), { changes: [], cursor })
    }
    mayCommit.resolve()
    await change
    const record = await behind
    const { changes } = await follow(lab.key, cursor)
    assert.deepEqual(said(changes), [
      ['instrument.quarantined', slow.id, slow.id],
      ['calibration.appended', record.id, quick.id],
      ['calibration.approved', record.id, quick.id],
    ])
    assert.deepEqual(
      changes.map((one) => one.cursor),
      [1, 2, 3].map((step) => changes[0]!.cursor - 1 + step),
    )
  })
})

describe('a key limited to sites', () => {
  async function openSites(): Promise<{
    lab: Laboratory
    key: string
    move: (id: string, siteId: string) => Promise<void>
    here: string
    there: string
  }> {
    const lab = await openLaboratory(app)
    const admin = await signInAs(app, lab, 'admin')
    const [here, there] = [await lab.site('Here'), await lab.site('There')]
    const { key } = await lab.person({ keySiteIds: [here] })
    const move = async (id: string, siteId: string) => {
      const { status } = await admin.call('PATCH', `/instruments/${id}`, { body: { site_id: siteId } })
      assert.equal(status, 200)
    }
    return { lab, key, move, here, there }
  }

  test('sees changes of instruments of its sites only, and its cursor skips the others', async () => {
    const { lab, key, here, move } = await openSites()
    const foreign = await lab.instrument()
    await lab.calibrate(foreign.id)
    const own = await lab.instrument()
    await move(own.id, here)
    const { cursor } = await follow(key)
    const record = await lab.calibrate(own.id)
    await lab.calibrate(foreign.id)
    const behind = await follow(key, cursor)
    assert.deepEqual(said(behind.changes), [
      ['calibration.appended', record.id, own.id],
      ['calibration.approved', record.id, own.id],
    ])
    assert.equal(behind.cursor, (await follow(lab.key)).cursor)
  })

  test('sees an instrument arrive and leave, and nothing of it afterwards', async () => {
    const { lab, key, here, there, move } = await openSites()
    const { id } = await lab.instrument()
    const { cursor } = await follow(key)
    await move(id, here)
    const come = await follow(key, cursor)
    assert.deepEqual(said(come.changes), [['instrument.updated', id, id]])
    await move(id, there)
    await lab.calibrate(id)
    const left = await follow(key, come.cursor)
    assert.deepEqual(said(left.changes), [['instrument.updated', id, id]])
    assert.equal((await app.call('GET', `/instruments/${id}`, { key })).status, 404)
  })
})
