import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../../test/calibrating.ts'
import { disarm, tamper } from '../../../test/ledger/tampering.ts'
import { signInAs } from '../../../test/session.ts'
import { findSnapshot } from './read-store.ts'

const app = await startTestApp()

/** Requires much beyond the baseline, also of in-house work. */
const STRICT = 'iso_iec_17025'

const missingOf = async (act: Promise<unknown>): Promise<{ field: string; required_by: string[] }[]> => {
  const error = await act.then(
    () => undefined,
    (refusal: any) => refusal,
  )
  assert.equal(error?.code, 'FIELD_REQUIREMENTS_UNMET')
  return error.details.missing_fields
}

/** A laboratory that selected a strict standard after its record was appended. */
async function stricterSince(standards: string[] = []) {
  const lab = await openLaboratory(app, { standards })
  const { id } = await lab.instrument()
  const record = await lab.calibrate(id)
  await lab.settings({ standards: [STRICT] })
  return { lab, instrument: id as string, record, manager: await lab.caller() }
}

/** Takes from a record what releases before this one did not freeze. */
async function forgetRequirements(lab: Laboratory, recordId: string) {
  await disarm(app)
  await tamper(app, ({ run }) =>
    run(`update calibrations set snapshot = snapshot - 'requirements' where calibration_id = $1`, [recordId]),
  )
  assert.equal((await findSnapshot(app.db.in(lab.id), recordId))!.requirements, undefined)
}

describe('a correction is held to the requirements of its original', () => {
  test('not to those of standards that were selected later', async () => {
    const { lab, instrument, record, manager } = await stricterSince()
    assert.equal((await lab.send(instrument)).body.code, 'FIELD_REQUIREMENTS_UNMET')
    const correction = await lab.correct(manager, record.id)
    assert.equal(correction.supersedes_id, record.id)
    const again = await lab.correct(manager, correction.id)
    assert.equal(again.supersedes_id, correction.id)
    const queries = app.db.in(lab.id)
    const [first, last] = [await findSnapshot(queries, record.id), await findSnapshot(queries, again.id)]
    assert.deepEqual(last!.requirements, first!.requirements)
  })

  test('and to them still when the standards are selected no more', async () => {
    const lab = await openLaboratory(app, { standards: ['iso_10012'] })
    const { id } = await lab.instrument()
    const { body } = await lab.send(id)
    const names = (body.details.missing_fields as { field: string }[]).map(({ field }) => field)
    assert.ok(names.length > 0)
    const complete = Object.fromEntries(names.map((name) => [name, 'given']))
    const record = await lab.calibrate(id, complete)
    await lab.settings({ standards: [] })
    const missing = await missingOf(lab.correct(await lab.caller(), record.id))
    assert.deepEqual(
      missing,
      names.map((field) => ({ field, required_by: ['ISO 10012:2003'] })),
    )
    assert.equal((await lab.correct(await lab.caller(), record.id, complete)).status, 'current')
  })

  test('of the type of work that it states', async () => {
    const { lab, record, manager } = await stricterSince()
    const external = { calibration_type: 'external_certificate' }
    const missing = await missingOf(lab.correct(manager, record.id, external))
    assert.deepEqual(missing, [{ field: 'certificate_number', required_by: [] }])
    const correction = await lab.correct(manager, record.id, { ...external, certificate_number: 'C-1' })
    assert.equal(correction.calibration_type, 'external_certificate')
  })

  test('with a default decision rule that the workspace has since counted as stated', async () => {
    const lab = await openLaboratory(app, { standards: [STRICT] })
    const { id } = await lab.instrument()
    const { body } = await lab.send(id)
    const names = (body.details.missing_fields as { field: string }[]).map(({ field }) => field)
    const complete = Object.fromEntries(names.map((name) => [name, 'given']))
    const record = await lab.calibrate(id, complete)
    const { decision_rule: _rule, ...withoutRule } = complete
    const missing = await missingOf(lab.correct(await lab.caller(), record.id, withoutRule))
    assert.deepEqual(
      missing.map(({ field }) => field),
      ['decision_rule'],
    )
    await lab.settings({ defaultDecisionRule: 'Simple acceptance' })
    const correction = await lab.correct(await lab.caller(), record.id, withoutRule)
    assert.equal(correction.decision_rule, 'Simple acceptance')
  })

  test('also where an earlier release froze none: the ledger records which standards were selected then', async () => {
    const { lab, record, manager } = await stricterSince()
    await forgetRequirements(lab, record.id)
    await lab.settings({ standards: ['iso_9001', STRICT] })
    const correction = await lab.correct(manager, record.id)
    const frozen = await findSnapshot(app.db.in(lab.id), correction.id)
    assert.deepEqual(frozen!.requirements!.standards, [])
  })

  test('where the selection has not changed since, to that of today', async () => {
    const lab = await openLaboratory(app)
    const { id } = await lab.instrument()
    await lab.settings({ standards: ['iso_10012'] })
    const { body } = await lab.send(id)
    const fields = (body.details.missing_fields as { field: string }[]).map(({ field }) => [field, 'given'])
    const record = await lab.calibrate(id, Object.fromEntries(fields))
    await forgetRequirements(lab, record.id)
    const missing = await missingOf(lab.correct(await lab.caller(), record.id))
    assert.equal(missing.length, fields.length)
  })

  test('and the app returns those standards', async () => {
    const { lab, instrument, record } = await stricterSince()
    const manager = await signInAs(app, lab, 'manager')
    const details = async (id: string) =>
      (await manager.call('GET', `/calibrations/${id}/details`)).body.standards_in_force
    assert.deepEqual(await details(record.id), [])
    await lab.settings({ standards: [] })
    const later = await lab.calibrate(instrument)
    await lab.settings({ standards: [STRICT] })
    assert.deepEqual(await details(later.id), [])
  })
})
