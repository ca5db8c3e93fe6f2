import assert from 'node:assert/strict'
import type { TestApp } from '../app.ts'
import { actsOn, openLivingWorkspace, type LivingWorkspace } from './living-workspace.ts'

/** A workspace in which everything has happened that tables record, once at least. */
export async function openRichWorkspace(app: TestApp): Promise<LivingWorkspace> {
  const w = await openLivingWorkspace(app)
  const acts = actsOn(app)
  await furnish(w, acts)
  await fillRegister(w, acts)
  await decide(w, acts)
  for (const list of [w.instruments, w.records, w.locations, w.documents, w.members, w.keys, w.webhooks]) {
    assert.ok(list.length > 0)
  }
  return w
}

type Acts = ReturnType<typeof actsOn>

async function furnish(w: LivingWorkspace, acts: Acts): Promise<void> {
  await w.lab.settings({
    standards: ['iso_9001'],
    defaultDecisionRule: 'simple acceptance',
    laboratory: { name: 'Lab', logo: 'aGk=' },
  })
  await acts.addSite(w, 'North', 'Pacific/Auckland')
  await acts.addLocation(w, w.sites[1]!, 'Shelf')
  await acts.addMember(w, 'limited@example.com', 'auditor')
  await acts.changeMember(w, w.members[1]!, {
    siteIds: [w.sites[1]!],
    accessEndsAt: '2027-01-01T00:00:00.000Z',
  })
  await acts.addKey(w, w.members[1]!, [w.sites[1]!], '2027-01-01T00:00:00.000Z')
  await acts.revokeKey(w, w.keys[0]!)
  await acts.subscribe(w, { events: ['instrument.updated'], description: 'to the ERP' })
  await acts.changeWebhook(w, w.webhooks[0]!, { is_active: false })
}

const reading = {
  result: 'PASS',
  performed_at: '2026-06-01T00:00:00.000Z',
  nominal_value: '10 mm',
  temperature: '20',
}

async function fillRegister(w: LivingWorkspace, acts: Acts): Promise<void> {
  const plain = { name: 'Caliper', calibration_interval_value: 12 }
  await acts.enter(w, { ...plain, asset_tag: 'R-1', serial_number: 'S-1', customFields: { a: '1' } })
  await acts.enter(w, { ...plain, asset_tag: 'R-2', last_calibration_date: '2026-05-01T00:00:00.000Z' })
  const [first] = w.instruments
  await acts.update(w, first!, {
    site_id: w.sites[1]!,
    location_id: w.locations[0]!.id,
    grace_days: 3,
    warning_days: 9,
  })
  await acts.calibrate(w, first!, reading)
  await acts.extend(w, first!, '2027-12-24')
  await acts.attach(w, first!)
  await acts.certify(w, w.records[0]!)
}

async function decide(w: LivingWorkspace, acts: Acts): Promise<void> {
  const [first, second] = w.instruments
  await acts.correct(w, w.records[0]!, reading)
  await acts.calibrate(w, second!, { ...reading, result: 'FAIL' })
  await acts.void(w, w.records[2]!)
  await w.lab.settings({ approvalPolicy: 'review' })
  for (let record = 0; record < 3; record += 1) await acts.calibrate(w, first!, reading)
  await acts.reject(w, w.records[3]!)
  await acts.approve(w, w.records[4]!, 'I approve')
  await acts.move(w, second!, 'OUT_FOR_CALIBRATION')
}
