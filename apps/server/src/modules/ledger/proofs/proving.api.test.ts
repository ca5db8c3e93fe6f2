import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyConsistency, verifyExport, verifyRecordProof } from '@plumbline/ledger-verify'
import { startTestApp, type TestWorkspace } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { findSite } from '../../workspaces/index.ts'
import { createLog } from '../../../platform/log.ts'
import { exportLedger, keepCheckpoints, latestCheckpoint } from '../index.ts'

const app = await startTestApp()
const get = (path: string, key: string) => app.call('GET', `/ledger${path}`, { key })

/** Whether the independent verifier accepts what the API returned as the proof of one record. */
async function holds(response: { body: any }, vkey: string) {
  return verifyRecordProof({ ...response.body, vkey })
}

/** Checkpoints that are kept of a workspace, by size. */
async function keptSizes(workspace: TestWorkspace): Promise<number[]> {
  return app.asOwner(async (owner) => {
    const { rows } = await owner.query<{ size: string }>(
      'select size from ledger_checkpoints where workspace_id = $1 order by size',
      [workspace.id],
    )
    return rows.map((row) => Number(row.size))
  })
}

const GUARDED = ['ledger_heads', 'ledger_entries', 'ledger_nodes', 'ledger_checkpoints']

/** Changes what triggers keep, as a superuser can who switches them off. */
async function tamper(statement: string, workspaceId: string): Promise<void> {
  await app.asOwner(async (owner) => {
    await owner.query('begin')
    for (const table of GUARDED) await owner.query(`alter table ${table} disable trigger user`)
    const { rowCount } = await owner.query(statement, [workspaceId])
    for (const table of GUARDED) await owner.query(`alter table ${table} enable trigger user`)
    await owner.query('commit')
    assert.ok(rowCount !== null && rowCount > 0)
  })
}

test('the independent verifier accepts the proof of a calibration, immediately and later', async () => {
  const laboratory = await openLaboratory(app)
  const { vkey, origin, algorithm } = (await get('/key', laboratory.key)).body
  assert.equal(algorithm, 'Ed25519')
  assert.equal(origin, `${new URL(app.origin).host}/ledger/${laboratory.id}`)
  const instrument = await laboratory.instrument()
  const record = await laboratory.calibrate(instrument.id, {
    as_found_reading: '10.02 mm',
    notes: 'Ω \u2028',
  })
  const response = await get(`/proof?calibration_id=${record.id}`, laboratory.key)
  assert.equal(response.status, 200)
  const verdict = await holds(response, vkey)
  assert.ok(verdict.holds, JSON.stringify(verdict))
  assert.equal(verdict.facts.origin, origin)
  assert.equal(verdict.facts.entry.subject.id, record.id)
  assert.equal(JSON.stringify(verdict.facts.payload).includes('10.02 mm'), true)
  for (let more = 0; more < 9; more += 1) await laboratory.calibrate(instrument.id)
  assert.ok((await holds(response, vkey)).holds)
  const again = await get(`/proof?calibration_id=${record.id}`, laboratory.key)
  assert.ok((await holds(again, vkey)).holds)
})

test('every entry of a ledger can be proved by its index, and no index beyond its end', async () => {
  const laboratory = await openLaboratory(app)
  const { vkey } = (await get('/key', laboratory.key)).body
  await laboratory.calibrate((await laboratory.instrument()).id)
  const { size } = (await get('/checkpoint', laboratory.key)).body
  for (let index = 0; index < size; index += 1) {
    const verdict = await holds(await get(`/proof?index=${index}`, laboratory.key), vkey)
    assert.ok(verdict.holds && verdict.facts.entry.index === index)
  }
  assert.equal((await get(`/proof?index=${size}`, laboratory.key)).status, 404)
})

test('a checkpoint is consistent with every earlier one', async () => {
  const laboratory = await openLaboratory(app)
  const { vkey, origin } = (await get('/key', laboratory.key)).body
  const checkpoints = []
  for (let entered = 0; entered < 6; entered += 1) {
    checkpoints.push((await get('/checkpoint', laboratory.key)).body)
    await laboratory.instrument()
  }
  for (const [position, later] of checkpoints.entries()) {
    for (const earlier of checkpoints.slice(0, position + 1)) {
      const query = `/consistency?from=${earlier.size}&to=${later.size}`
      const { body } = await get(query, laboratory.key)
      assert.deepEqual(
        [body.origin, body.from, body.to, body.from_root, body.to_root, body.vkey],
        [origin, earlier.size, later.size, earlier.root, later.root, vkey],
      )
      const claim = { earlier: earlier.checkpoint, later: later.checkpoint, proof: body.proof, vkey }
      const verdict = await verifyConsistency(claim)
      assert.ok(verdict.holds, query)
    }
  }
})

