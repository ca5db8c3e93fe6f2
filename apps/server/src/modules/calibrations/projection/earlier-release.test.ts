import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../../../test/calibrating.ts'
import { projections } from '../../../projections.ts'
import { newId } from '../../../platform/ids.ts'
import { findInstrument } from '../../instruments/index.ts'
import { appendEntries, verifyLedger, type CanonicalValue } from '../../ledger/index.ts'
import { findSite, laboratoryOfRecord } from '../../workspaces/index.ts'
import { recordEntry } from '../ledger-payload.ts'
import type { CalibrationDraft } from '../record.ts'
import { requirementsNow } from '../requirements-in-force.ts'
import { draftRecord } from '../write/plan.ts'
import { nothingStated } from '../write/starting-record.ts'
import { insertCalibrations } from '../write/write-store.ts'

const app = await sharedTestApp()

/** What entries of the first release do not contain. */
const RECORDED_SINCE = [
  'entered_by',
  'entered_by_person_id',
  'measurement_count',
  'measurements',
  'points_out',
  'accredited',
  'next_due_date',
  'reference_standard_condition',
  'reference_standard_reason',
]

/** A record and its entry as the first release wrote them. */
async function recordOfFirstRelease(lab: Laboratory) {
  const entered = await lab.instrument()
  const caller = await lab.caller({ name: 'Tess' })
  await app.db.transaction(lab.id, async (tx) => {
    const instrument = (await findInstrument(tx, entered.id, null))!
    const site = (await findSite(tx, instrument.siteId))!
    const { snapshot, ...draft } = draftRecord({
      calibrationId: newId(),
      actor: caller,
      performer: { performedBy: caller.name, performedByPersonId: caller.userId },
      workspace: caller.workspace,
      instrument,
      stated: { ...nothingStated, result: 'PASS', performedAt: app.clock.now().toISOString() },
      measured: null,
      standard: null,
      requirements: requirementsNow(caller.workspace),
      laboratory: (await laboratoryOfRecord(tx, caller.workspace)).frozen,
      accreditation: { accredited: false, scope: null },
      site: { siteName: site.name, siteLaboratory: site.laboratory, locationName: null },
      corrected: null,
    })
    const { requirements: _requirements, ...frozen } = snapshot
    const old: CalibrationDraft = {
      ...draft,
      accredited: null,
      enteredBy: null,
      enteredByPersonId: null,
      snapshot: frozen,
    }
    const entry = recordEntry(old)
    const { calibration } = entry.payload as { calibration: Record<string, CanonicalValue> }
    const recorded = Object.entries(calibration).filter(([name]) => !RECORDED_SINCE.includes(name))
    const payload = { calibration: Object.fromEntries(recorded) }
    const [position] = await appendEntries(tx, app.clock, caller, [{ ...entry, payload }])
    insertCalibrations(tx, [{ draft: old, position, chainFirstLedgerIndex: position.index, decided: null }])
  })
  const list = await app.call('GET', `/instruments/${entered.id}/calibrations`, { key: lab.key })
  return { record: list.body.data[0], caller }
}

describe('a record of the first release', () => {
  test('is what its ledger records, and reads as entered by its performer', async () => {
    const lab = await openLaboratory(app)
    const { record } = await recordOfFirstRelease(lab)
    assert.deepEqual([record.performed_by, record.entered_by], ['Tess', 'Tess'])
    assert.deepEqual([record.reference_standard_condition, record.reference_standard_reason], [null, null])
    const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, lab.id)
    assert.deepEqual([fault, rowFaults], [null, []])
  })

  test('is approved and corrected, and the correction names performer and corrector', async () => {
    const lab = await openLaboratory(app)
    const { record } = await recordOfFirstRelease(lab)
    const manager = await lab.caller({ name: 'Quinn' })
    await lab.approve(manager, record.id)
    const correction = await lab.correct(manager, record.id)
    assert.deepEqual([correction.performed_by, correction.entered_by], ['Tess', 'Quinn'])
    const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, lab.id)
    assert.deepEqual([fault, rowFaults], [null, []])
  })
})
