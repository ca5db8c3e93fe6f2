import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type CalibrationResult, complianceTokens, type InstrumentSummary } from '@plumbline/contract'
import { assertProperty } from '@plumbline/testing'
import { startTestApp, type TestWorkspace } from '../../../../test/app.ts'
import { calibrate, callerOf, enter, wrongCounts } from '../../../../test/register.ts'
import { newId } from '../../../platform/ids.ts'
import { changeStatus, retireInstrument, updateInstrument } from '../index.ts'

const app = await startTestApp({ COMPUTED_FILTER_MAX_CANDIDATES: '40' })
const list = (key: string, query: string) => app.call('GET', `/instruments?limit=100&${query}`, { key })
const deps = { ...app, changeReasonRulesEnforced: false }

/** An instrument of the register, as a test describes it. */
interface Described {
  days: number | null
  result: CalibrationResult
  grace: number | null
  warning: number | null
  fate: 'active' | 'out' | 'reference' | 'retired' | 'moved'
}

const described: fc.Arbitrary<Described> = fc.record({
  days: fc.option(fc.integer({ min: -60, max: 60 }), { freq: 5 }),
  result: fc.constantFrom('PASS', 'LIMITED_CALIBRATION', 'FAIL'),
  grace: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 2 }),
  warning: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 2 }),
  fate: fc.constantFrom('active', 'active', 'active', 'out', 'reference', 'retired', 'moved'),
})

const DAY_MS = 86_400_000

/** Enters an instrument that is due so many days from now. */
async function enterDescribed(workspace: TestWorkspace, site: string, one: Described) {
  const { id } = await enter(app, workspace.key, {
    asset_tag: newId(),
    calibration_interval_value: 100,
    calibration_interval_unit: 'days',
  })
  const caller = await callerOf(app, workspace.id)
  if (one.days !== null) {
    const performedAt = new Date(app.clock.now().getTime() + (one.days - 100) * DAY_MS).toISOString()
    await calibrate(app, workspace, id, { performedAt, result: one.result })
  }
  const moved = one.fate === 'moved' ? { site_id: site } : {}
  const body = { grace_days: one.grace, warning_days: one.warning, ...moved }
  await updateInstrument(deps, caller, id, { body })
  if (one.fate === 'out') await changeStatus(app, caller, id, { status: 'OUT_FOR_CALIBRATION', reason: 'x' })
  if (one.fate === 'reference') await changeStatus(app, caller, id, { status: 'REFERENCE_ONLY', reason: 'x' })
  if (one.fate === 'retired') await retireInstrument(app, caller, id, { reason: null })
}

test('filters by token and due date find exactly the rows that have them, separately and combined', async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(described, { minLength: 1, maxLength: 12 }), async (many) => {
      const workspace = await app.workspace({ timeZone: 'America/New_York' })
      const site = await workspace.site('Other')
      for (const one of many) await enterDescribed(workspace, site, one)
      const all: InstrumentSummary[] = (await list(workspace.key, 'include=retired')).body.data
      assert.equal(all.length, many.length)
      assert.deepEqual(await wrongCounts(app, workspace.id), [])
      for (const query of ['', `site_id=${site}`, 'status=active', 'include=retired', 'sort=-updated_at']) {
        const base: InstrumentSummary[] = (await list(workspace.key, query)).body.data
        const matching = (token: string | null, before: string | null) =>
          base.filter(
            (row) =>
              (token === null || row.compliance_status === token) &&
              (before === null || (row.next_due_at !== null && row.next_due_at.slice(0, 10) < before)),
          )
        for (const token of [null, ...complianceTokens]) {
          for (const before of [null, '2026-11-21', '2026-12-10']) {
            if (token === null && before === null) continue
            const filters = [token && `compliance_status=${token}`, before && `next_due_before=${before}`]
            const { body } = await list(workspace.key, [query, ...filters].filter(Boolean).join('&'))
            assert.deepEqual(body.data, matching(token, before), `${query} ${token} ${before}`)
            assert.equal(body.pagination.total, body.data.length)
          }
        }
      }
    }),
    { numRuns: 8 },
  )
})

test('a computed filter over more candidates than allowed is refused until it is narrowed', async () => {
  const workspace = await app.workspace()
  const caller = await callerOf(app, workspace.id)
  const first = await enter(app, workspace.key)
  for (let entered = 1; entered < 40; entered += 1) await enter(app, workspace.key)
  const query = 'compliance_status=NOT_CALIBRATED'
  assert.equal((await list(workspace.key, query)).body.pagination.total, 40)
  app.clock.advance(60_000)
  const since = app.clock.now().toISOString()
  const last = await enter(app, workspace.key, { asset_tag: 'last' })
  for (const broad of [query, 'next_due_before=2030-01-01', `${query}&status=active`]) {
    const { status, body } = await list(workspace.key, broad)
    assert.equal(status, 422)
    assert.equal(body.code, 'FILTER_TOO_BROAD')
    assert.deepEqual(body.details, {
      candidates: 41,
      maximum: 40,
      narrow_with: ['status', 'location_id', 'site_id', 'updated_since'],
    })
  }
  for (const narrow of [`updated_since=${since}`, 'status=in_service', 'asset_tag=last']) {
    assert.equal((await list(workspace.key, `${query}&${narrow}`)).status, 200, narrow)
  }
  assert.equal((await list(workspace.key, `sort=created_at`)).body.pagination.total, 41)
  await changeStatus(app, caller, last.id, { status: 'in_service', reason: 'x' })
  assert.equal((await list(workspace.key, `${query}&status=active`)).status, 200)
  await retireInstrument(app, caller, first.id, { reason: null })
  assert.equal((await list(workspace.key, query)).status, 200)
  assert.equal((await list(workspace.key, `${query}&include=retired`)).status, 422)
  const limited = await workspace.person({ keySiteIds: [await workspace.site('Other')] })
  assert.equal((await list(limited.key, `${query}&include=retired`)).status, 200)
})
