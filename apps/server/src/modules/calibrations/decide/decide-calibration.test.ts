import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { listed, openLaboratory, type Laboratory } from '../../../../test/calibrating.ts'
import type { Caller } from '../../access/index.ts'
import { sql } from '../../../platform/db/index.ts'
import type { ApiError } from '../../../platform/errors.ts'

const app = await sharedTestApp()

const refuses = (act: Promise<unknown>, status: number, code: string) =>
  assert.rejects(act, (error: any) => error.status === status && error.code === code)
const typesOf = (events: { type: string }[]) => events.map(({ type }) => type).toSorted()
const eventOf = async (lab: Laboratory, type: string) =>
  (await lab.events()).find((event) => event.type === type)?.data

/** A laboratory under the policy `review`, with a pending record of a technician. */
async function pendingRecord(policy: 'review' | 'automatic' = 'review') {
  const lab = await openLaboratory(app)
  await lab.settings({ approvalPolicy: policy })
  const instrument = await lab.instrument()
  const technician = await lab.person({ role: 'technician', name: 'Tess Technician' })
  const record = await lab.calibrate(instrument.id, {}, technician.key)
  await lab.events()
  return { lab, instrument, record, manager: await lab.caller({ name: 'Max Manager' }) }
}

/** A laboratory whose instruments need a signed approval. */
async function signedLaboratory() {
  const lab = await openLaboratory(app)
  await lab.settings({ requiresElectronicSignature: true })
  const instrument = await lab.instrument()
  return { lab, instrument, record: await lab.calibrate(instrument.id), manager: await lab.caller() }
}

describe('approval', () => {
  test('is immediate under the automatic policy, and both events are emitted', async () => {
    const lab = await openLaboratory(app)
    const { id, asset_tag, name } = await lab.instrument()
    await lab.events()
    const record = await lab.calibrate(id)
    const events = await lab.events()
    assert.deepEqual(typesOf(events), ['calibration.approved', 'calibration.created', 'instrument.updated'])
    for (const { type, data } of events) {
      if (type === 'instrument.updated') continue
      assert.deepEqual(data, { calibration: listed(record), instrument: { id, asset_tag, name } })
    }
  })

  test('waits for an admin or a manager under review; until then the record does not count', async () => {
    const { lab, instrument, record, manager } = await pendingRecord()
    assert.deepEqual(
      [record.approval_status, record.approved_at, record.approved_by],
      ['pending', null, null],
    )
    assert.equal((await lab.read(instrument.id)).compliance_status, 'NOT_CALIBRATED')
    app.clock.advance(1000)
    const approved = await lab.approve(manager, record.id)
    assert.deepEqual(
      [approved.approval_status, approved.approved_by, approved.status],
      ['approved', 'Max Manager', 'current'],
    )
    assert.ok(approved.approved_at > approved.created_at)
    assert.equal(approved.created_at, record.created_at)
    assert.deepEqual(listed(await lab.record(record.id)), approved)
    assert.equal((await lab.read(instrument.id)).compliance_status, 'COMPLIANT')
    const events = await lab.events()
    assert.deepEqual(typesOf(events), ['calibration.approved', 'instrument.updated'])
    assert.deepEqual(events.find(({ type }) => type === 'calibration.approved')?.data.calibration, approved)
  })

  test('is refused to technicians and auditors, for foreign records, and a second time', async () => {
    const { lab, record, manager } = await pendingRecord()
    for (const role of ['technician', 'auditor'] as const) {
      await refuses(lab.approve(await lab.caller({ role }), record.id), 403, 'FORBIDDEN')
    }
    const elsewhere = await lab.caller({ siteIds: [await lab.site('Elsewhere')] })
    await refuses(lab.approve(elsewhere, record.id), 404, 'NOT_FOUND')
    const stranger = await (await openLaboratory(app)).caller()
    await refuses(lab.approve(stranger, record.id), 404, 'NOT_FOUND')
    await lab.approve(manager, record.id)
    await refuses(lab.approve(manager, record.id), 409, 'CONFLICT')
    await refuses(lab.reject(manager, record.id), 409, 'CONFLICT')
  })

  test('by two managers at the same time is one approval', async () => {
    const { lab, record, manager } = await pendingRecord()
    const both = await Promise.allSettled([
      lab.approve(manager, record.id),
      lab.approve(await lab.caller(), record.id),
    ])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  })
})

