import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { empty, raw, sql } from '../../platform/db/index.ts'
import { updateInstrument } from '../instruments/index.ts'
import { draftColumns } from './columns.ts'

const app = await startTestApp()

/** Records of every kind, decided in every way. */
async function usedLaboratory() {
  const lab = await openLaboratory(app)
  const [first, manager] = [await lab.instrument(), await lab.caller()]
  const record = await lab.calibrate(first.id, { nominal_value: '10', notes: 'ä 🔧' })
  const correction = await lab.correct(manager, record.id, { result: 'FAIL' })
  await lab.void(manager, correction.id)
  await lab.settings({ approvalPolicy: 'review' })
  const reviewer = await lab.caller()
  const [approved, rejected] = [await lab.calibrate(first.id), await lab.calibrate(first.id)]
  await lab.approve(reviewer, approved.id)
  await lab.reject(reviewer, rejected.id)
  await lab.calibrate(first.id)
  return { lab, first, queries: app.db.in(lab.id) }
}

describe('the database', () => {
  const changes = [
    'update calibrations set notes = null',
    'update calibrations set result = result',
    'delete from calibrations',
    'truncate calibrations cascade',
    "update calibration_decisions set decision = 'approved'",
    'delete from calibration_decisions',
    'truncate calibration_decisions',
  ]

  test('refuses to change, delete or empty records and decisions, also to their owner', async () => {
    const { lab } = await usedLaboratory()
    for (const change of changes) {
      await app.asOwner(async (owner) => {
        await owner.query(`set app.workspace_id = '${lab.id}'`)
        await assert.rejects(owner.query(change), /is refused/, change)
        await owner.query(`set session_replication_role = replica`)
        await assert.rejects(owner.query(change), /is refused/, `${change} as a replica`)
      })
    }
  })

  test('grants the application no right to do so', async () => {
    const { queries } = await usedLaboratory()
    for (const change of changes) {
      await assert.rejects(queries.rows(sql`${raw(change)}`), /permission denied/, change)
    }
  })

  test('shows a workspace only its own rows', async () => {
    const { lab } = await usedLaboratory()
    const stranger = app.db.in((await openLaboratory(app)).id)
    for (const table of [
      'calibrations',
      'calibration_decisions',
      'undecided_calibrations',
      'calibration_counts',
    ]) {
      const where = sql`where workspace_id = ${lab.id}`
      assert.deepEqual(await stranger.rows(sql`select 1 from ${raw(table)} ${where}`), [], table)
      assert.deepEqual(await app.db.global.rows(sql`select 1 from ${raw(table)} ${empty}`), [], table)
    }
  })
})

describe('the ledger', () => {
  test('shows every stored field of a record, its snapshot included', async () => {
    const { lab, queries } = await usedLaboratory()
    const rows = await queries.rows<any>(sql`
      select to_jsonb(c) as stored, e.payload::jsonb as payload, e.kind, e.at, e.subject_id
      from calibrations c
      join ledger_entries e on e.workspace_id = c.workspace_id and e.index = c.ledger_index
      where c.workspace_id = ${lab.id} and c.record_type = 'calibration'
      order by c.ledger_index`)
    assert.equal(rows.length, 5)
    for (const { stored, payload, kind, at, subject_id } of rows) {
      assert.equal(kind, stored.corrects_id === null ? 'calibration.appended' : 'calibration.corrected')
      assert.equal(subject_id, stored.calibration_id)
      assert.equal(instant(stored.created_at), at)
      assert.equal(payload.reason ?? null, stored.correction_reason)
      for (const column of Object.values(draftColumns)) {
        if (column === 'calibration_id' || column === 'correction_reason') continue
        const value = column === 'performed_at' ? instant(stored[column]) : stored[column]
        assert.deepEqual(payload.calibration[column], value, column)
      }
    }
  })

  test('shows every decision and every void with its reason and person', async () => {
    const { lab, queries } = await usedLaboratory()
    const decisions = await queries.rows<any>(sql`
      select d.*, e.kind, e.payload::jsonb as payload, e.subject_id
      from calibration_decisions d
      join ledger_entries e on e.workspace_id = d.workspace_id and e.index = d.ledger_index
      where d.workspace_id = ${lab.id}`)
    assert.equal(decisions.length, 4)
    for (const { payload, ...row } of decisions) {
      assert.deepEqual([row.kind, row.subject_id], [`calibration.${row.decision}`, row.calibration_id])
      assert.deepEqual(
        [payload.decided_by, payload.decided_by_person_id, payload.is_automatic, payload.supersedes_id],
        [row.decided_by, row.decided_by_person_id, row.is_automatic, row.supersedes_id],
      )
      assert.equal(payload.reason ?? null, row.reason)
    }
    const voids = await queries.rows<any>(sql`
      select c.*, e.kind, e.payload::jsonb as payload, e.subject_id
      from calibrations c
      join ledger_entries e on e.workspace_id = c.workspace_id and e.index = c.ledger_index
      where c.workspace_id = ${lab.id} and c.record_type = 'void'`)
    assert.equal(voids.length, 1)
    const [{ payload, ...marker }] = voids
    assert.deepEqual([marker.kind, marker.subject_id], ['calibration.voided', marker.voids_id])
    assert.deepEqual([payload.void_id, payload.reason], [marker.calibration_id, marker.notes])
    assert.deepEqual([payload.voided_by, payload.instrument_id], [marker.performed_by, marker.instrument_id])
  })
})

describe('what lists count by', () => {
  test('places have no gaps, and counts are those of the rows, wherever instruments move', async () => {
    const { lab, first, queries } = await usedLaboratory()
    const other = await lab.instrument()
    await lab.calibrate(other.id)
    const site = await lab.site('Annex')
    const deps = { ...app, changeReasonRulesEnforced: false }
    await updateInstrument(deps, await lab.caller(), first.id, { body: { site_id: site } })
    const [wrong] = await queries.rows<{ places: number; counts: number }>(sql`
      with numbered as (
        select feed_place, calibration_place, row_number() over (order by ledger_index) - 1 as feed,
          case record_type when 'calibration'
            then row_number() over (partition by record_type order by ledger_index) - 1 end as calibration
        from calibrations
        where workspace_id = ${lab.id}),
      counted as (
        select i.site_id, coalesce(c.result, 'void') as result, count(*)
        from calibrations c join instruments i using (workspace_id, instrument_id)
        where c.workspace_id = ${lab.id}
        group by 1, 2),
      kept as (
        select site_id, result, count
        from calibration_counts
        where workspace_id = ${lab.id} and count <> 0)
      select
        (select count(*) from numbered
         where (feed_place, calibration_place) is distinct from (feed, calibration)) as places,
        (select count(*) from (
          (select * from counted except select * from kept)
          union all
          (select * from kept except select * from counted)) as differing) as counts`)
    assert.deepEqual(wrong, { places: 0, counts: 0 })
  })
})

/** An instant out of a JSON document, as the API writes it. */
function instant(text: string): string {
  return new Date(text).toISOString()
}
