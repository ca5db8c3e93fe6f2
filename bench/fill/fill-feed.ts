import type { Client } from 'pg'
import { withoutIndexes } from './fill-register.ts'

/** The tables of a record, in the order of their references. */
const TABLES = ['ledger_entries', 'calibrations', 'calibration_decisions']

/**
 * Inserts a history of approved calibrations by plain SQL, one per second until now: each with an entry for the record and
 * one for its approval, its rows in the feed, and its share of the maintained counts. The entries contain neither text nor
 * hashes, because the measurements use only their times and indexes.
 */
export async function fillFeed(owner: Client, workspaceId: string, count: number): Promise<void> {
  // Every row refers to rows that are inserted here, so that foreign keys need not be checked.
  await owner.query('set session_replication_role = replica')
  await withoutIndexes(owner, 'ledger_entries', () => insertEntries(owner, workspaceId, count))
  await withoutIndexes(owner, 'calibrations', () => insertRecords(owner, workspaceId, count))
  await withoutIndexes(owner, 'calibration_decisions', () => insertDecisions(owner, workspaceId))
  await owner.query(
    `insert into calibration_counts (workspace_id, site_id, result, count)
     select c.workspace_id, i.site_id, c.result, count(*)
     from calibrations c
     join instruments i on i.workspace_id = c.workspace_id and i.instrument_id = c.instrument_id
     where c.workspace_id = $1
     group by 1, 2, 3`,
    [workspaceId],
  )
  await owner.query(`update ledger_heads set size = $2, last_at = now() where workspace_id = $1`, [
    workspaceId,
    FIRST_INDEX + 2 * count,
  ])
  await owner.query('set session_replication_role = origin')
  for (const table of [...TABLES, 'calibration_counts']) await owner.query(`vacuum (analyze) ${table}`)
}

/** The entries before it are those of the workspace's creation. */
const FIRST_INDEX = 100

async function insertEntries(owner: Client, workspaceId: string, count: number): Promise<void> {
  await owner.query(
    `insert into ledger_entries (
       workspace_id, index, at, kind, actor_type, actor_id, subject_type, subject_id, entry, payload, leaf_hash
     )
     select $1, ${FIRST_INDEX} + n, date_trunc('milliseconds', now()) - make_interval(secs => $2 - n / 2),
       case n % 2 when 0 then 'calibration.appended' else 'calibration.approved' end,
       'api_key', 'bench', 'calibration', (n / 2)::text, '', '', decode(repeat('00', 32), 'hex')
     from generate_series(0, 2 * $2::int - 1) n`,
    [workspaceId, count],
  )
}

async function insertRecords(owner: Client, workspaceId: string, count: number): Promise<void> {
  await owner.query(
    `with register as (
       select array_agg(instrument_id) as ids from instruments where workspace_id = $1
     )
     insert into calibrations (
       workspace_id, calibration_id, instrument_id, record_type, ledger_index, chain_first_ledger_index,
       created_at, feed_place, calibration_place, performed_at, performed_by, result, calibration_type,
       nominal_value, tolerance, as_found_reading, temperature, humidity, reference_standard,
       is_starting_record, snapshot
     )
     select $1, gen_random_uuid(), register.ids[1 + n % cardinality(register.ids)], 'calibration',
       ${FIRST_INDEX} + 2 * n, ${FIRST_INDEX} + 2 * n,
       date_trunc('milliseconds', now()) - make_interval(secs => $2 - n), n, n,
       date_trunc('milliseconds', now()) - make_interval(secs => $2 - n + n % 86400), 'Bench',
       case when n % 40 = 0 then 'FAIL' when n % 12 = 0 then 'PASS_WITH_ADJUSTMENT' else 'PASS' end, 'in_house',
       '10.000 mm', '±0.020 mm', '10.012 mm', '20.1 °C', '46 %', 'Gauge block set, grade 0', false, '{}'
     from generate_series(0, $2::int - 1) n, register`,
    [workspaceId, count],
  )
}

async function insertDecisions(owner: Client, workspaceId: string): Promise<void> {
  await owner.query(
    `insert into calibration_decisions (
       workspace_id, calibration_id, decision, ledger_index, decided_at, decided_by, is_automatic
     )
     select workspace_id, calibration_id, 'approved', ledger_index + 1, created_at, 'Bench', true
     from calibrations
     where workspace_id = $1`,
    [workspaceId],
  )
}