describe('four eyes', () => {
  const own = async (
    policy: 'review' | 'automatic',
    signed: boolean,
    otherRole: 'manager' | 'technician',
  ) => {
    const lab = await openLaboratory(app)
    await lab.settings({ approvalPolicy: policy, requiresElectronicSignature: signed })
    const { personId, key } = await lab.person({ role: 'manager', name: 'Mona Manager' })
    if (otherRole === 'technician') {
      await app.asOwner((owner) =>
        owner.query(
          `update memberships set role = 'technician' where workspace_id = $1 and person_id <> $2`,
          [lab.id, personId],
        ),
      )
    }
    const record = await lab.calibrate((await lab.instrument({}, key)).id, {}, key)
    const approval = signed ? { passwordVerified: true, meaning: 'I approve.' } : {}
    return lab.approve(await lab.caller({ personId }), record.id, approval)
  }

  test('nobody approves their own work under review, signed or not', async () => {
    await refuses(own('review', false, 'manager'), 403, 'FORBIDDEN')
    await refuses(own('review', true, 'manager'), 403, 'FORBIDDEN')
  })

  test('the only admin or manager does', async () => {
    assert.equal((await own('review', false, 'technician')).approval_status, 'approved')
  })

  test('under the automatic policy a signature of one’s own is enough', async () => {
    assert.equal((await own('automatic', true, 'manager')).approval_status, 'approved')
  })
})

describe('an electronic signature', () => {
  test('is required under any policy if the setting of the instrument says so', async () => {
    const { lab, record } = await signedLaboratory()
    assert.equal(record.approval_status, 'pending')
    const free = await lab.instrument()
    await app.asOwner((owner) =>
      owner.query(
        'update instruments set requires_electronic_signature_override = false where instrument_id = $1',
        [free.id],
      ),
    )
    assert.equal((await lab.calibrate(free.id)).approval_status, 'approved')
  })

  test('consists of a verified password and a meaning; the missing one is named', async () => {
    const { lab, record, manager } = await signedLaboratory()
    const missing = (approval: object) =>
      lab.approve(manager, record.id, approval).then(
        () => [],
        (error: ApiError) => error.problems?.map(({ loc }) => loc.join('.')),
      )
    assert.deepEqual(await missing({}), ['body.password', 'body.meaning'])
    assert.deepEqual(await missing({ passwordVerified: true, meaning: ' ' }), ['body.meaning'])
    assert.deepEqual(await missing({ meaning: 'I approve.' }), ['body.password'])
    assert.equal((await lab.record(record.id)).approval_status, 'pending')
  })

  test('is bound to the hash of the record’s entry, with name, meaning and time', async () => {
    const { lab, record, manager } = await signedLaboratory()
    const signature = { passwordVerified: true, meaning: 'I have reviewed this record.' }
    const approved = await lab.approve(manager, record.id, signature)
    assert.equal(approved.signature_meaning, signature.meaning)
    const [row] = await app.db.in(lab.id).rows<any>(sql`
      select d.decided_by, d.decided_at, d.signature_meaning, d.signed_leaf_hash = e.leaf_hash as bound,
        a.payload::jsonb as payload, encode(e.leaf_hash, 'hex') as leaf
      from calibration_decisions d
      join calibrations c on c.workspace_id = d.workspace_id and c.calibration_id = d.calibration_id
      join ledger_entries e on e.workspace_id = c.workspace_id and e.index = c.ledger_index
      join ledger_entries a on a.workspace_id = d.workspace_id and a.index = d.ledger_index
      where d.workspace_id = ${lab.id} and d.calibration_id = ${record.id}`)
    assert.deepEqual([row.decided_by, row.decided_at, row.bound], ['Max Manager', approved.approved_at, true])
    assert.deepEqual(row.payload.signature, { meaning: signature.meaning, signed_leaf_hash: row.leaf })
    assert.equal(row.payload.decided_by, 'Max Manager')
  })

  test('may be given if none is required', async () => {
    const { lab, record, manager } = await pendingRecord()
    const approved = await lab.approve(manager, record.id, { passwordVerified: true, meaning: ' Released. ' })
    assert.equal(approved.signature_meaning, 'Released.')
  })
})

