import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { appInstrumentSorts, type AppInstrument, type Page } from '@plumbline/contract'
import { startTestApp, type TestWorkspace } from '../../../../test/app.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'
import { raw, sql } from '../../../platform/db/index.ts'

const app = await startTestApp()

/** Enough for each way to a page: walking from either end, and gathering. */
const SIZE = 2000

let workspace: TestWorkspace
let session: TestSession
let small: string
let all: AppInstrument[]

/** Tags against the order of entry, names that many share, some without a due date, some retired, few at a site. */
const FILL = `
  insert into instruments (
    workspace_id, instrument_id, asset_tag, name, calibration_interval_value, calibration_interval_unit, site_id,
    status, retired_at, basis_performed_at, basis_result, compliance_group, due_date_0, site_due_date_0,
    created_at, updated_at, ledger_index)
  select $1, gen_random_uuid(), 'T' || (9000 - n), (array['Caliper', 'Gauge', 'Scale'])[1 + n % 3], 12, 'months',
    case when n % 100 = 1 then $3::uuid else $2::uuid end,
    case when n % 50 = 0 then 'retired' else 'active' end, case when n % 50 = 0 then now() end,
    case when n % 20 <> 3 then timestamptz '2026-01-01' end, case when n % 20 <> 3 then 'PASS' end,
    case when n % 50 = 0 then 'retired' when n % 20 = 3 then 'never' else 'scheduled' end,
    case when n % 50 <> 0 and n % 20 <> 3 then date '2026-11-21' + (n * 7 % 400) - 30 end,
    case when n % 50 <> 0 and n % 20 <> 3 then date '2026-11-21' + (n * 7 % 400) - 30 end,
    timestamptz '2026-01-01' + make_interval(secs => n), timestamptz '2026-01-01' + make_interval(secs => n), 1
  from generate_series(1, ${SIZE}) n`

before(async () => {
  workspace = await app.workspace()
  small = await workspace.site('Small')
  await app.asOwner(async (owner) => {
    await owner.query(FILL, [workspace.id, workspace.workspace.defaultSiteId, small])
    await owner.query('analyze instruments')
  })
  session = await signInAs(app, workspace, 'auditor')
  all = await readAll()
})

async function list(query: string, as = session): Promise<Page<AppInstrument>> {
  const response = await as.call('GET', `/instruments?${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body
}

async function readAll(): Promise<AppInstrument[]> {
  const rows: AppInstrument[] = []
  while (rows.length < SIZE)
    rows.push(...(await list(`include=retired&limit=100&offset=${rows.length}`)).data)
  return rows
}

const keys: Record<string, (row: AppInstrument) => string> = {
  asset_tag: (row) => row.asset_tag!,
  name: (row) => row.name!,
  // No due date stands behind every date.
  due_date: (row) => row.due_date ?? '9999',
  created_at: (row) => row.created_at!,
  updated_at: (row) => row.updated_at!,
}

function inOrder(rows: AppInstrument[], sort: string): (string | null)[] {
  const key = keys[sort.replace('-', '')]!
  const ascending = rows.toSorted((a, b) => {
    const [left, right] = [`${key(a)} ${a.id}`, `${key(b)} ${b.id}`]
    return left < right ? -1 : left > right ? 1 : 0
  })
  return (sort.startsWith('-') ? ascending.toReversed() : ascending).map(({ asset_tag }) => asset_tag)
}

const filters: [query: string, matches: (row: AppInstrument) => boolean][] = [
  ['', (row) => !row.deleted],
  ['include=retired', () => true],
  ['q=gau', (row) => !row.deleted && row.name === 'Gauge'],
  ['q=t', (row) => !row.deleted],
  ['compliance_status=NON_COMPLIANT', (row) => row.compliance_status === 'NON_COMPLIANT'],
  ['compliance_status=NOT_CALIBRATED', (row) => row.compliance_status === 'NOT_CALIBRATED'],
  ['next_due_before=2027-03-01', (row) => row.due_date !== null && row.due_date < '2027-03-01'],
]

describe('the orders of the instrument table', () => {
  for (const sort of appInstrumentSorts) {
    test(`${sort}: every page under every filter is that of the whole list`, async () => {
      const site: (typeof filters)[0] = [`site_id=${small}`, (row) => !row.deleted && row.site_id === small]
      for (const [query, matches] of [...filters, site]) {
        const expected = inOrder(all.filter(matches), sort)
        for (const part of [0, 0.5, 0.99]) {
          const offset = Math.floor(expected.length * part)
          const page = await list(`${query}&sort=${sort}&limit=20&offset=${offset}`)
          assert.equal(page.pagination.total, expected.length, query)
          assert.deepEqual(
            page.data.map(({ asset_tag }) => asset_tag),
            expected.slice(offset, offset + 20),
            `${query} at ${offset}`,
          )
        }
      }
    })
  }

  test('apply within the sites of a person', async () => {
    const limited = await signInAs(app, workspace, 'technician', { siteIds: [small] })
    const expected = inOrder(
      all.filter((row) => !row.deleted && row.site_id === small),
      'asset_tag',
    )
    const page = await list('sort=asset_tag&limit=100', limited)
    assert.deepEqual(
      page.data.map(({ asset_tag }) => asset_tag),
      expected,
    )
  })

  test('refuse any other, and the public list has only those of the contract', async () => {
    const unknown = await session.call('GET', '/instruments?sort=colour')
    assert.deepEqual([unknown.status, unknown.body.code], [422, 'INVALID_REQUEST'])
    const response = await app.call('GET', '/instruments?sort=asset_tag', { key: workspace.key })
    assert.deepEqual([response.status, response.body.details.field], [422, 'sort'])
  })

  test('each start in an index, under row security', async () => {
    for (const column of ['asset_tag', 'name', 'due_date_0', 'due_date_1']) {
      const [, plan] = await app.db.in(workspace.id).batch([
        sql`set local enable_seqscan = off`,
        sql`
          explain (format json) select i.instrument_id from instruments i
          where i.workspace_id = ${workspace.id} and retired_at is null
          order by i.${raw(column)}, i.instrument_id
          limit 50`,
      ])
      assert.match(JSON.stringify(plan), /"Index (Only )?Scan"/, column)
      assert.doesNotMatch(JSON.stringify(plan), /"Node Type":"Sort"/, column)
    }
  })
})