test('one checkpoint a minute is stored, and only of a ledger that has grown', async () => {
  const laboratory = await openLaboratory(app)
  const sizeNow = async () => (await get('/checkpoint', laboratory.key)).body.size as number
  const first = await sizeNow()
  await laboratory.instrument()
  const second = await sizeNow()
  assert.ok(second > first)
  assert.deepEqual(await keptSizes(laboratory), [first])
  app.clock.advance(59_999)
  await sizeNow()
  assert.deepEqual(await keptSizes(laboratory), [first])
  app.clock.advance(1)
  await sizeNow()
  assert.deepEqual(await keptSizes(laboratory), [first, second])
  app.clock.advance(60_000)
  await sizeNow()
  assert.deepEqual(await keptSizes(laboratory), [first, second])
})

test('processes that sign at the same time store one checkpoint', async () => {
  const laboratory = await openLaboratory(app)
  const parts = { ...app, ...app.parts }
  const signed = await Promise.all([1, 2, 3, 4].map(() => latestCheckpoint(parts, laboratory.id)))
  assert.equal(new Set(signed.map(({ checkpoint }) => checkpoint)).size, 1)
  assert.equal((await keptSizes(laboratory)).length, 1)
})

test('the worker stores checkpoints of every ledger in turn', async () => {
  const laboratories = await Promise.all([openLaboratory(app), openLaboratory(app)])
  const parts = { ...app, ...app.parts }
  await keepCheckpoints(parts)
  for (const one of laboratories) assert.equal((await keptSizes(one)).length, 1)
  await laboratories[0].instrument()
  await keepCheckpoints(parts)
  assert.equal((await keptSizes(laboratories[0])).length, 1)
  app.clock.advance(60_000)
  await keepCheckpoints(parts)
  assert.equal((await keptSizes(laboratories[0])).length, 2)
  assert.equal((await keptSizes(laboratories[1])).length, 1)
})

test('a ledger that contradicts its checkpoint is not signed, and others still are', async () => {
  const broken = await openLaboratory(app)
  const sound = await openLaboratory(app)
  const parts = { ...app, ...app.parts, log: createLog('silent') }
  await keepCheckpoints(parts)
  for (const one of [broken, sound]) await one.instrument()
  await tamper('update ledger_heads set size = 1, edge = array[edge[1]] where workspace_id = $1', broken.id)
  const response = await get('/checkpoint', broken.key)
  assert.deepEqual([response.status, response.body.code], [500, 'INTERNAL_ERROR'])
  await assert.rejects(latestCheckpoint(parts, broken.id), /now has 1; nothing more is signed/)
  app.clock.advance(60_000)
  await keepCheckpoints(parts)
  assert.equal((await keptSizes(broken)).length, 1)
  assert.equal((await keptSizes(sound)).length, 2)
})

const forgeries: [what: string, statement: string, complaint: RegExp][] = [
  [
    'a node between the signed tree and the present one was exchanged',
    `update ledger_nodes set hash = sha256('x') where workspace_id = $1 and level = 1 and index = 2`,
    /does not begin with the/,
  ],
  [
    'the edge of the head was exchanged',
    `update ledger_heads set edge = array_append(edge[1:array_length(edge, 1) - 1], sha256('x')) where workspace_id = $1`,
    /does not begin with the/,
  ],
  [
    'the kept checkpoint was exchanged',
    `update ledger_checkpoints set note = replace(note, e'\\n4\\n', e'\\n3\\n') where workspace_id = $1`,
    /keeps a checkpoint that it did not sign/,
  ],
]
for (const [what, statement, complaint] of forgeries) {
  test(`the signer refuses when ${what}`, async () => {
    const workspace = await app.workspace()
    const parts = { ...app, ...app.parts }
    await latestCheckpoint(parts, workspace.id)
    await workspace.person()
    await tamper(statement, workspace.id)
    await assert.rejects(latestCheckpoint(parts, workspace.id), complaint)
  })
}

test('an entry that was replaced is never returned with a proof', async () => {
  const workspace = await app.workspace()
  await tamper(
    `update ledger_entries set entry = replace(entry, 'created', 'updated') where workspace_id = $1`,
    workspace.id,
  )
  const response = await get('/proof?index=1', workspace.key)
  assert.deepEqual([response.status, response.body.code], [500, 'INTERNAL_ERROR'])
})

