import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calibrationResults, intervalUnits, isFailing } from '@plumbline/contract'
import { sharedTestApp } from '../../../test/app.ts'
import { sql } from '../../platform/db/index.ts'
import { failingCondition, dueDateExpression, warningBegins } from './due-rule-store.ts'
import { dueDate } from './rules/due-date.ts'
import { addDays } from './rules/local-date.ts'

const app = await sharedTestApp()

/** Ends of months, of leap years, of days and of the calendar. */
const performed = [
  '2024-01-31T12:00:00Z',
  '2024-02-29T23:59:59.999Z',
  '2023-02-28T00:00:00Z',
  '2025-06-15T23:30:00Z',
  '2025-12-31T22:30:00Z',
  '9999-12-30T08:00:00Z',
]
const intervals = [1, 11, 12, 13, 365, 100_000]
const zones = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Europe/Berlin']

const cases = performed.flatMap((performedAt) =>
  intervals.flatMap((value) =>
    intervalUnits.flatMap((unit) =>
      calibrationResults.map((result) => ({ performedAt, value, unit, result })),
    ),
  ),
)
const given = sql`unnest(
    ${cases.map((each) => each.result)}::text[], ${cases.map((each) => each.performedAt)}::timestamptz[],
    ${cases.map((each) => each.value)}::integer[], ${cases.map((each) => each.unit)}::text[]
  ) with ordinality as c (result, performed_at, value, unit, place)`

test('the database calls the same results failing as the rule, and no result neither', async () => {
  const rows = await app.db.global.rows<{ result: string | null; failing: boolean | null }>(sql`
    select result, ${failingCondition(sql`result`)} as failing
    from unnest(${[...calibrationResults, null]}::text[]) as c (result)`)
  assert.deepEqual(
    rows,
    [...calibrationResults, null].map((result) => ({
      result,
      failing: result === null ? null : isFailing(result),
    })),
  )
})

test('the database computes the due dates of the rule, and none after a result that fails', async () => {
  for (const timeZone of zones) {
    const due = dueDateExpression({
      result: sql`result`,
      performedAt: sql`performed_at`,
      timeZone,
      intervalValue: sql`value`,
      intervalUnit: sql`unit`,
      stated: sql`null::date`,
    })
    const rows = await app.db.global.rows<{ due: string | null }>(
      sql`select ${due}::text as due from ${given} order by place`,
    )
    const expected = cases.map(({ result, performedAt, value, unit }) =>
      isFailing(result) ? null : dueDate({ performedAt, timeZone, interval: { value, unit } }),
    )
    assert.deepEqual(
      rows.map((row) => row.due),
      expected,
      timeZone,
    )
  }
})

test('nothing that was performed has no due date, and neither has what has no interval', async () => {
  const due = dueDateExpression({
    result: sql`result`,
    performedAt: sql`performed_at`,
    timeZone: 'UTC',
    intervalValue: sql`value`,
    intervalUnit: sql`'years'`,
    stated: sql`null::date`,
  })
  const rows = await app.db.global.rows(sql`
    select ${due} as due
    from (values (null, null::timestamptz, 1), ('PASS', now(), null)) as c (result, performed_at, value)`)
  assert.deepEqual(rows, [{ due: null }, { due: null }])
})

test('a due date that the record states applies if it is the earlier one', async () => {
  const due = dueDateExpression({
    result: sql`'PASS'`,
    performedAt: sql`timestamptz '2026-05-03 12:00Z'`,
    timeZone: 'UTC',
    intervalValue: sql`1`,
    intervalUnit: sql`'years'`,
    stated: sql`stated`,
  })
  const rows = await app.db.global.rows<{ due: string }>(sql`
    select ${due}::text as due from unnest(array['2027-01-15', '2027-05-03', '2028-01-01']::date[]) as c (stated)`)
  assert.deepEqual(
    rows.map((row) => row.due),
    ['2027-01-15', '2027-05-03', '2027-05-03'],
  )
})

test('a warning begins its own days before the due date, or the usual ones', async () => {
  const rows = await app.db.global.rows<{ begins: string }>(sql`
    select (${warningBegins(sql`date '2026-03-01'`, sql`own`, 30)})::text as begins
    from unnest(array[null, 0, 7]) as c (own)`)
  assert.deepEqual(
    rows.map(({ begins }) => begins),
    [30, 0, 7].map((days) => addDays('2026-03-01', -days)),
  )
})
