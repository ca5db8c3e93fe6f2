import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../test/app.ts'

const app = await sharedTestApp()
const workspace = await app.workspace()
const { key } = await workspace.person({ role: 'auditor', scope: 'read' })
const evaluate = (body: unknown) => app.call('POST', '/uncertainty/evaluate', { key, body })

const line = (name: string, value: string, members: object = {}) => ({
  name,
  type: 'B',
  distribution: 'normal',
  value,
  ...members,
})

test('a key with read scope evaluates a budget, and correlations with it', async () => {
  const contributors = [line('Scale', '3', { unit: 'mg' }), line('Drift', '8', { divisor: '2' })]
  const correlations = [{ a: 'Scale', b: 'Drift', coefficient: '1' }]
  const { status, body } = await evaluate({ contributors, correlations, coverage: '95.45' })
  assert.equal(status, 200)
  assert.deepEqual(body, {
    combined_standard_uncertainty: 7,
    effective_degrees_of_freedom: null,
    distribution: 'normal',
    coverage_factor: 2,
    expanded_uncertainty: '14',
    contributions: [
      { name: 'Scale', standard_uncertainty: 3, contribution: 3, share_percent: (9 / 49) * 100 },
      { name: 'Drift', standard_uncertainty: 4, contribution: 4, share_percent: (16 / 49) * 100 },
    ],
  })
})

/** Where the problems of a refused request lie, below `body`. */
async function problemsOf(body: object): Promise<string[]> {
  const response = await evaluate(body)
  assert.deepEqual([response.status, response.body.code], [422, 'VALIDATION_ERROR'])
  return response.body.details.errors.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'))
}

test('a refusal names each member that keeps the budget from being computed', async () => {
  assert.deepEqual(await problemsOf({ contributors: [] }), ['contributors'])
  assert.deepEqual(await problemsOf({ contributors: [line('Scale', '1', { k: '2' })] }), ['contributors.0.k'])
  assert.deepEqual(await problemsOf({ contributors: [line('Scale', '-1')], coverage: '101' }), [
    'contributors.0.value',
    'coverage',
  ])
  const correlations = [{ a: 'Scale', b: 'Scales', coefficient: '1' }]
  assert.deepEqual(await problemsOf({ contributors: [line('Scale', '1')], correlations }), [
    'correlations.0.b',
  ])
})

test('a body that is not JSON is a malformed request, and one over 1 MiB is too large', async () => {
  const malformed = await evaluate('{')
  assert.deepEqual([malformed.status, malformed.body.code], [400, 'INVALID_REQUEST'])
  const large = await evaluate({ contributors: [line('x'.repeat(1_100_000), '1')] })
  assert.deepEqual([large.status, large.body.code], [413, 'PAYLOAD_TOO_LARGE'])
})
