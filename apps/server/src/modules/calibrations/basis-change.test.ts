import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basisChange, type CountingChange } from './basis-change.ts'
import type { CountingRecord } from './read-store.ts'

const record = (id: string, performedAt: string, rest: Partial<CountingRecord> = {}): CountingRecord => ({
  id,
  result: 'PASS',
  performedAt,
  ledgerIndex: 1,
  chainFirstLedgerIndex: 1,
  approved: true,
  supersededById: null,
  voided: false,
  chainIds: [id],
  ...rest,
})
const MARCH = '2026-03-10T08:00:00.000Z'
const MAY = '2026-05-10T08:00:00.000Z'
const march = record('march', MARCH)

const change = (
  happened: CountingChange,
  instrument: { quarantineCalibrationId?: string; sentOutOn?: string } = {},
  timeZone = 'UTC',
) => basisChange({ quarantineCalibrationId: null, sentOutOn: null, ...instrument }, timeZone, happened)

test('an approved record that is the latest becomes the basis, with its chain', () => {
  const approved = record('may', MAY, { chainIds: ['may', 'april'] })
  assert.deepEqual(change({ remaining: march, approved }).basis, {
    calibrationId: 'may',
    performedAt: MAY,
    result: 'PASS',
    chainIds: ['may', 'april'],
  })
})

test('an approved record that is older leaves the basis, quarantine and status alone', () => {
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
  test(`a new basis of ${result} does to the quarantine what its result says`, () => {
    const approved = record('may', MAY, { result })
    assert.deepEqual(change({ remaining: march, approved }).quarantine, quarantine)
  })
}

test('a quarantine ends with the record that caused it, and not with another', () => {
  const ended = (quarantineCalibrationId: string) =>
    change({ remaining: march, ended: 'failed' }, { quarantineCalibrationId }).quarantine
  assert.deepEqual([ended('failed'), ended('other')], ['lift', 'keep'])
})

test('a failure that is corrected to a limited calibration ends its quarantine', () => {
  const approved = record('may', MAY, { result: 'LIMITED_CALIBRATION' })
  const instrument = { quarantineCalibrationId: 'failed' }
  assert.equal(change({ remaining: march, approved, ended: 'failed' }, instrument).quarantine, 'lift')
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
