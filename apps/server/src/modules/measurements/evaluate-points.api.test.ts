import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@plumbline/contract'
import { sharedTestApp } from '../../../test/app.ts'

const app = await sharedTestApp()
const { key } = await app.workspace()
const evaluate = (body: unknown, headers = {}) =>
  app.call('POST', '/measurements/evaluate', { key, body, headers })

const point = (members: object = {}) => ({
  function: 'DC voltage',
  range: '10 V',
  nominal: { value: '10.000', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.002', percent_of_reading: '0.05' } },
  resolution: '0.001',
  as_found: { readings: ['10.001', '10.002'] },
  uncertainty: { expanded: '0.8', coverage_factor: '2', unit: 'mV', coverage_probability: '95.45' },
  ...members,
})

test('points are evaluated in their order, under the rule of the request', async () => {
  const points = [point(), point({ as_found: { readings: ['10.1'] }, decision_rule: 'simple_acceptance' })]
  const { status, body } = await evaluate({ points, decision_rule: 'guard_band_u' })
  assert.equal(status, 200)
  const [example] = operations.evaluateMeasurements.reply.example.points
  const { tur, ...expected } = example.decision!
  const {
    tur: ratio,
    conformance_probability: conforming,
    false_accept_probability: risk,
    ...decision
  } = body.points[0].decision
  assert.deepEqual({ ...decision, conformance_probability: 1, false_accept_probability: 0 }, expected)
  assert.ok(Math.abs(ratio - tur!) < 1e-9 && conforming > 1 - 1e-12 && risk < 1e-12)
  assert.deepEqual({ ...body.points[0], decision: null }, { ...example, decision: null })
  assert.deepEqual(
    body.points.map((each: any) => [each.decision.rule, each.decision.outcome, each.as_found.verdict]),
    [
      ['guard_band_u', 'pass', 'in'],
      ['simple_acceptance', 'fail', 'out'],
    ],
  )
})

test('a key with read scope can evaluate, whatever the role of its owner', async () => {
  const workspace = await app.workspace()
  for (const role of ['auditor', 'technician'] as const) {
    const reader = await workspace.person({ role, scope: 'read' })
    const response = await app.call('POST', '/measurements/evaluate', {
      key: reader.key,
      body: { points: [point()] },
    })
    assert.equal(response.status, 200, role)
    assert.equal(response.body.points[0].decision, null)
  }
})

test('500 points are evaluated, and 501 refused', async () => {
  const points = (count: number) => Array.from({ length: count }, () => point())
  assert.equal((await evaluate({ points: points(500) })).body.points.length, 500)
  assert.deepEqual(await locsOf({ points: points(501) }), [['body', 'points']])
  assert.deepEqual(await locsOf({ points: [] }), [['body', 'points']])
})

/** Where the problems of a refused request lie. */
async function locsOf(body: object): Promise<(string | number)[][]> {
  const response = await evaluate(body)
  assert.deepEqual([response.status, response.body.code], [422, 'VALIDATION_ERROR'])
  return response.body.details.errors.map(({ loc }: { loc: (string | number)[] }) => loc)
}

test('a refusal names each member that keeps a point from being computed', async () => {
  const terms = { upper: { absolute: '-1', counts: '2' }, lower: null }
  const uncertainty = { expanded: '1', coverage_factor: '2', unit: 'A' }
  const refused = [point(), point({ tolerance: terms, resolution: null }), point({ uncertainty })]
  assert.deepEqual(await locsOf({ points: refused }), [
    ['body', 'points', 1, 'tolerance', 'upper', 'absolute'],
    ['body', 'points', 1, 'tolerance', 'upper', 'counts'],
    ['body', 'points', 2, 'uncertainty', 'unit'],
  ])
  const { body } = await evaluate({ points: [point({ uncertainty })] })
  assert.match(body.details.errors[0].msg, /Must be in V, or in the same unit with a different SI prefix/)
  assert.deepEqual(await locsOf({ points: [point({ minimum: '1' })] }), [['body', 'points', 0, 'minimum']])
  assert.deepEqual(await locsOf({ points: [point()], decision_rule: 'guard_band_r=x' }), [
    ['body', 'decision_rule'],
  ])
})

test('points and budgets of other workspaces, or of none, are unknown', async () => {
  const id = '019345b3-5d07-7e19-b8c4-91a06f2d7e58'
  const points = [point({ point_id: id }), point({ uncertainty: { budget_id: id } })]
  assert.deepEqual(await locsOf({ points }), [
    ['body', 'points', 0, 'point_id'],
    ['body', 'points', 1, 'uncertainty', 'budget_id'],
  ])
})

test('a body that is not JSON is a malformed request, and one over 1 MiB is too large', async () => {
  const malformed = await evaluate('{"points":')
  assert.deepEqual([malformed.status, malformed.body.code], [400, 'INVALID_REQUEST'])
  const large = await evaluate({ points: [point({ note: 'x'.repeat(1_100_000) })] })
  assert.deepEqual([large.status, large.body.code], [413, 'PAYLOAD_TOO_LARGE'])
})
