import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPassing, type Measurement } from '@plumbline/contract'
import { procedureLibrary } from '@plumbline/contract/library'
import { finalPhase, hysteresisOf } from '@plumbline/contract/measurement'
import { startTestApp } from '../../test/app.ts'
import { readConfig } from '../platform/config.ts'
import { createSecrets } from '../platform/secrets.ts'
import { fillDemo } from './fill-workspace.ts'
import { demoProcedures } from './procedures/index.ts'
import { planProgram, wholeProgram } from './program.ts'

/** What the seed produces on the date of these tests. */
const NUMBERS = {
  fates: { extended: 5, in_use: 222, out_of_service: 6, reference_only: 4, retired: 12, sent_out: 5 },
  results: { DAMAGED: 13, FAIL: 12, LIMITED_CALIBRATION: 45, PASS: 2023, PASS_WITH_ADJUSTMENT: 206 },
  afterwards: { corrected: 16, nothing: 2262, pending: 16, voided: 5 },
  startingRecords: 43,
  neverCalibrated: 7,
  withoutSerialNumber: 22,
  shipments: 24,
  impacts: 45,
}

/** PLUMBLINE_WHOLE_DEMO=1 fills the workspace with all 254 instruments, as .ci/run does. */
const isWhole = process.env['PLUMBLINE_WHOLE_DEMO'] === '1'
const filled = isWhole ? wholeProgram : { ...wholeProgram, share: 1 / 5 }

const app = await startTestApp()

const countOf = <Value>(values: readonly Value[], by: (value: Value) => string) =>
  Object.fromEntries([...Map.groupBy(values, by)].map(([name, group]) => [name, group.length]))

test('the same seed plans the same program, with known numbers', () => {
  const program = planProgram('2026-11-21')
  assert.deepEqual(program, planProgram('2026-11-21'))
  assert.equal(new Set(program.map(({ assetTag }) => assetTag)).size, 254)
  const numbers = {
    fates: countOf(program, ({ fate }) => fate),
    results: countOf(
      program.flatMap(({ records }) => records),
      ({ result }) => result,
    ),
    afterwards: countOf(
      program.flatMap(({ records }) => records),
      ({ afterwards }) => afterwards,
    ),
    startingRecords: program.filter(({ startingAt }) => startingAt !== null).length,
    neverCalibrated: program.filter(({ startingAt, records }) => startingAt === null && records.length === 0)
      .length,
    withoutSerialNumber: program.filter(({ serialNumber }) => serialNumber === null).length,
    shipments: program.filter(({ shipment }) => shipment !== null).length,
    impacts: program.flatMap(({ records }) => records).filter(({ impact }) => impact !== null).length,
  }
  assert.deepEqual(numbers, NUMBERS)
})

test('the whole program calibrates an instrument by each procedure of the library', () => {
  const measured = planProgram('2026-11-21').filter(({ records }) =>
    records.some(({ hasPoints }) => hasPoints),
  )
  const tags = new Set(measured.map(({ family }) => family.tag))
  const followed = demoProcedures.filter(({ tag }) => tags.has(tag)).map(({ procedure }) => procedure.key)
  assert.deepEqual(followed.toSorted(), procedureLibrary.map(({ key }) => key).toSorted())
})

