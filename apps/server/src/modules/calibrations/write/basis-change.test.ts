import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  basisChange,
  isConclusive,
  type CountingChange,
  type CountingRecord,
  type InstrumentBefore,
} from './effect.ts'

const record = (id: string, performedAt: string, rest: Partial<CountingRecord> = {}): CountingRecord => {
  const plain = {
    id,
    result: 'PASS' as const,
    performedAt,
    nextDueDate: null,
    ledgerIndex: 1,
    chainFirstLedgerIndex: 1,
    approved: true,
    supersededById: null,
    voided: false,
    chainIds: [id],
    ...rest,
  }
  return { lastConclusive: isConclusive(plain) ? plain : null, ...plain }
}
const MARCH = '2026-03-10T08:00:00.000Z'
const MAY = '2026-05-10T08:00:00.000Z'
const march = record('march', MARCH)

const usable: InstrumentBefore = {
  basisCalibrationId: 'march',
  basisResult: 'PASS',
  isQuarantined: false,
  quarantineCalibrationId: null,
  sentOutOn: null,
}
const quarantinedBy = (quarantineCalibrationId: string) => ({ isQuarantined: true, quarantineCalibrationId })

const change = (
  happened: CountingChange,
  instrument: Partial<InstrumentBefore> = {},
  timeZone = 'UTC',
  rule?: 1 | 2,
) => basisChange({ ...usable, ...instrument }, timeZone, happened, rule)

test('an approved record that is the latest becomes the basis, with its chain', () => {
  const approved = record('may', MAY, { chainIds: ['may', 'april'] })
  assert.deepEqual(change({ remaining: march, approved }).basis, {
    calibrationId: 'may',
    performedAt: MAY,
    result: 'PASS',
    nextDueDate: null,
    chainIds: ['may', 'april'],
  })
})

test('an older approved record does not change the basis, quarantine and status', () => {
  const approved = record('february', '2026-02-10T08:00:00.000Z', { result: 'FAIL' })
  const { basis, quarantine, returnsFromSending } = change(
    { remaining: march, approved },
    { sentOutOn: '2026-01-01' },
  )
  assert.deepEqual([basis?.calibrationId, quarantine, returnsFromSending], ['march', 'keep', false])
})

test('without any record there is no basis', () => {
  assert.equal(change({ remaining: undefined, ended: 'march' }).basis, null)
})

const quarantines: [CountingRecord['result'], ReturnType<typeof change>['quarantine']][] = [
  ['PASS', 'lift'],
  ['PASS_WITH_ADJUSTMENT', 'lift'],
  ['LIMITED_CALIBRATION', 'keep'],
  ['FAIL', { causedBy: 'may' }],
  ['DAMAGED', { causedBy: 'may' }],
]
for (const [result, quarantine] of quarantines) {
  test(`a new basis of ${result} sets or lifts the quarantine by its result`, () => {
    const approved = record('may', MAY, { result })
    assert.deepEqual(change({ remaining: march, approved }).quarantine, quarantine)
  })
}

test('a quarantine ends with the record that caused it, and not with another', () => {
  const ended = (cause: string) =>
    change({ remaining: march, ended: 'failed' }, quarantinedBy(cause)).quarantine
  assert.deepEqual([ended('failed'), ended('other')], ['lift', 'keep'])
})

test('a failure that is corrected to a limited calibration ends its quarantine', () => {
  const approved = record('may', MAY, { result: 'LIMITED_CALIBRATION' })
  const happened = { remaining: undefined, approved, ended: 'failed' }
  const instrument = {
    basisCalibrationId: 'failed',
    basisResult: 'FAIL',
    ...quarantinedBy('failed'),
  } as const
  assert.equal(change(happened, instrument).quarantine, 'lift')
})

test('a failure that is the basis again sets the quarantine, under rule 1 it did not', () => {
  const happened = { remaining: record('failed', MARCH, { result: 'FAIL' }), ended: 'mistaken' }
  const instrument = { basisCalibrationId: 'mistaken' }
  const under = (rule: 1 | 2) => change(happened, instrument, 'UTC', rule).quarantine
  assert.deepEqual([under(2), under(1)], [{ causedBy: 'failed' }, 'keep'])
})

test('a limited calibration that is the basis again restores what the failure before it set', () => {
  const failed = record('failed', MARCH, { result: 'FAIL' })
  const limited = record('limited', MAY, { result: 'LIMITED_CALIBRATION', lastConclusive: failed })
  const happened = { remaining: limited, ended: 'mistaken' }
  assert.deepEqual(change(happened, { basisCalibrationId: 'mistaken' }).quarantine, { causedBy: 'failed' })
  const anotherLimited = { basisCalibrationId: 'mistaken', basisResult: 'LIMITED_CALIBRATION' } as const
  assert.equal(change(happened, anotherLimited).quarantine, 'keep')
})

test('a pass that is corrected to an earlier failure sets the quarantine, though a limited calibration becomes the basis', () => {
  const passed = record('passed', '2026-02-10T08:00:00.000Z')
  const remaining = record('limited', MAY, { result: 'LIMITED_CALIBRATION', lastConclusive: passed })
  const approved = record('corrected', MARCH, { result: 'FAIL' })
  const instrument = { basisCalibrationId: 'mistaken' }
  const { basis, quarantine } = change({ remaining, approved, ended: 'mistaken' }, instrument)
  assert.deepEqual([basis?.calibrationId, quarantine], ['limited', { causedBy: 'corrected' }])
})

test('no record changes a quarantine that a manager set, under rule 1 a pass lifted it', () => {
  const byHand = { isQuarantined: true, quarantineCalibrationId: null }
  const by = (result: CountingRecord['result'], rule: 1 | 2) =>
    change({ remaining: march, approved: record('may', MAY, { result }) }, byHand, 'UTC', rule).quarantine
  assert.deepEqual([by('PASS', 2), by('FAIL', 2), by('PASS', 1)], ['keep', 'keep', 'lift'])
})

test('the day of sending out is a day of the zone of the workspace', () => {
  const returns = (timeZone: string) =>
    change({ remaining: undefined, approved: march }, { sentOutOn: '2026-03-10' }, timeZone)
      .returnsFromSending
  assert.deepEqual(
    [returns('UTC'), returns('Pacific/Auckland'), returns('Pacific/Honolulu')],
    [true, true, false],
  )
})
