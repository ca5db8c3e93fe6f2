import assert from 'node:assert/strict'
import type { TestApp } from '../app.ts'
import { newClassTable } from './unique-things.ts'
import { actsOn, openLivingWorkspace, type LivingWorkspace } from './living-workspace.ts'

/** Creates a workspace in which everything that tables record has happened at least once. */
export async function openRichWorkspace(app: TestApp): Promise<LivingWorkspace> {
  const w = await openLivingWorkspace(app)
  const acts = actsOn(app)
  await createOneOfEach(w, acts)
  await fillRegister(w, acts)
  await decide(w, acts)
  await follow(w, acts)
  await findOut(w, acts)
  const { instruments, records, locations, documents, members, keys, webhooks } = w
  const { procedures, models, classTables, providers } = w
  const things = [instruments, records, locations, documents, members, keys, webhooks]
  const lists = [...things, procedures, models, classTables, providers]
  for (const list of lists) {
    assert.ok(list.length > 0)
  }
  return w
}

type Acts = ReturnType<typeof actsOn>

async function createOneOfEach(w: LivingWorkspace, acts: Acts): Promise<void> {
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
  await acts.inviteTwo(w, 'Ines')
  await acts.addServiceAccount(w, 'ERP')
  await acts.revokeKey(w, w.keys[0]!)
  await acts.subscribe(w, { events: ['instrument.updated'], description: 'to the ERP' })
  await acts.changeWebhook(w, w.webhooks[0]!, { is_active: false })
}

const reading = {
  result: 'PASS',
  performed_at: '2026-06-01T00:00:00.000Z',
  nominal_value: '10 mm',
  temperature: '20',
  opinions: 'The drift suggests wear.',
}

async function fillRegister(w: LivingWorkspace, acts: Acts): Promise<void> {
  const plain = { name: 'Caliper', calibration_interval_value: 12 }
  await acts.enter(w, { ...plain, asset_tag: 'R-1', serial_number: 'S-1', customFields: { a: '1' } })
  await acts.enter(w, { ...plain, asset_tag: 'R-2', last_calibration_date: '2026-05-01T00:00:00.000Z' })
  await acts.enter(w, {
    asset_tag: 'R-0',
    name: 'Master',
    calibration_interval_value: null,
    status: 'REFERENCE_ONLY',
    last_calibration_date: '2026-04-01T00:00:00.000Z',
  })
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
  await w.lab.settings({
    approvalPolicy: 'review',
    targetReliabilityPercent: 90,
    shortestIntervalMonths: 3,
    requiresStandardJustification: true,
    requiresSecondFactor: true,
  })
  for (let record = 0; record < 3; record += 1) await acts.calibrate(w, first!, reading)
  await acts.reject(w, w.records[3]!)
  await acts.approve(w, w.records[4]!, 'I approve')
  await acts.move(w, second!, 'OUT_FOR_CALIBRATION')
}

/** Creates a closed and an open finding of a standard that was used to calibrate another instrument. */
async function findOut(w: LivingWorkspace, acts: Acts): Promise<void> {
  const enter = async (asset_tag: string) => {
    await acts.enter(w, { asset_tag, name: 'Standard', calibration_interval_value: 12 })
    return w.instruments.at(-1)!
  }
  const [standard, used] = [await enter('R-S1'), await enter('R-S2')]
  const out = { result: 'FAIL', notes: 'Bent', out_of_tolerance_impact: 'To be assessed' }
  await acts.calibrate(w, used, { result: 'PASS', reference_standard_asset_id: standard })
  await approveLast(w, acts)
  await acts.calibrate(w, standard, out)
  await approveLast(w, acts)
  await acts.conclude(w, 'no_impact')
  await acts.calibrate(w, used, out)
  await approveLast(w, acts)
}

/** Approves the last record if it is pending approval. */
async function approveLast(w: LivingWorkspace, acts: Acts): Promise<void> {
  await acts.approve(w, w.records.at(-1)!, 'approved')
}

/** Creates two revisions of a procedure, a model that names it, and an instrument that deviates from it. */
async function follow(w: LivingWorkspace, acts: Acts): Promise<void> {
  const points = [{ nominal: { value: '10', unit: 'mm' }, tolerance: { symmetric: { absolute: '0.02' } } }]
  const blocks = { name: 'Blocks', type: 'B', distribution: 'normal', value: '0.1' } as const
  const budgets = [{ name: 'Jaws', contributors: [{ ...blocks, degrees_of_freedom: 25.6 }] }]
  await acts.addProcedure(w, { code: 'CP-1', title: 'Calipers', points, budgets })
  const [procedure] = w.procedures
  await acts.release(w, procedure!)
  await acts.beginDraft(w, procedure!)
  await acts.documentDraft(w, procedure!, 'work-instruction.pdf')
  await acts.changeDraft(w, procedure!, { title: 'All calipers', grace_days: 3 })
  await acts.release(w, procedure!)
  await acts.addProcedure(w, { code: 'CP-2', title: 'Gauges' })
  await acts.addModel(w, { manufacturer: 'Aldergate', model: 'AC-150', procedure_id: procedure! })
  await acts.changeModel(w, w.models[0]!, { category: 'Dimensional' })
  const line = { quantity: 'Length', range: '0.5 mm to 100 mm', best_uncertainty: '0.05 µm' }
  await acts.addProvider(w, { name: 'Norrland Metrology AB', accreditation_body: 'Swedac', scope: [line] })
  await acts.certifyProvider(w, w.providers[0]!)
  await acts.changeProvider(w, w.providers[0]!, {
    accreditation_number: '1765',
    accreditation_valid_until: '2028-04-30',
    contact_name: 'Maja Lindqvist',
    contact_email: 'lab@norrland.example',
    contact_phone: '+46 90 123 45',
    lead_time_days: 15,
    notes: 'Collects on Mondays',
  })
  await acts.sendOut(w, w.instruments[0]!, { provider_id: w.providers[0]!, purchase_order: 'PO-1' })
  await acts.changeShipment(w, w.instruments[0]!, { expected_return: '2027-01-31' })
  await acts.addClassTable(w, newClassTable())
  await acts.changeClassTable(w, w.classTables[0]!, { source: 'House rule 13' })
  await acts.addClassTable(w, newClassTable())
  await acts.retireClassTable(w, w.classTables[1]!)
  await acts.enter(w, {
    asset_tag: 'R-3',
    last_calibration_date: '2026-05-02T00:00:00.000Z',
    name: 'Caliper',
    calibration_interval_value: 12,
    manufacturer: 'Aldergate',
    model: 'AC-150',
  })
}
