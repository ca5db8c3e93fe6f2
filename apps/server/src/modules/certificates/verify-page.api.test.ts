import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { verifyRecordProof } from '@plumbline/ledger-verify'
import { startTestApp, type TestWorkspace } from '../../../test/app.ts'
import { sql } from '../../platform/db/index.ts'
import { systemActor } from '../../platform/actor.ts'
import { correctCalibration, voidCalibration } from '../calibrations/index.ts'

const app = await startTestApp({ RATE_LIMIT_PER_MINUTE: '60', TRUSTED_PROXIES: '127.0.0.1' })
const parts = { db: app.db, clock: app.clock }
const measured = { result: 'PASS', nominal_value: '10 mm', tolerance: '±1 mm', as_found_reading: '10.1 mm' }

/** An issued certificate, with the address that it prints. */
async function issued(workspace: TestWorkspace) {
  const { key } = workspace
  const body = { asset_tag: randomUUID(), name: '<b>Gauge</b>', calibration_interval_value: 12 }
  const instrument = await app.call('POST', '/instruments', { key, body })
  const headers = { 'idempotency-key': randomUUID() }
  const record = await app.call('POST', `/instruments/${instrument.body.id}/calibrations`, {
    key,
    headers,
    body: measured,
  })
  await app.call('GET', `/calibrations/${record.body.id}/certificate`, { key })
  const [row] = await app.db.in(workspace.id).rows<{ id: string }>(sql`
    select certificate_id as id from certificates
    where workspace_id = ${workspace.id} and calibration_id = ${record.body.id}`)
  return { calibrationId: record.body.id as string, certificateId: row!.id }
}

async function open(path: string, address = '203.0.113.1', language = 'en-GB,en;q=0.9') {
  const headers = { 'x-forwarded-for': address, 'accept-language': language }
  const response = await fetch(`${app.origin}/verify/${path}`, { headers })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

const caller = (workspace: TestWorkspace) => ({
  ...systemActor(workspace.id),
  workspace: workspace.workspace,
})

test('a certificate is valid, then superseded by its correction, then voided, for everyone who holds it', async () => {
  const workspace = await app.workspace()
  const { calibrationId, certificateId } = await issued(workspace)
  const page = await open(certificateId)
  assert.equal(page.status, 200)
  assert.match(page.html, /✓ Valid/)
  assert.match(page.html, /&lt;b&gt;Gauge/)
  assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/)
  assert.doesNotMatch(page.html, new RegExp(calibrationId))
  const correction = await correctCalibration(parts, caller(workspace), calibrationId, {
    ...measured,
    correction_reason: 'mistyped',
  } as never)
  assert.match((await open(certificateId)).html, /Superseded/)
  await app.call('GET', `/calibrations/${correction.id}/certificate`, { key: workspace.key })
  assert.match((await open(certificateId)).html, /Superseded[\s\S]*href="\/verify\/[0-9a-f]{32}"/)
  const other = await issued(workspace)
  await voidCalibration(parts, caller(workspace), other.calibrationId, { reason: 'secret reason' })
  const voided = await open(other.certificateId)
  assert.match(voided.html, /✗ Voided/)
  assert.doesNotMatch(voided.html, /secret reason/)
})

test("the page speaks the reader's language, and another one where its address says so", async () => {
  const workspace = await app.workspace()
  const { calibrationId, certificateId } = await issued(workspace)
  const german = await open(certificateId, undefined, 'de-AT,de;q=0.9,en;q=0.5')
  assert.equal(german.headers.get('content-language'), 'de')
  assert.match(german.html, /<html lang="de">/)
  assert.match(german.html, /✓ Gültig[^]*<dt>Ergebnis<\/dt><dd>Bestanden<[^]*data-altered="✗ Diese Datei/)
  assert.match(german.html, /<a href="\?lang=en" lang="en" hreflang="en">English<\/a>/)
  const chosen = await open(`${certificateId}?lang=en`, undefined, 'de')
  assert.match(chosen.html, /<html lang="en">[^]*✓ Valid[^]*<dt>Result<\/dt><dd>Pass</)
  for (const query of ['?lang=xx', '?lang=de&lang=en', '?lang=%22%3E'])
    assert.match((await open(certificateId + query)).html, /<html lang="en">/, query)
  assert.match((await open('0'.repeat(32), undefined, 'de')).html, /kein Kalibrierschein ausgestellt/)
  const correction = await correctCalibration(parts, caller(workspace), calibrationId, {
    ...measured,
    correction_reason: 'mistyped',
  } as never)
  await app.call('GET', `/calibrations/${correction.id}/certificate`, { key: workspace.key })
  const superseded = (await open(`${certificateId}?lang=de`)).html
  assert.match(superseded, /▲ Ersetzt[^]*href="\/verify\/[0-9a-f]{32}\?lang=de">Kalibrierschein /)
})

test('a declaration has the date in the time zone of the laboratory', async () => {
  const workspace = await app.workspace({ timeZone: 'Pacific/Auckland' })
  const { calibrationId, certificateId } = await issued(workspace)
  app.clock.set('2027-03-01T18:00:00.000Z')
  await voidCalibration(parts, caller(workspace), calibrationId, { reason: 'wrong item' })
  assert.match((await open(certificateId)).html, /declared invalid on 2027-03-02\./)
})

test('the independent verifier accepts the proof of issue, which names nobody', async () => {
  const workspace = await app.workspace()
  const { certificateId } = await issued(workspace)
  const proof = JSON.parse((await open(`${certificateId}/proof`)).html) as Parameters<
    typeof verifyRecordProof
  >[0]
  assert.equal((await verifyRecordProof(proof)).holds, true)
  assert.doesNotMatch(proof.payload, /Ada Admin/)
})

test('an unknown id is 404 and shows nothing; the offline verifier is served', async () => {
  for (const id of ['0'.repeat(32), 'nonsense', '%00']) assert.equal((await open(id)).status, 404, id)
  const offline = await open('offline')
  assert.equal(offline.status, 200)
  assert.match(offline.html, /<html/)
})

test('requests are limited by address in a separate bucket, as are those for the offline verifier', async () => {
  const { certificateId } = await issued(await app.workspace())
  for (let look = 1; look <= 59; look += 1)
    assert.equal((await open(certificateId, '203.0.113.9')).status, 200)
  assert.equal((await open('offline', '203.0.113.9')).status, 200)
  const refused = await open(certificateId, '203.0.113.9')
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  assert.equal((await open(certificateId, '203.0.113.10')).status, 200)
})
