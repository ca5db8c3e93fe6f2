import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sharedTestApp, type TestWorkspace } from '../../../test/app.ts'
import { systemActor } from '../../platform/actor.ts'
import { updateWorkspace } from '../settings/index.ts'
import { attachmentsOf, textOf, without } from '../../../test/rendered-pages.ts'

const app = await sharedTestApp()
const parts = { db: app.db, clock: app.clock }

let tags = 0
async function enter(workspace: TestWorkspace, instrument: object = {}): Promise<string> {
  tags += 1
  const entered = await app.call('POST', '/instruments', {
    key: workspace.key,
    body: { asset_tag: `PRT-${tags}`, name: 'Plug gauge', calibration_interval_value: 12, ...instrument },
  })
  assert.equal(entered.status, 201, JSON.stringify(entered.body))
  return entered.body.id as string
}

async function calibrate(workspace: TestWorkspace, instrumentId: string, body: object): Promise<string> {
  const made = await app.call('POST', `/instruments/${instrumentId}/calibrations`, {
    key: workspace.key,
    headers: { 'idempotency-key': randomUUID() },
    body: { result: 'PASS', calibration_type: 'in_house', ...body },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body.id as string
}

async function certificateFile(workspace: TestWorkspace, calibrationId: string): Promise<Buffer> {
  const response = await fetch(`${app.origin}/api/public/v1/calibrations/${calibrationId}/certificate`, {
    headers: { authorization: `Bearer ${workspace.key}` },
  })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

describe('units on a certificate', { skip: without('pdftotext') }, () => {
  const bare = {
    nominal_value: '100',
    tolerance: '±0.05',
    as_found_reading: '100.06',
    as_left_reading: '100.01',
    measurement_uncertainty: '0.004',
    out_of_tolerance_impact: 'none',
  }

  test('values that were sent without one are printed in the unit of the register, frozen with the record', async () => {
    const workspace = await app.workspace()
    const instrumentId = await enter(workspace, { unit_of_measure: 'mm' })
    const calibrationId = await calibrate(workspace, instrumentId, bare)
    await app.call('PATCH', `/instruments/${instrumentId}`, {
      key: workspace.key,
      body: { unit_of_measure: 'in' },
    })
    const file = await certificateFile(workspace, calibrationId)
    const printed = textOf(file)
    for (const text of ['100 mm', '±0.05 mm', '100.06 mm', '+0.06 mm', '100.01 mm', '+0.01 mm', '0.004 mm']) {
      assert.ok(printed.replaceAll(' ', '').includes(text.replaceAll(' ', '')), `${text} in ${printed}`)
    }
    const { record } = JSON.parse(Object.values(attachmentsOf(file))[0]!) as { record: object }
    assert.deepEqual({ ...record, ...bare }, record, 'the attached record holds what was sent')
  })

  test('texts with a unit, with a % and without a number are printed as they were sent', async () => {
    const workspace = await app.workspace()
    const instrumentId = await enter(workspace, { unit_of_measure: 'mm' })
    const calibrationId = await calibrate(workspace, instrumentId, {
      nominal_value: '10 µm',
      tolerance: '2 %',
      as_found_reading: '10.1',
      as_left_reading: 'OK',
      measurement_uncertainty: '0.2 µm + 2·10⁻⁶·L',
    })
    const printed = textOf(await certificateFile(workspace, calibrationId))
    assert.match(printed, /10 ?[µμ]m/)
    assert.match(printed, /10\.1 ?[µμ]m/, 'the reading is in the unit of the nominal value')
    assert.match(printed, /As left OK/)
    assert.doesNotMatch(printed, / mm/)
  })
})

describe('conformity on a certificate', { skip: without('pdftotext') }, () => {
  const measured = {
    nominal_value: '10 V',
    tolerance: '±0.05 V',
    as_found_reading: '10.049 V',
    measurement_uncertainty: '0.02 V',
    conformity_statement: 'Within the limits of the maker.',
  }
  const printedOf = async (body: object, settings?: { defaultDecisionRule: string }) => {
    const workspace = await app.workspace()
    if (settings) await updateWorkspace(parts, systemActor(workspace.id), settings)
    const id = await calibrate(workspace, await enter(workspace), { ...measured, ...body })
    return textOf(await certificateFile(workspace, id))
  }

  test('is not stated without a decision rule: the deviation is shown, with the reason why there is no statement', async () => {
    const printed = await printedOf({})
    assert.match(printed, /\+0\.049 ?V/)
    assert.match(printed, /No statement of conformity is made, since no decision rule was agreed/)
    for (const text of [
      /within tolerance/,
      /outside tolerance/,
      /Within the limits of the maker/,
      /Decision rule /,
    ]) {
      assert.doesNotMatch(printed, text)
    }
  })

  test('is stated under simple acceptance, which is named', async () => {
    for (const decision_rule of ['simple_acceptance', 'Simple acceptance (ILAC-G8:09/2019, 4.2.1)']) {
      const printed = await printedOf({ decision_rule })
      assert.match(printed, /Decision rule Simple acceptance \(ILAC-G8:09\/2019, 4\.2\.1\)/)
      assert.match(printed, /within tolerance/)
      assert.match(printed, /Within the limits of the maker/)
      assert.doesNotMatch(printed, /No statement of conformity/)
    }
  })

  test("is stated under the workspace's default rule where the record names none", async () => {
    const printed = await printedOf({}, { defaultDecisionRule: 'simple_acceptance' })
    assert.match(printed, /Decision rule Simple acceptance/)
    assert.match(printed, /within tolerance/)
  })

  test('names a rule that the comparison does not apply, and marks no reading', async () => {
    const rules = [
      ['guard_band_u', 'Guard band w = U, binary statement (ILAC-G8:09/2019, 4.2.2)'],
      ['As agreed with the customer', 'As agreed with the customer'],
    ] as const
    for (const [decision_rule, name] of rules) {
      const printed = await printedOf({ decision_rule })
      assert.ok(printed.includes(`Decision rule ${name}`), printed)
      assert.match(printed, /Conformity was decided by a person under this decision rule/)
      assert.match(printed, /Within the limits of the maker/)
      assert.doesNotMatch(printed, /(?:Assessment|V) (?:within|outside) tolerance/)
    }
  })

  test("leaves a provider's statement to the provider's certificate", async () => {
    const printed = await printedOf({
      calibration_type: 'external_certificate',
      certificate_number: 'ET-1',
      performed_at: '2026-05-04T09:30:00Z',
    })
    assert.match(printed, /it is part of the provider's certificate/)
    assert.doesNotMatch(printed, /within tolerance/)
  })
})
