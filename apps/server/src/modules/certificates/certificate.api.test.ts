import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sharedTestApp, type TestWorkspace } from '../../../test/app.ts'
import {
  approveCalibration,
  correctCalibration,
  rejectCalibration,
  voidCalibration,
} from '../calibrations/index.ts'
import { updateWorkspace } from '../settings/index.ts'
import { findWorkspace } from '../workspaces/index.ts'
import { systemActor } from '../../platform/actor.ts'
import { sql } from '../../platform/db/index.ts'

const app = await sharedTestApp()
const parts = { db: app.db, clock: app.clock }

/** A caller who may decide: the system itself, which performed nothing. */
async function manager(workspace: TestWorkspace) {
  const settings = await findWorkspace(app.db.in(workspace.id))
  return { ...systemActor(workspace.id), workspace: settings! }
}

const measured = {
  result: 'PASS',
  nominal_value: '10.00 mm',
  tolerance: '±0.02 mm',
  as_found_reading: '10.01 mm',
  calibration_type: 'in_house',
}

let tags = 0
async function calibrated(workspace: TestWorkspace, body: object = {}) {
  tags += 1
  const entered = await app.call('POST', '/instruments', {
    key: workspace.key,
    body: { asset_tag: `CAL-${tags}`, name: 'Caliper', calibration_interval_value: 12 },
  })
  const calibration = await app.call('POST', `/instruments/${entered.body.id}/calibrations`, {
    key: workspace.key,
    headers: { 'idempotency-key': randomUUID() },
    body: { ...measured, ...body },
  })
  assert.equal(calibration.status, 201, JSON.stringify(calibration.body))
  return { instrumentId: entered.body.id as string, calibrationId: calibration.body.id as string }
}