test('the workspace contains what was planned, at three sites in two time zones, labeled synthetic', async () => {
  const runtime = {
    config: readConfig({ PUBLIC_URL: app.origin }),
    db: app.db,
    clock: app.clock,
    secrets: createSecrets({ present: 'a secret of the tests that nothing else uses' }),
  }
  const demo = await fillDemo(runtime, filled)
  const program = planProgram('2026-11-21', filled)
  const plannedFates = countOf(program, ({ fate }) => fate)
  const total = async (path: string) => (await app.call('GET', path, { key: demo.key })).body.pagination.total
  assert.equal(await total('/instruments?include=retired'), program.length)
  assert.equal(await total('/instruments'), program.length - plannedFates['retired']!)
  assert.equal(await total('/instruments?status=REFERENCE_ONLY'), plannedFates['reference_only'])
  const outAgain = program.filter(({ shipment }) => shipment !== null && shipment.outAgainAt !== null)
  assert.equal(outAgain.length, 1)
  const out = plannedFates['sent_out']! + outAgain.length
  assert.equal(await total('/instruments?compliance_status=OUT_FOR_CALIBRATION'), out)
  // No record is pending for an instrument that accepts no more records; a correction is a separate record.
  const entered = program.flatMap(({ fate, records }) =>
    records.filter(
      ({ afterwards }) => afterwards !== 'pending' || (fate !== 'retired' && fate !== 'reference_only'),
    ),
  )
  const planned = (wanted: object) =>
    entered.filter((record) =>
      Object.entries(wanted).every(([name, value]) => record[name as 'result'] === value),
    ).length
  const { data } = (await app.call('GET', '/calibrations?result=FAIL,PASS&limit=100', { key: demo.key })).body
  const rules = data
    .filter((record: { is_starting_record: boolean }) => !record.is_starting_record)
    .map((record: { decision_rule: string | null }) => record.decision_rule)
  assert.deepEqual(new Set(rules), new Set(['simple_acceptance', 'guard_band_u']))
  assert.equal(await total('/calibrations?approval_status=pending'), planned({ afterwards: 'pending' }))
  const startingRecords = program.filter(({ startingAt }) => startingAt !== null).length
  assert.equal(
    await total('/calibrations'),
    entered.length + planned({ afterwards: 'corrected' }) + startingRecords,
  )
  assert.equal(
    await total('/calibrations?result=FAIL'),
    planned({ result: 'FAIL' }) + planned({ result: 'FAIL', afterwards: 'corrected' }),
  )
  assert.ok(entered.length > 300)
  const sites = (await app.call('GET', '/sites', { key: demo.key })).body.data
  assert.deepEqual(
    sites.map((site: { timezone: string | null }) => site.timezone),
    [null, null, 'America/New_York'],
  )
  const [first] = (await app.call('GET', '/instruments?limit=1', { key: demo.key })).body.data
  const detail = await app.call('GET', `/instruments/${first.id}`, { key: demo.key })
  assert.equal(detail.body.notes, 'Synthetic demo data.')
  await checkProcedures(demo.key)
  await checkFindings(demo.key)
})

/** Findings that are months old are assessed and closed; the others are open, with an owner and a due date. */
async function checkFindings(key: string): Promise<void> {
  const read = async (path: string) => (await app.call('GET', path, { key })).body
  const { data: closed } = await read('/findings?status=closed&limit=100')
  const concluded = closed.filter((one: { closed_because: string }) => one.closed_because === 'concluded')
  assert.ok(concluded.length > 0)
  for (const { performed_at: at } of concluded) assert.ok(at < '2026-08-24')
  assert.ok(closed.length < 100)
  const { data: open } = await read('/findings?status=open&limit=100')
  assert.ok(open.length > 0)
  for (const { owner, due_date: due } of open)
    assert.deepEqual([owner.name, due], ['Tomas Herrera', '2026-12-05'])
}

/** Each type with a procedure follows it, and its latest records have points that agree with their results. */
async function checkProcedures(key: string): Promise<void> {
  const read = async (path: string) => (await app.call('GET', path, { key })).body
  const { data: procedures } = await read('/procedures?status=released&limit=50')
  const counts = procedures.map(({ code, point_count: points }: { code: string; point_count: number }) => [
    code,
    points,
  ])
  // Part of the program has only some of the instruments that are the only ones of their type, or none.
  const lone = [
    ['CP-DIM-05', 9],
    ['CP-DIM-06', 3],
    ['CP-HUM-01', 4],
    ['CP-PRS-02', 9],
  ] as const
  const isLone = ([code]: [string, number]) => lone.some(([one]) => one === code)
  if (isWhole) assert.deepEqual(counts.filter(isLone), lone)
  assert.deepEqual(
    counts.filter((one: [string, number]) => !isLone(one)),
    [
      ['CP-DIM-01', 6],
      ['CP-DIM-02', 5],
      ['CP-DIM-03', 2],
      ['CP-DIM-04', 47],
      ['CP-ELE-01', 10],
      ['CP-MAS-01', 10],
      ['CP-MAS-02', 8],
      ['CP-PRS-01', 9],
      ['CP-TMP-01', 4],
      ['CP-TRQ-01', 6],
      ['CP-VOL-01', 3],
    ],
  )
  const { data: gauges } = await read('/instruments?asset_tag=PRG-001')
  const { procedure, points } = await read(`/instruments/${gauges[0].id}/points`)
  assert.deepEqual([procedure.code, points.length], ['CP-PRS-01', 9])
  const { data } = await read('/calibrations?limit=100&performed_after=2026-01-01T00:00:00Z')
  const measured = data.filter((record: { measurement_count: number }) => record.measurement_count > 0)
  assert.ok(measured.length > 30)
  for (const { id } of measured.slice(0, 40)) {
    const {
      result,
      procedure_code: code,
      measurements,
      deviation_from_procedure: deviation,
    } = await read(`/calibrations/${id}`)
    const final = measurements.map((point: Measurement) => finalPhase(point)!.verdict)
    assert.ok(code !== null && deviation === null)
    if (isPassing(result)) assert.ok(!final.includes('out'), `${code} ${id}`)
    if (code === 'CP-PRS-01') assert.equal(hysteresisOf(measurements).length, 4)
  }
}
