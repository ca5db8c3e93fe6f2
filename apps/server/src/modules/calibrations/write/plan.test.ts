import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CalibrationResult } from '@plumbline/contract'
import type { Caller } from '../../access/index.ts'
import type { InstrumentAtSite } from '../../instruments/index.ts'
import type { CalibrationRow } from '../record.ts'
import { requirementsNow } from '../requirements-in-force.ts'
import type { CheckedRecord } from './check.ts'
import { decisionOf } from './decision.ts'
import type { CountingRecord } from './effect.ts'
import type { CorrectedRecord } from './inputs-store.ts'
import {
  planApproval,
  planRecords,
  planRejection,
  planVoid,
  type PlannedChange,
  type PlanningInputs,
  type RecordToPlan,
} from './plan.ts'
import { noAccreditation } from './provider-of-record.ts'
import { nothingStated } from './starting-record.ts'

const AT = '2026-06-01T08:00:00.000Z'
const JANUARY = '2026-01-01T08:00:00.000Z'
const MAY = '2026-05-01T08:00:00.000Z'

/** As far as plans look at it. */
const instrument = (members: Partial<InstrumentAtSite> = {}) =>
  ({
    instrumentId: 'caliper',
    basisCalibrationId: null,
    basisResult: null,
    isQuarantined: false,
    quarantineCalibrationId: null,
    sentOutOn: null,
    requiresElectronicSignatureOverride: null,
    siteName: 'Main site',
    siteLaboratory: {},
    locationName: null,
    ...members,
  }) as InstrumentAtSite

type Settings = Partial<Caller['workspace']>

const inputsOf = (settings: Settings = {}): PlanningInputs => ({
  caller: {
    type: 'user',
    id: 'p1',
    userId: 'p1',
    name: 'Quinn',
    workspace: {
      approvalPolicy: 'automatic',
      requiresElectronicSignature: false,
      timeZone: 'UTC',
      standards: [] as string[],
      defaultDecisionRule: null,
      ...settings,
    },
  } as Caller,
  size: 7,
  at: AT,
  instruments: new Map(
    ['caliper', 'gauge'].map((instrumentId) => [
      instrumentId,
      {
        instrumentId,
        settingsVersion: '1',
        timeZone: 'UTC',
        dueSlot: 0,
        pendingTimeZone: null,
        siteTimeZone: null,
        counting: null,
      },
    ]),
  ),
})

const counting = (id: string, performedAt: string, result: CalibrationResult = 'PASS'): CountingRecord => {
  const plain = {
    id,
    result,
    performedAt,
    ledgerIndex: 3,
    chainFirstLedgerIndex: 3,
    approved: true,
    supersededById: null,
    voided: false,
    nextDueDate: null,
    chainIds: [id],
  }
  return { ...plain, lastConclusive: plain }
}

const row = (members: Partial<CalibrationRow> = {}) =>
  ({
    calibrationId: 'old',
    instrumentId: 'caliper',
    performedAt: JANUARY,
    result: 'PASS',
    ledgerIndex: 3,
    chainFirstLedgerIndex: 3,
    correctsId: null,
    decision: 'approved',
    supersededById: null,
    voidedById: null,
    ...members,
  }) as CalibrationRow

const correctionOf = (corrected: CalibrationRow) =>
  ({ row: corrected, reason: 'Mistyped', chainIds: ['old'] }) as Partial<CorrectedRecord> as CorrectedRecord

const recordOf = (
  { result = 'PASS', ...members }: Partial<CheckedRecord> & { result?: CalibrationResult } = {},
  remaining?: CountingRecord,
): RecordToPlan => ({
  checked: {
    instrument: instrument(),
    stated: { ...nothingStated, result, performedAt: MAY },
    measured: null,
    standard: null,
    performer: { performedBy: 'Tess', performedByPersonId: 'p2' },
    requirements: requirementsNow({ standards: [], defaultDecisionRule: null }),
    accreditation: { accredited: false, scope: null },
    ofProvider: noAccreditation,
    corrected: null,
    ...members,
  },
  calibrationId: 'new',
  laboratory: {},
  remaining,
})

/** What is looked at of a change. */
const seen = ({ entries, row: after, effect, events, followed }: PlannedChange) => ({
  entries: entries.map(({ kind }) => kind),
  approval: after.decision,
  basis: effect === null ? 'unchanged' : (effect.change.basis?.calibrationId ?? null),
  quarantine: effect?.change.quarantine ?? null,
  position: effect?.position.index ?? null,
  ended: followed?.endedId ?? null,
  events: events.map(({ type }) => type),
})