test('a calibration is proved for members of its site, other entries only for admins and managers of all sites', async () => {
  const laboratory = await openLaboratory(app)
  const here = laboratory.workspace.defaultSiteId
  const elsewhere = await laboratory.site('Elsewhere')
  assert.ok(await findSite(app.db.in(laboratory.id), elsewhere))
  const record = await laboratory.calibrate((await laboratory.instrument()).id)
  const byId = `/proof?calibration_id=${record.id}`
  const expected: [options: Parameters<typeof laboratory.person>[0], byId: number, byIndex: number][] = [
    [{ role: 'admin' }, 200, 200],
    [{ role: 'manager', scope: 'read' }, 200, 200],
    [{ role: 'technician' }, 200, 404],
    [{ role: 'auditor' }, 200, 404],
    [{ role: 'admin', keySiteIds: [here, elsewhere] }, 200, 404],
    [{ role: 'manager', siteIds: [here] }, 200, 404],
    [{ role: 'manager', keySiteIds: [elsewhere] }, 404, 404],
  ]
  for (const [options, first, second] of expected) {
    const { key } = await laboratory.person(options)
    assert.equal((await get(byId, key)).status, first, JSON.stringify(options))
    assert.equal((await get('/proof?index=0', key)).status, second, JSON.stringify(options))
    for (const open of ['/checkpoint', '/key', '/consistency?from=1&to=2']) {
      assert.equal((await get(open, key)).status, 200)
    }
  }
  const stranger = await app.workspace()
  const foreign = await get(byId, stranger.key)
  const missing = await get(`/proof?calibration_id=${here}`, stranger.key)
  assert.equal(foreign.status, 404)
  assert.deepEqual(foreign.body, missing.body)
})

test('a void record is proved by the entry that voided it', async () => {
  const laboratory = await openLaboratory(app)
  const record = await laboratory.calibrate((await laboratory.instrument()).id)
  const marker = await laboratory.void(await laboratory.caller(), record.id, 'wrong instrument')
  const { vkey } = (await get('/key', laboratory.key)).body
  const verdict = await holds(await get(`/proof?calibration_id=${marker.id}`, laboratory.key), vkey)
  assert.ok(verdict.holds)
  assert.equal(verdict.facts.entry.kind, 'calibration.voided')
})

const refusals: [path: string, status: number, code: string, loc: unknown][] = [
  ['/proof', 422, 'VALIDATION_ERROR', ['query', 'calibration_id']],
  ['/proof?calibration_id=nothing', 422, 'VALIDATION_ERROR', ['query', 'calibration_id']],
  ['/proof?index=-1', 422, 'VALIDATION_ERROR', ['query', 'index']],
  ['/proof?index=one', 422, 'VALIDATION_ERROR', ['query', 'index']],
  ['/proof?index=0&calibration_id=019345b4-11f2-7c55-a0de-5f3b7a9c2e47', 422, 'INVALID_REQUEST', 'index'],
  ['/consistency', 422, 'VALIDATION_ERROR', ['query', 'from']],
  ['/consistency?from=0&to=1', 422, 'VALIDATION_ERROR', ['query', 'from']],
  ['/consistency?from=2&to=1', 422, 'INVALID_REQUEST', 'from'],
  ['/consistency?from=1&to=100000', 422, 'INVALID_REQUEST', 'to'],
  ['/consistency?from=1&to=9007199254740993', 422, 'VALIDATION_ERROR', ['query', 'to']],
]
for (const [path, status, code, loc] of refusals) {
  test(`GET /ledger${path} is refused with ${code}`, async () => {
    const { key } = await app.workspace()
    const { status: responded, body } = await get(path, key)
    assert.deepEqual([responded, body.code], [status, code])
    assert.deepEqual(body.details.field ?? body.details.errors[0].loc, loc)
  })
}

test('nothing of a ledger is shown without a key', async () => {
  for (const path of ['/checkpoint', '/key', '/proof?index=0', '/consistency?from=1&to=1']) {
    const { status, body } = await app.call('GET', `/ledger${path}`)
    assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED'])
  }
})

test('the independent verifier accepts an export, also if entries are appended while it is read', async () => {
  const laboratory = await openLaboratory(app)
  const parts = { ...app, ...app.parts }
  const kept = (await get('/checkpoint', laboratory.key)).body
  for (let entered = 0; entered < 4; entered += 1) await laboratory.instrument()
  const lines: string[] = []
  for await (const text of exportLedger(parts, laboratory.id)) {
    lines.push(...text.split('\n').slice(0, -1))
    await laboratory.instrument()
  }
  const verdict = await verifyExport(lines, { earlier: [kept.checkpoint] })
  assert.ok(verdict.holds, verdict.holds ? '' : JSON.stringify(verdict.fault))
  assert.deepEqual(verdict.facts.continues, [kept.size])
})
