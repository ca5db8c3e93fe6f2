import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Body } from '../../../../test/calibrating.ts'
import { signInAs } from '../../../../test/session.ts'
import { findSnapshot } from '../read-store.ts'

const app = await sharedTestApp()

const LINE = {
  quantity: 'DC voltage',
  from: '1',
  to: '10',
  unit: 'V',
  cmc: '3',
  cmc_unit: 'mV',
  cmc_percent: null,
  method: 'cg-15',
  since: '2025-01-01',
  until: null,
}
const point = (members: Body = {}) => ({
  function: 'DC voltage',
  nominal: { value: '5', unit: 'V' },
  as_found: { readings: ['5.001'] },
  uncertainty: { expanded: '0.004', coverage_factor: '2' },
  ...members,
})

/** A laboratory with an accreditation, and with a scope where one is given. */
async function openAccredited(scope: object[] | null = null) {
  const lab = await openLaboratory(app)
  const admin = await signInAs(app, lab, 'admin')
  const settings = { accreditation: 'Body, No. 7', accreditation_scope: scope }
  const { status, body } = await admin.call('PATCH', '', { body: settings })
  assert.equal(status, 200, JSON.stringify(body))
  const { id } = await lab.instrument()
  const send = (members: Body) => lab.send(id, { traceability_reference: 'To the SI', ...members })
  return { lab, admin, send }
}

test('a record is accredited by default where it states uncertainty and traceability inside the scope, at every point', async () => {
  const { send } = await openAccredited([LINE])
  const free = await openAccredited()
  const cases: [title: string, body: Body, accredited: boolean, inWorkspace?: typeof free][] = [
    ['inside', { measurements: [point()] }, true],
    ['in another SI prefix', { measurements: [point({ nominal: { value: '5000', unit: 'mV' } })] }, true],
    ['one point outside', { measurements: [point(), point({ nominal: { value: '20', unit: 'V' } })] }, false],
    ['another quantity', { measurements: [point({ function: 'AC voltage' })] }, false],
    ['before the accreditation', { measurements: [point()], performed_at: '2024-12-30T10:00:00Z' }, false],
    ['without uncertainty', { measurements: [point({ uncertainty: null })] }, false],
    ['without traceability', { measurements: [point()], traceability_reference: null }, false],
    ['a point that is not', { measurements: [point(), point({ accredited: false })] }, false],
    ['said not to be', { measurements: [point()], accredited: false }, false],
    [
      'said to be, in part',
      { measurements: [point(), point({ accredited: false })], accredited: true },
      true,
    ],
    ['no scope', { measurements: [point({ function: 'AC voltage' })] }, true, free],
    ['a single reading', { nominal_value: '5 V', measurement_uncertainty: '1 mV' }, true, free],
    ['a single reading without uncertainty', { nominal_value: '5 V' }, false, free],
  ]
  for (const [title, sent, accredited, { send: sendTo } = { send }] of cases) {
    const { status, body } = await sendTo(sent)
    assert.equal(status, 201, `${title}: ${JSON.stringify(body)}`)
    assert.equal(body.accredited, accredited, title)
  }
})

test('a record that claims accreditation and is not covered is refused with the reason', async () => {
  const { send } = await openAccredited([LINE])
  const provider = {
    calibration_type: 'external_certificate',
    certificate_number: 'K-1',
    performed_at: '2026-01-10T10:00:00Z',
  }
  const cases: [body: Body, sentence: RegExp][] = [
    [{ ...provider, measurements: [point()] }, /another laboratory/],
    [{ measurements: [point()], traceability_reference: null }, /reference standard/],
    [{ measurements: [point({ uncertainty: null })] }, /uncertainty/],
    [{ measurements: [point({ function: 'Length' })] }, /scope/],
  ]
  for (const [sent, sentence] of cases) {
    const { status, body } = await send({ ...sent, accredited: true })
    assert.equal(status, 422, JSON.stringify(body))
    const [{ loc, msg }] = body.details.errors
    assert.deepEqual(loc, ['body', 'accredited'])
    assert.match(msg, sentence)
  }
})

test('a record stores the lines that cover it, and an uncertainty below them gives a warning', async () => {
  const { lab, admin, send } = await openAccredited([
    LINE,
    { ...LINE, quantity: 'Length', unit: 'mm', cmc_unit: null },
  ])
  const small = point({ uncertainty: { expanded: '0.002', coverage_factor: '2' } })
  const { body: made } = await send({ measurements: [small, point()] })
  const warned = [['uncertainty_below_scope', [0]]]
  const codes = ({ warnings }: any) => warnings.map(({ code, points }: any) => [code, points])
  assert.deepEqual(codes(made), warned)
  const { body: evaluated } = await app.call('POST', '/measurements/evaluate', {
    key: lab.key,
    body: { points: [small] },
  })
  assert.deepEqual(codes(evaluated), warned)
  await admin.call('PATCH', '', { body: { accreditation_scope: null } })
  assert.deepEqual(codes(await lab.record(made.id)), warned)
  const snapshot = await findSnapshot(app.db.in(lab.id), made.id)
  assert.deepEqual(snapshot?.accreditation_scope, [LINE])
  assert.equal('accreditation_scope' in (snapshot?.workspace.laboratory ?? {}), false)
})

test('a scope with empty lines is refused with each value, and a concurrent change is detected', async () => {
  const { admin } = await openAccredited([LINE])
  const faulty = [
    LINE,
    { ...LINE, to: '0.5' },
    { ...LINE, cmc: null },
    { ...LINE, cmc: '-1' },
    { ...LINE, cmc_unit: 'A' },
    { ...LINE, until: '2024-01-01' },
  ]
  const { status, body } = await admin.call('PATCH', '', { body: { accreditation_scope: faulty } })
  assert.equal(status, 422)
  assert.deepEqual(
    body.details.errors.map(({ loc }: { loc: unknown[] }) => loc.slice(2)),
    [
      [1, 'to'],
      [2, 'cmc'],
      [3, 'cmc'],
      [4, 'cmc_unit'],
      [5, 'until'],
    ],
  )
  assert.deepEqual((await admin.call('GET', '')).body.accreditation_scope, [LINE])
})