describe('a record', () => {
  const approvedAtOnce = ['calibration.created', 'calibration.approved']
  const waits = {
    entries: ['calibration.appended'],
    approval: null,
    basis: 'unchanged',
    quarantine: null,
    position: null,
    ended: null,
    events: ['calibration.created'],
  }
  const counts = {
    entries: ['calibration.appended', 'calibration.approved'],
    approval: 'approved',
    basis: 'new',
    quarantine: 'lift',
    position: 8,
    ended: null,
    events: approvedAtOnce,
  }
  const corrects = {
    ...counts,
    entries: ['calibration.corrected', 'calibration.approved'],
    ended: 'old',
    events: [...approvedAtOnce, 'calibration.corrected'],
  }
  const signed = instrument({ requiresElectronicSignatureOverride: true })
  const unsigned = instrument({ requiresElectronicSignatureOverride: false })
  const corrected = correctionOf(row())
  const cases: [title: string, Settings, RecordToPlan, object][] = [
    ['counts at once under an automatic policy', {}, recordOf(), counts],
    ['waits under review', { approvalPolicy: 'review' }, recordOf(), waits],
    ['waits where records are signed', { requiresElectronicSignature: true }, recordOf(), waits],
    ['waits where those of its instrument are signed', {}, recordOf({ instrument: signed }), waits],
    [
      'counts where those of its instrument alone are not signed',
      { requiresElectronicSignature: true },
      recordOf({ instrument: unsigned }),
      counts,
    ],
    [
      'that fails sets the quarantine',
      {},
      recordOf({ result: 'FAIL' }),
      { ...counts, quarantine: { causedBy: 'new' } },
    ],
    [
      'leaves a later one as the basis',
      {},
      recordOf({ result: 'FAIL' }, counting('later', AT)),
      { ...counts, basis: 'later' },
    ],
    ['that corrects another ends it', {}, recordOf({ corrected }), corrects],
    [
      'that corrects another and waits leaves it as it is',
      { approvalPolicy: 'review' },
      recordOf({ corrected }),
      { ...waits, entries: ['calibration.corrected'] },
    ],
  ]
  for (const [title, settings, record, expected] of cases) {
    test(title, () => {
      const [planned] = planRecords(inputsOf(settings), [record])
      const isLater = (expected as { basis: string }).basis === 'later'
      // The quarantine of a record that does not become the basis is the other's.
      assert.deepEqual(seen(planned!), isLater ? { ...expected, quarantine: 'lift' } : expected)
    })
  }

  test('keeps the first position of its chain, and freezes who entered and who performed it', () => {
    const chained = correctionOf(row({ chainFirstLedgerIndex: 2 }))
    const [planned] = planRecords(inputsOf(), [recordOf({ corrected: chained })])
    const { draft, chainFirstLedgerIndex, position } = planned!.record!
    assert.deepEqual([chainFirstLedgerIndex, position], [2, { index: 7, at: AT }])
    assert.deepEqual([draft.enteredBy, draft.performedBy, draft.correctsId], ['Quinn', 'Tess', 'old'])
    assert.deepEqual(planned!.effect!.change.basis!.chainIds, ['new', 'old'])
  })

  test('takes the position after those before it', () => {
    const other = recordOf({ instrument: instrument({ instrumentId: 'gauge' }) })
    const planned = planRecords(inputsOf(), [recordOf(), other])
    assert.deepEqual(
      planned.map(({ record }) => [record!.position.index, record!.decided!.position.index]),
      [
        [7, 8],
        [9, 10],
      ],
    )
  })
})

describe('a decision', () => {
  const waiting = row({ calibrationId: 'new', performedAt: MAY, decision: null })

  test('that approves lets the record take effect', () => {
    const { caller } = inputsOf()
    const correction = { ...waiting, correctsId: 'old' }
    const planned = planApproval(inputsOf(), {
      row: correction,
      instrument: instrument({ basisCalibrationId: 'old' }),
      decision: decisionOf(caller, { decision: 'approved', supersedesId: 'old' }),
      corrected: row(),
      remaining: undefined,
      chainIds: ['new', 'old'],
      points: async () => null,
    })
    assert.deepEqual(seen(planned), {
      entries: ['calibration.approved'],
      approval: 'approved',
      basis: 'new',
      quarantine: 'lift',
      position: 7,
      ended: 'old',
      events: ['calibration.approved', 'calibration.corrected'],
    })
    assert.deepEqual([planned.row.decidedAt, planned.row.decidedBy], [AT, 'Quinn'])
  })

  test('that rejects changes nothing else', () => {
    const { caller } = inputsOf()
    const decision = decisionOf(caller, { decision: 'rejected', reason: 'No' })
    const rejection = { row: waiting, instrument: instrument(), decision, reason: 'No' }
    assert.deepEqual(seen(planRejection(inputsOf(), rejection)), {
      entries: ['calibration.rejected'],
      approval: 'rejected',
      basis: 'unchanged',
      quarantine: null,
      position: null,
      ended: null,
      events: ['calibration.rejected'],
    })
  })
})

test('after a void, the next older record counts', () => {
  const planned = planVoid(inputsOf(), {
    row: row(),
    instrument: instrument({ basisCalibrationId: 'old', basisResult: 'PASS' }),
    marker: {
      voidId: 'void',
      voidsId: 'old',
      instrumentId: 'caliper',
      voidedBy: 'Quinn',
      voidedByPersonId: 'p1',
      reason: 'The wrong one',
    },
    remaining: counting('older', JANUARY, 'FAIL'),
  })
  assert.deepEqual(seen(planned), {
    entries: ['calibration.voided'],
    approval: 'approved',
    basis: 'older',
    quarantine: { causedBy: 'older' },
    position: 7,
    ended: 'old',
    events: ['calibration.voided'],
  })
  assert.deepEqual([planned.row.voidedById, planned.marked.ledgerIndex], ['void', 7])
})
