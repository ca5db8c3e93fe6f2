import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Body } from '../../../../test/calibrating.ts'
import { signInAs } from '../../../../test/session.ts'
import { tag } from '../../../../test/workspaces/unique-things.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app, { timeZone: 'Europe/Berlin' })
const admin = await signInAs(app, lab, 'admin')
const unknownId = '019345b3-5d07-7e19-b8c4-91a06f2d7e58'

const accreditation = {
  accreditation_body: 'Swedac',
  accreditation_number: '1765',
  accreditation_valid_until: '2026-10-31',
}

async function newProvider(members: object = accreditation): Promise<{ id: string; name: string }> {
  return (await admin.call('POST', '/providers', { body: { name: tag(), ...members } })).body
}

const external = (members: Body = {}): Body => ({
  result: 'PASS',
  calibration_type: 'external_certificate',
  certificate_number: 'C-1',
  performed_at: '2026-10-31T22:59:59.000Z',
  ...members,
})

async function send(body: Body) {
  const { id } = await lab.instrument({ asset_tag: tag() })
  return lab.send(id, body)
}

test('a record that names a provider stores its name and its accreditation as of that time', async () => {
  const { id, name } = await newProvider()
  const { status, body } = await send(external({ provider_id: id }))
  assert.equal(status, 201, JSON.stringify(body))
  const frozen = {
    service_provider: name,
    provider_id: id,
    provider_accreditation_body: 'Swedac',
    provider_accreditation_number: '1765',
    provider_accreditation_valid_until: '2026-10-31',
    provider_accreditation_expired: false,
  }
  assert.deepEqual({ ...body, ...frozen }, body)
  await admin.call('PATCH', `/providers/${id}`, { body: { name: tag(), accreditation_number: '1766' } })
  const { body: read } = await app.call('GET', `/calibrations/${body.id}`, { key: lab.key })
  assert.deepEqual({ ...read, ...frozen }, read)
})

test('a different name of the provider is stored with the record', async () => {
  const { id } = await newProvider()
  const { body } = await send(external({ provider_id: id, service_provider: 'Norrland, site Umeå' }))
  assert.equal(body.service_provider, 'Norrland, site Umeå')
})

test('an accreditation that had expired on the day of the calibration is warned of and refuses nothing', async () => {
  const { id } = await newProvider()
  const [last, next] = [
    external({ provider_id: id }),
    external({ provider_id: id, performed_at: '2026-10-31T23:00:00.000Z' }),
  ]
  for (const [body, expired] of [
    [last, false],
    [next, true],
  ] as const) {
    const { status, body: record } = await send(body)
    assert.deepEqual([status, record.provider_accreditation_expired], [201, expired])
    const codes = record.warnings.map(({ code }: { code: string }) => code)
    assert.deepEqual(codes, expired ? ['provider_accreditation_expired'] : [])
  }
})

test('an accreditation without a last day, and a record without a provider, give no warning', async () => {
  const { id } = await newProvider({})
  for (const body of [external({ provider_id: id }), external({ service_provider: 'Somebody' })]) {
    const { body: record } = await send(body)
    assert.deepEqual([record.provider_accreditation_expired, record.warnings], [null, []])
  }
})

test('an archived provider may be named, one that the workspace does not have may not', async () => {
  const { id } = await newProvider()
  await admin.call('PATCH', `/providers/${id}`, { body: { is_archived: true } })
  assert.equal((await send(external({ provider_id: id }))).status, 201)
  const { status, body } = await send(external({ provider_id: unknownId }))
  assert.deepEqual([status, body.code, body.details.field], [422, 'INVALID_REQUEST', 'provider_id'])
})

test('a correction with the same provider and time keeps what was frozen', async () => {
  const { id } = await newProvider()
  const { body: record } = await send(external({ provider_id: id }))
  await admin.call('PATCH', `/providers/${id}`, { body: { accreditation_valid_until: '2020-01-01' } })
  const correct = async (members: Body) =>
    (
      await admin.call('POST', `/calibrations/${record.id}/correct`, {
        body: { ...external({ provider_id: id, ...members }), correction_reason: 'Mistyped' },
        headers: { 'idempotency-key': tag() },
      })
    ).body
  const kept = await correct({ certificate_number: 'C-2' })
  const { provider_accreditation_valid_until: until, provider_accreditation_expired: expired } = kept
  assert.deepEqual([until, expired], ['2026-10-31', false], JSON.stringify(kept))
})