describe('rejection', () => {
  test('is final, states the reason, and does not change the instrument', async () => {
    const { lab, instrument, record, manager } = await pendingRecord()
    const before = await lab.read(instrument.id)
    const rejected = await lab.reject(manager, record.id, 'The standard was cold.')
    assert.deepEqual(
      [rejected.approval_status, rejected.rejection_reason, rejected.approved_at, rejected.approved_by],
      ['rejected', 'The standard was cold.', null, null],
    )
    assert.deepEqual(listed(await lab.record(record.id)), rejected)
    assert.deepEqual(await lab.read(instrument.id), before)
    const events = await lab.events()
    assert.deepEqual(typesOf(events), ['calibration.rejected'])
    assert.deepEqual(events[0]?.data.reason, 'The standard was cold.')
    await refuses(lab.approve(manager, record.id), 409, 'CONFLICT')
    await refuses(lab.void(manager, record.id), 409, 'CONFLICT')
    await refuses(lab.correct(manager, record.id), 409, 'CONFLICT')
  })

  test('is refused to technicians', async () => {
    const { lab, record } = await pendingRecord()
    await refuses(lab.reject(await lab.caller({ role: 'technician' }), record.id), 403, 'FORBIDDEN')
  })
})

describe('void', () => {
  async function voided(lab: Laboratory, by: Caller, calibrationId: string) {
    await lab.events()
    const marker = await lab.void(by, calibrationId, 'Wrong instrument.')
    return { marker, original: await lab.record(calibrationId) }
  }

  test('appends a marker and leaves the original unchanged except for its status', async () => {
    const lab = await openLaboratory(app)
    const { id, asset_tag, name } = await lab.instrument()
    const record = await lab.calibrate(id)
    const { marker, original } = await voided(lab, await lab.caller(), record.id)
    assert.deepEqual(original, { ...record, status: 'voided', voided_by_id: marker.id })
    assert.deepEqual(
      [marker.record_type, marker.voids_id, marker.notes],
      ['void', record.id, 'Wrong instrument.'],
    )
    assert.deepEqual(await eventOf(lab, 'calibration.voided'), {
      calibration: listed(original),
      void_record: marker,
      reason: 'Wrong instrument.',
      instrument: { id, asset_tag, name },
    })
  })

  test('ends a pending record, which stays pending and cannot be decided', async () => {
    const { lab, record, manager } = await pendingRecord()
    const { original } = await voided(lab, manager, record.id)
    assert.deepEqual([original.approval_status, original.status], ['pending', 'voided'])
    await refuses(lab.approve(manager, record.id), 409, 'CONFLICT')
    await refuses(lab.reject(manager, record.id), 409, 'CONFLICT')
  })

  test('happens once, and never to a marker', async () => {
    const { lab, record, manager } = await pendingRecord()
    const { marker } = await voided(lab, manager, record.id)
    await refuses(lab.void(manager, record.id), 409, 'CONFLICT')
    await refuses(lab.correct(manager, record.id), 409, 'CONFLICT')
    await refuses(lab.void(manager, marker.id), 409, 'CONFLICT')
  })

  test('is refused to technicians and for foreign records', async () => {
    const { lab, record } = await pendingRecord()
    await refuses(lab.void(await lab.caller({ role: 'technician' }), record.id), 403, 'FORBIDDEN')
    await refuses(lab.void(await (await openLaboratory(app)).caller(), record.id), 404, 'NOT_FOUND')
  })
})
