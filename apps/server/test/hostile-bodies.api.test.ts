import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { startTestApp } from './app.ts'
import { bodySenders } from './body-senders.ts'
import { BODY_LETTERS, hostileBody, manners } from './hostile-bodies.ts'
import { signInAs } from './session.ts'
import { createOneOfEach } from './workspaces/create-one-of-each.ts'
import { evaluationsOfPoints, recordsOfPoints, worstBudgets, worstFiles } from './worst-bodies.ts'

/** Sending bodies of the greatest length takes most of the time, so one operation in this many gets one. */
const LONG_EVERY = 20

/** The length of the others. */
const SHORT_LETTERS = 20_000

const app = await startTestApp()
const workspace = await app.workspace()
const admin = await signInAs(app, workspace, 'admin')
const ids = await createOneOfEach(app, workspace, admin)
const senders = bodySenders(app, admin, ids)

test('no body of any operation causes a fault of the server', async () => {
  const property = fc.asyncProperty(fc.nat(1000), async (turn) => {
    for (const [index, { name, schema, send }] of senders.entries()) {
      // One manner in each run, since each body takes its time on the way: several runs meet all of them.
      const manner = manners[(index + turn) % manners.length]!
      const letters = (index + turn) % LONG_EVERY === 0 ? BODY_LETTERS : SHORT_LETTERS
      const body = hostileBody(schema, manner, turn, letters)
      const { status } = await send(body)
      assert.ok(status < 500, `${name}, ${manner}: ${status} for ${body.slice(0, 300)}`)
    }
  })
  await assertProperty(property, { numRuns: 1, endOnFailure: true })
})

test('points with the longest numbers and with the most readings are evaluated and recorded', async () => {
  // A record is evaluated the same way, so each of the lists takes one of the two ways.
  const [evaluation] = evaluationsOfPoints(admin)
  const [, ...records] = await recordsOfPoints(app, workspace, admin)
  assert.equal((await evaluation!.send(evaluation!.body)).status, 200)
  for (const { body, send } of records) assert.equal((await send(body)).status, 201)
})

test('powers of units that would make numbers of any length are refused', async () => {
  for (const [nominal, unit] of [
    ['m^3000000', 'km^3000000'],
    ['m^-999999', 'km^-999999'],
    ['m^10', 'm^10'],
    ['m^0', 'm^0'],
    ['Qm^9', 'Qm^9'],
  ] as const) {
    const point = {
      nominal: { value: '10', unit: nominal },
      tolerance: { symmetric: { absolute: '1' } },
      as_found: { readings: ['10'] },
      uncertainty: { expanded: '1', coverage_factor: '2', unit },
    }
    const body = JSON.stringify({ points: [point], decision_rule: 'guard_band_u' })
    const response = await app.call('POST', '/measurements/evaluate', { key: workspace.key, body })
    assert.equal(response.status, 422, nominal)
    assert.deepEqual(response.body.details.errors[0].loc, ['body', 'points', 0, 'nominal', 'unit'])
    assert.match(response.body.details.errors[0].msg, /exponent/)
  }
})

test('budgets with the most contributors and correlations are evaluated, at the most points', async () => {
  for (const { body, send } of await worstBudgets(admin)) assert.equal((await send(body)).status, 200)
})

test('files with the most columns, lines and letters cause no fault', async () => {
  for (const { name, body, send } of worstFiles(admin, ids)) {
    const { status } = await send(body)
    assert.ok(status < 500, `${name}: ${status} for ${body.slice(0, 300)}`)
  }
})
