import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../test/app.ts'
import { actsOn, openLivingWorkspace, type LivingWorkspace } from '../test/workspaces/living-workspace.ts'
import { verifyLedger } from './modules/ledger/index.ts'
import { projections } from './projections.ts'

const app = await startTestApp()
const acts = actsOn(app)

/** At this moment it is another day in each of these zones. */
const PERFORMED_AT = '2026-10-22T10:30:00.000Z'
const WEST = 'Pacific/Pago_Pago'
const MIDDLE = 'America/New_York'
const EAST = 'Pacific/Kiritimati'

/** A workspace in the middle zone with a calibrated instrument on a site of the given zone. */
async function openInZone(siteZone: string | null): Promise<LivingWorkspace> {
  const w = await openLivingWorkspace(app)
  await acts.changeSite(w, w.sites[0]!, { timeZone: siteZone }, Infinity)
  await acts.enter(w, { asset_tag: 'Z-1', name: 'Caliper', calibration_interval_value: 12 })
  await acts.calibrate(w, w.instruments[0]!, { result: 'PASS', performed_at: PERFORMED_AT })
  return w
}

async function assertReplayed(w: LivingWorkspace, moment: string): Promise<void> {
  const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, w.lab.id)
  assert.deepEqual([fault, rowFaults], [null, []], moment)
}

for (const { site, coming } of [
  { site: { before: null, after: EAST }, coming: EAST },
  { site: { before: EAST, after: null }, coming: EAST },
  // Only the dates of the zone that gave way differ from those of the coming one.
  { site: { before: 'UTC', after: null }, coming: 'UTC' },
]) {
  test(`replacing a zone with ${coming} is not a fault, on a site of ${site.before} and then ${site.after}`, async () => {
    // Dates of the first zone are prepared, hold, and those before them are emptied; the other is asked for at each.
    for (const [first, second] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ] as const) {
      const w = await openInZone(site.before)
      await acts.changeZone(w, WEST, first)
      await acts.changeZone(w, coming, second)
      await assertReplayed(w, `${first} steps, then ${second}`)
      await acts.changeSite(w, w.sites[0]!, { timeZone: site.after }, 0)
      await assertReplayed(w, `${first} steps, then ${second}, then the site's`)
      await acts.goOn(w, 1)
      await assertReplayed(
        w,
        `${first} steps, then ${second}, then the site's, which the dates have followed`,
      )
      await acts.changeZone(w, MIDDLE, 0)
      await assertReplayed(w, `${first} steps, then ${second}, then a third zone`)
    }
  })
}
