// Measures the processor time of the worst bodies that each operation accepts or refuses, and ends with an error if one costs
// more than 250 ms or is answered with a fault of the server. node bench/body-costs.ts [turn]
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp, type TestResponse } from '../apps/server/test/app.ts'
import { bodySenders } from '../apps/server/test/body-senders.ts'
import { BODY_LETTERS, hostileBody, manners } from '../apps/server/test/hostile-bodies.ts'
import { signInAs } from '../apps/server/test/session.ts'
import { createOneOfEach } from '../apps/server/test/workspaces/create-one-of-each.ts'
import {
  evaluationsOfPoints,
  recordsOfPoints,
  worstBudgets,
  worstFiles,
  type WorstBody,
} from '../apps/server/test/worst-bodies.ts'
import { compareFigure } from './measure.ts'

/** Processor time that one body may cost (measurements, section 1). */
const COST_MS_MAX = 250

/** What disturbs a measurement, such as the first run of a function, is not there in each of several rounds. */
const ROUNDS = 8

/** What `referenceMs` takes on a quiet machine of the kind that the bound was set for. */
const REFERENCE_MS = 40

const referenceValue = Array.from({ length: 3000 }, (_, index) => ({ index, text: `reading ${index}` }))

/**
 * Measures the processor time of a fixed piece of work, with which the cost of a body is compared: a thread that shares
 * its core with other processes gets less done in a millisecond.
 */
function referenceMs(): number {
  return spentBy(() => {
    let sum = 1n
    for (let index = 0; index < 1_000_000; index += 1) sum = (sum * 31n + BigInt(index)) % 1_000_000_007n
    for (let turn = 0; turn < 25; turn += 1) JSON.parse(JSON.stringify(referenceValue))
  })
}

/** Processor time of this thread, in milliseconds; the system counts it in steps of some. */
function spentBy(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  return spentSince(before)
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Selects texts and numbers of the bodies. */
const TURN = Number(process.argv[2] ?? 0)

let dearest = 0

/** Sends a body until one round costs little enough; the client runs in the same thread. */
async function measure({ name, body, send }: WorstBody): Promise<void> {
  let least = Infinity
  for (let round = 0; round < ROUNDS && least > COST_MS_MAX; round += 1) {
    const before = process.threadCpuUsage()
    const response = await send(body)
    const spentMs = spentSince(before)
    // A cheap one needs no second look, nor a comparison.
    least = Math.min(least, spentMs > COST_MS_MAX ? costOf(spentMs, response) : spentMs)
    assert.ok(response.status < 500, `${name}: ${response.status} for ${body.slice(0, 300)}`)
  }
  if (least > COST_MS_MAX) console.log(`${name}: ${Math.round(least)} ms for ${body.slice(0, 300)}`)
  dearest = Math.max(dearest, least)
}

/** Returns the server's share of the time spent; the test reads the response in the same thread. */
function costOf(spentMs: number, { body }: TestResponse): number {
  const text = JSON.stringify(body)
  const ownMs = spentBy(() => void JSON.parse(text))
  return (spentMs - ownMs) * Math.min(1, REFERENCE_MS / referenceMs())
}

test('the cost of bodies', async () => {
  const app = await startTestApp()
  const workspace = await app.workspace()
  const admin = await signInAs(app, workspace, 'admin')
  const ids = await createOneOfEach(app, workspace, admin)
  const prepared = [
    ...evaluationsOfPoints(admin),
    ...(await recordsOfPoints(app, workspace, admin)),
    ...(await worstBudgets(admin)),
    ...worstFiles(admin, ids),
  ]
  for (const body of prepared) await measure(body)
  for (const { name, schema, send } of bodySenders(app, admin, ids)) {
    for (const manner of manners) {
      const body = hostileBody(schema, manner, TURN, BODY_LETTERS)
      await measure({ name: `${name}, ${manner}`, body, send })
    }
  }
  compareFigure('processor time of one body of any operation', dearest, { below: COST_MS_MAX }, ' ms')
  assert.ok(dearest <= COST_MS_MAX)
})
