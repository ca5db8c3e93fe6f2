import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeLiteral } from 'pg'
import { startTestApp } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { keepPlans, raw, sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { readHeadInputs } from './inputs-store.ts'
import { findRecordsAtUse } from './standards-store.ts'

const INSTRUMENTS = 20
const RECORDS_EACH = 20

/** What the catalogue says of a table: never analysed, or analysed while it was empty, small or full of dead rows. */
const statistics = [
  { relpages: 0, reltuples: -1 },
  { relpages: 1, reltuples: 0 },
  { relpages: 1, reltuples: 8 },
  { relpages: 8, reltuples: 0 },
]

const app = await startTestApp()
const lab = await openLaboratory(app)
const instrument = (await lab.instrument()).id as string
await lab.calibrate(instrument)
await copyRecord()

for (const table of statistics) {
  test(`reads of what counts look records up by key while ${JSON.stringify(table)} is known of the tables`, async () => {
    for (const [name, statement] of [
      [
        'the state before an append',
        readHeadInputs(queries(), [{ instrumentId: instrument, siteId: lab.id }]),
      ],
      ['a standard at the time of use', await recordsAtUse()],
    ] as const) {
      const rows = await rowsRead(statement, table)
      assert.ok(rows <= INSTRUMENTS * RECORDS_EACH * 4, `${name}: ${rows} rows`)
    }
  })
}

/** Queries that carry nothing out and pass each statement to `onStatement`. */
function queries(onStatement: (statement: Sql) => void = () => undefined): WorkspaceQueries {
  const rows = async (statement: Sql) => {
    onStatement(statement)
    return []
  }
  return { workspaceId: lab.id, rows } as unknown as WorkspaceQueries
}

async function recordsAtUse(): Promise<Sql> {
  let found = sql``
  await findRecordsAtUse(
    queries((statement) => (found = statement)),
    [{ instrumentId: instrument, at: new Date().toISOString() }],
  )
  return found
}

/** Copies the record of the instrument until there are `INSTRUMENTS` with `RECORDS_EACH`. */
async function copyRecord(): Promise<void> {
  await app.asOwner(async (client) => {
    await client.query('set session_replication_role = replica')
    for (const [table, replaced] of [
      [
        'calibrations',
        `'calibration_id', md5('record' || n)::uuid, 'ledger_index', 100000 + n, 'feed_place', 100000 + n,
          'calibration_place', 100000 + n, 'chain_first_ledger_index', 100000 + n, 'instrument_id',
          case when n % ${INSTRUMENTS} = 0 then t.instrument_id else md5('instrument' || n % ${INSTRUMENTS})::uuid end`,
      ],
      ['calibration_decisions', `'calibration_id', md5('record' || n)::uuid, 'ledger_index', 200000 + n`],
    ]) {
      const { rows } = await client.query(
        `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      const { columns } = rows[0]
      await client.query(`
        insert into ${table} (${columns})
        select ${columns.replaceAll(/(^|, )/g, '$1copy.')}
        from ${table} t
        cross join generate_series(1, ${INSTRUMENTS * RECORDS_EACH}) n
        cross join jsonb_populate_record(t, jsonb_build_object(${replaced})) copy
        where t.workspace_id = '${lab.id}'`)
    }
  })
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Returns how many rows of tables a statement reads if it was planned with these statistics. */
async function rowsRead({ text, values }: Sql, table: (typeof statistics)[number]): Promise<number> {
  await app.asOwner(async (client) => {
    await client.query(
      `update pg_class set relpages = $1, reltuples = $2
       where oid in ('calibrations'::regclass, 'calibration_decisions'::regclass)`,
      [table.relpages, table.reltuples],
    )
    await client.query(
      `delete from pg_statistic where starelid in ('calibrations'::regclass, 'calibration_decisions'::regclass)`,
    )
  })
  return app.db.transaction(lab.id, async (tx) => {
    keepPlans(tx)
    await tx.rows(raw(`prepare reading as ${text}`))
    const given = values.map((value) => escapeLiteral(String(value))).join(', ')
    const explain = raw(`explain (analyze, timing off, format json) execute reading(${given})`)
    const [row] = await tx.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain)
    await tx.rows(raw('deallocate reading'))
    return readBy(row!['QUERY PLAN'][0].Plan)
  })
}

function readBy(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, part) => sum + readBy(part), 0)
  if (!/^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(node['Node Type'])) return below
  return below + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
}
