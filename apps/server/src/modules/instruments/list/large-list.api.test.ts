import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { complianceTokens, type InstrumentSummary } from '@plumbline/contract'
import { startTestApp, type TestWorkspace } from '../../../../test/app.ts'

const app = await startTestApp()

/** More than are counted one by one, so that every way of counting and of reading a page is taken. */
const SIZE = 45_000

let workspace: TestWorkspace
let small: string
let all: InstrumentSummary[]

/** Due dates around today; one in a thousand stands at a small site, failed, or was never calibrated. */
const FILL = `
  insert into instruments (
    workspace_id, instrument_id, asset_tag, name, calibration_interval_value, calibration_interval_unit, site_id,
    status, retired_at, basis_calibration_id, basis_performed_at, basis_result, compliance_group, grace_days,
    warning_days, due_date_0, site_due_date_0, created_at, updated_at, ledger_index)
  select $1, gen_random_uuid(), 'T-' || n, 'Caliper', 12, 'months',
    case when n % 1000 = 1 then $3::uuid else $2::uuid end,
    case when n % 50 = 0 then 'retired' when n % 1000 = 4 then 'out_of_service' else 'active' end,
    case when n % 50 = 0 then now() end, gen_random_uuid(), '2026-01-01',
    case when n % 1000 = 2 then 'FAIL' else 'PASS' end,
    case when n % 50 = 0 then 'retired' when n % 1000 = 2 then 'failed' when n % 1000 = 3 then 'never' else 'scheduled' end,
    case when n % 77 = 0 then 3000 end, case when n % 99 = 0 then 3000 end,
    case when n % 50 = 0 or n % 1000 = 3 then null else date '2026-11-21' + (n % 4000) - 2 end,
    case when n % 50 = 0 or n % 1000 = 3 then null else date '2026-11-21' + (n % 4000) - 2 end,
    timestamptz '2026-01-01' + make_interval(secs => n), timestamptz '2026-02-01' + make_interval(secs => n), 1
  from generate_series(1, ${SIZE}) n`

before(async () => {
  workspace = await app.workspace()
  small = await workspace.site('Small')
  await app.asOwner(async (owner) => {
    await owner.query('alter table instruments disable trigger write_words')
    await owner.query(FILL, [workspace.id, workspace.workspace.defaultSiteId, small])
    await owner.query(`update instruments set basis_result = null, basis_performed_at = null
      where compliance_group = 'never'`)
    await owner.query('analyze instruments')
  })
  all = await readAll()
})

const list = async (query: string) => {
  const { status, body } = await app.call('GET', `/instruments?${query}`, { key: workspace.key })
  assert.equal(status, 200, query)
  return body as { data: InstrumentSummary[]; pagination: { total: number } }
}

async function readAll(): Promise<InstrumentSummary[]> {
  const rows: InstrumentSummary[] = []
  while (rows.length < SIZE) {
    const { data } = await list(`include=retired&limit=100&offset=${rows.length}`)
    rows.push(...data)
  }
  return rows
}

const active = (row: InstrumentSummary) => !row.deleted
const updatedAt = (row: InstrumentSummary) => Date.UTC(2026, 1, 1) + Number(row.asset_tag?.slice(2)) * 1000

const filters: [query: string, matches: (row: InstrumentSummary) => boolean][] = [
  ['', active],
  ['include=retired', () => true],
  ['status=retired&include=retired', (row) => row.deleted],
  ['status=out_of_service', (row) => row.status === 'out_of_service'],
  ...complianceTokens.map((token): [string, (row: InstrumentSummary) => boolean] => [
    `compliance_status=${token}`,
    (row) => row.compliance_status === token,
  ]),
  ['next_due_before=2026-11-22', (row) => row.next_due_at !== null && row.next_due_at < '2026-11-22'],
  [
    'compliance_status=WARNING&next_due_before=2026-11-23',
    (row) =>
      row.compliance_status === 'WARNING' && row.next_due_at !== null && row.next_due_at < '2026-11-23',
  ],
  ['updated_since=2026-02-01T00:00:00Z', active],
  ...[1000, 24_000, 44_000].map((seconds): [string, (row: InstrumentSummary) => boolean] => {
    const since = Date.UTC(2026, 1, 1) + seconds * 1000
    return [`updated_since=${new Date(since).toISOString()}`, (row) => active(row) && updatedAt(row) >= since]
  }),
]

for (const [query, matches] of filters) {
  for (const sort of ['created_at', '-created_at', 'updated_at', '-updated_at']) {
    test(`${query || 'everything'} by ${sort}: the first, a middle and the last page are those of the whole list`, async () => {
      const rows = all.filter(matches)
      const expected = sort.startsWith('-') ? rows.toReversed() : rows
      for (const part of [0, 0.4, 0.9, 0.999]) {
        const offset = Math.floor(rows.length * part)
        const { data, pagination } = await list(`${query}&sort=${sort}&limit=20&offset=${offset}`)
        assert.equal(pagination.total, rows.length)
        assert.deepEqual(
          data.map((row) => row.asset_tag),
          expected.slice(offset, offset + 20).map((row) => row.asset_tag),
        )
      }
    })
  }
}

test('a small site has its own pages', async () => {
  const rows = all.filter((row) => row.site_id === small)
  for (const query of ['', 'compliance_status=COMPLIANT', 'compliance_status=WARNING']) {
    const token = query.split('=')[1]
    const expected = rows.filter((row) => token === undefined || row.compliance_status === token)
    const { data, pagination } = await list(`site_id=${small}&limit=100&${query}`)
    assert.equal(pagination.total, expected.length)
    assert.deepEqual(data, expected)
  }
})