async function fetchPdf(workspace: { key: string }, calibrationId: string) {
  const response = await fetch(`${app.origin}/api/public/v1/calibrations/${calibrationId}/certificate`, {
    headers: { authorization: `Bearer ${workspace.key}` },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

const codeOf = (bytes: Buffer) => JSON.parse(bytes.toString()) as { code: string; message: string }

describe('the certificate of an approved, current calibration', () => {
  test('is a PDF, handed out as an attachment with a name that speaks', async () => {
    const workspace = await app.workspace()
    const { calibrationId } = await calibrated(workspace, { certificate_number: 'LAB-2026-7' })
    const reply = await fetchPdf(workspace, calibrationId)
    assert.equal(reply.status, 200)
    assert.equal(reply.headers.get('content-type'), 'application/pdf')
    assert.equal(
      reply.headers.get('content-disposition'),
      `attachment; filename="Certificate LAB-2026-7 CAL-${tags}.pdf"`,
    )
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(reply.bytes.subarray(0, 5).toString(), '%PDF-')
    assert.equal(
      reply.headers.get('digest'),
      `sha-256=${createHash('sha256').update(reply.bytes).digest('base64')}`,
    )
  })

  test('never changes a byte, even if the first two requests are concurrent', async () => {
    const workspace = await app.workspace()
    const { calibrationId } = await calibrated(workspace)
    const [one, other] = await Promise.all([
      fetchPdf(workspace, calibrationId),
      fetchPdf(workspace, calibrationId),
    ])
    assert.ok(one.bytes.equals(other.bytes))
    app.clock.advance(86_400_000)
    await updateWorkspace(parts, systemActor(workspace.id), { name: 'Renamed since' })
    assert.ok((await fetchPdf(workspace, calibrationId)).bytes.equals(one.bytes))
  })

  test('is reported in the ledger with the hash of the file', async () => {
    const workspace = await app.workspace()
    const { calibrationId } = await calibrated(workspace)
    const { bytes } = await fetchPdf(workspace, calibrationId)
    const [entry] = await app.db.in(workspace.id).rows<{ payload: string }>(sql`
      select payload from ledger_entries
      where workspace_id = ${workspace.id} and kind = 'certificate.issued'`)
    const payload = JSON.parse(entry!.payload) as { sha256: string; calibration_id: string }
    assert.equal(payload.sha256, createHash('sha256').update(bytes).digest('hex'))
    assert.equal(payload.calibration_id, calibrationId)
  })

  test('two records with one number of the laboratory get certificates with different numbers', async () => {
    const workspace = await app.workspace()
    const first = await calibrated(workspace, { certificate_number: 'SAME' })
    const second = await calibrated(workspace, { certificate_number: 'SAME' })
    const names = await Promise.all(
      [first, second].map(async ({ calibrationId }) =>
        (await fetchPdf(workspace, calibrationId)).headers.get('content-disposition'),
      ),
    )
    assert.notEqual(names[0]!.replace(/CAL-\d+/, ''), names[1]!.replace(/CAL-\d+/, ''))
  })
})

describe('no certificate', () => {
  const refused = async (workspace: TestWorkspace, calibrationId: string, reason: RegExp) => {
    const reply = await fetchPdf(workspace, calibrationId)
    const { code, message } = codeOf(reply.bytes)
    assert.deepEqual([reply.status, code], [404, 'CERTIFICATE_UNAVAILABLE'])
    assert.match(message, reason)
  }

  test('for a pending and for a rejected record', async () => {
    const workspace = await app.workspace()
    await updateWorkspace(parts, systemActor(workspace.id), { approvalPolicy: 'review' })
    const { calibrationId } = await calibrated(workspace)
    await refused(workspace, calibrationId, /pending approval/)
    await rejectCalibration(parts, await manager(workspace), calibrationId, { reason: 'wrong range' })
    await refused(workspace, calibrationId, /rejected/)
  })

  test('for a voided record, also when one was issued before', async () => {
    const workspace = await app.workspace()
    const { calibrationId } = await calibrated(workspace)
    assert.equal((await fetchPdf(workspace, calibrationId)).status, 200)
    await voidCalibration(parts, await manager(workspace), calibrationId, { reason: 'wrong instrument' })
    await refused(workspace, calibrationId, /voided/)
  })

  test('for a superseded record, whose correction has one that names what it replaces', async () => {
    const workspace = await app.workspace()
    const { calibrationId } = await calibrated(workspace)
    assert.equal((await fetchPdf(workspace, calibrationId)).status, 200)
    const correction = await correctCalibration(parts, await manager(workspace), calibrationId, {
      ...measured,
      correction_reason: 'reading mistyped',
    } as never)
    await refused(workspace, calibrationId, /correction/)
    assert.equal((await fetchPdf(workspace, correction.id)).status, 200)
  })

  test('for a starting record and for a void marker', async () => {
    const workspace = await app.workspace()
    tags += 1
    const entered = await app.call('POST', '/instruments', {
      key: workspace.key,
      body: {
        asset_tag: `CAL-${tags}`,
        name: 'Caliper',
        calibration_interval_value: 12,
        last_calibration_date: '2026-05-12T08:30:00Z',
      },
    })
    const records = await app.call('GET', `/instruments/${entered.body.id}/calibrations`, {
      key: workspace.key,
    })
    await refused(workspace, records.body.data[0].id, /starting record/)
    const marker = await voidCalibration(parts, await manager(workspace), records.body.data[0].id, {
      reason: 'unknown',
    })
    await refused(workspace, marker.id, /voids another record/)
  })

  test('for anything foreign or unknown: a plain 404', async () => {
    const [mine, other] = [await app.workspace(), await app.workspace()]
    const { calibrationId } = await calibrated(other)
    for (const id of [calibrationId, randomUUID()]) {
      const reply = await fetchPdf(mine, id)
      assert.deepEqual([reply.status, codeOf(reply.bytes).code], [404, 'NOT_FOUND'])
    }
    const site = await mine.site('Elsewhere')
    const { key } = await mine.person({ siteIds: [site] })
    const own = await calibrated(mine)
    assert.equal(codeOf((await fetchPdf({ key }, own.calibrationId)).bytes).code, 'NOT_FOUND')
    assert.equal((await fetchPdf(mine, 'nonsense')).status, 422)
  })
})

test('a signed approval is printed and the record attached', async () => {
  const workspace = await app.workspace()
  await updateWorkspace(parts, systemActor(workspace.id), { approvalPolicy: 'review' })
  const { calibrationId } = await calibrated(workspace)
  await approveCalibration(parts, await manager(workspace), calibrationId, {} as never)
  assert.equal((await fetchPdf(workspace, calibrationId)).status, 200)
})
