import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../../../test/calibrating.ts'
import { applyBasis } from '../../../../test/register.ts'
import { newId } from '../../../platform/ids.ts'
import { projections } from '../../../projections.ts'
import type { Caller } from '../../access/index.ts'
import { setQuarantine } from '../../instruments/index.ts'
import { appendEntries, verifyLedger, type EntryDraft } from '../../ledger/index.ts'
import { decisionEntry, voidEntry } from '../ledger-payload.ts'
import { lockRecord } from '../lock-record.ts'
import { findChain, findCounting } from '../read-store.ts'
import { decisionOf } from './decision.ts'
import { basisChange, countingRecord, type QuarantineRule } from './effect.ts'
import { insertDecision, insertMarker } from './write-store.ts'

const app = await sharedTestApp()
const day = (date: string) => ({ performed_at: `${date}T08:00:00Z` })

/** An entry as releases before rule 2 wrote it. */
function withoutRule({ payload, ...entry }: EntryDraft): EntryDraft {
  const { quarantine_rule: _rule, payload_version: _version, ...rest } = payload as Record<string, never>
  return { ...entry, payload: rest }
}

/** Voids a record with the effect of a rule, as a release before rule 2 did by default. */
async function voidUnder(
  by: Caller,
  calibrationId: string,
  rule: QuarantineRule = 1,
  entryOf: (entry: EntryDraft) => EntryDraft = withoutRule,
): Promise<void> {
  await app.db.transaction(by.workspaceId, async (tx) => {
    const { instrument } = await lockRecord(tx, by, calibrationId)
    const { instrumentId } = instrument
    const remaining = await findCounting(tx, instrumentId, calibrationId)
    const marker = {
      voidId: newId(),
      voidsId: calibrationId,
      instrumentId,
      voidedBy: by.name,
      voidedByPersonId: by.userId,
      reason: 'Mistaken',
    }
    const [position] = await appendEntries(tx, app.clock, by, [entryOf(voidEntry(marker))])
    insertMarker(tx, { marker, position })
    const counting = { remaining, ended: calibrationId }
    const change = basisChange(instrument, by.workspace.timeZone, counting, rule)
    await applyBasis(tx, app, { instrument, change, position })
  })
}

/** Approves a waiting record as a release before rule 2 did. */
async function approveUnderRule1(by: Caller, calibrationId: string): Promise<void> {
  await app.db.transaction(by.workspaceId, async (tx) => {
    const { row, instrument } = await lockRecord(tx, by, calibrationId)
    const remaining = await findCounting(tx, instrument.instrumentId, null)
    const decision = decisionOf(by, { decision: 'approved' })
    const entry = withoutRule(decisionEntry(row, decision))
    const [position] = await appendEntries(tx, app.clock, by, [entry])
    insertDecision(tx, { calibrationId, decision, position })
    const approved = countingRecord(row, await findChain(tx, calibrationId))
    const change = basisChange(instrument, by.workspace.timeZone, { remaining, approved }, 1)
    await applyBasis(tx, app, { instrument, change, position })
  })
}

async function assertVerified(lab: Laboratory): Promise<void> {
  const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, lab.id)
  assert.deepEqual([fault, rowFaults], [null, []])
}

const isQuarantined = async (lab: Laboratory, id: string) => (await lab.read(id)).is_quarantined

describe('entries that name no rule of quarantine', () => {
  test('are verified with the quarantine that the rule of their time set', async () => {
    const lab = await openLaboratory(app)
    await lab.settings({ approvalPolicy: 'review' })
    const by = await lab.caller()
    const { id } = await lab.instrument()
    const failed = await lab.calibrate(id, { ...day('2026-01-01'), result: 'FAIL' })
    await approveUnderRule1(by, failed.id)
    const mistaken = await lab.calibrate(id, day('2026-02-01'))
    await approveUnderRule1(by, mistaken.id)
    await voidUnder(by, mistaken.id)
    assert.equal(await isQuarantined(lab, id), false)
    await assertVerified(lab)
  })

  test('verify where a pass lifted a quarantine that a manager had set', async () => {
    const lab = await openLaboratory(app)
    await lab.settings({ approvalPolicy: 'review' })
    const by = await lab.caller()
    const { id } = await lab.instrument()
    await setQuarantine(app, by, id, { isQuarantined: true, reason: 'Dropped' })
    const passed = await lab.calibrate(id, day('2026-02-01'))
    await approveUnderRule1(by, passed.id)
    assert.equal(await isQuarantined(lab, id), false)
    await assertVerified(lab)
  })

  test('are followed by entries of the present rule in one ledger that verifies', async () => {
    const lab = await openLaboratory(app)
    const by = await lab.caller()
    const { id } = await lab.instrument()
    await lab.calibrate(id, { ...day('2026-01-01'), result: 'FAIL' })
    const first = await lab.calibrate(id, day('2026-02-01'))
    await voidUnder(by, first.id)
    assert.equal(await isQuarantined(lab, id), false)
    const second = await lab.calibrate(id, day('2026-03-01'))
    await lab.void(by, second.id)
    assert.equal(await isQuarantined(lab, id), true)
    await assertVerified(lab)
  })
})

test('an instrument in the state of the former rule is found if its entry names the present one', async () => {
  const lab = await openLaboratory(app)
  const by = await lab.caller()
  const { id } = await lab.instrument()
  await lab.calibrate(id, { ...day('2026-01-01'), result: 'FAIL' })
  const mistaken = await lab.calibrate(id, day('2026-02-01'))
  await voidUnder(by, mistaken.id, 1, (entry) => entry)
  const { rowFaults } = await verifyLedger({ ...app.parts, projections }, lab.id)
  assert.deepEqual(
    new Set(rowFaults.map(({ table, rowId }) => `${table} ${rowId}`)),
    new Set([`instruments ${id}`]),
  )
})
