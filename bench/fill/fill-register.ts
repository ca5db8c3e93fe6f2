import type { Client } from 'pg'

/**
 * Inserts instruments by plain SQL, similar to a real register: three sites, due dates on every day of the year, one in
 * twelve overdue, some never calibrated, sent out or retired. Search words are omitted, because they take longest; see
 * `writeWords`.
 * @param taken number of existing instruments, whose tags and serial numbers are in use
 */
export async function fillRegister(
  owner: Client,
  workspaceId: string,
  siteIds: readonly string[],
  count: number,
  taken = 0,
): Promise<void> {
  await owner.query('alter table instruments disable trigger write_words')
  await withoutIndexes(owner, 'instruments', () =>
    insertInstruments(owner, workspaceId, siteIds, { count, taken }),
  )
  await owner.query('alter table instruments enable trigger write_words')
  await owner.query('vacuum (analyze) instruments')
  await owner.query('vacuum (analyze) instrument_counts')
  await owner.query('vacuum (analyze) instrument_due_counts')
  await owner.query('vacuum (analyze) instrument_worklist_counts')
}

/** Inserts the search words of a filled register. */
export async function writeWords(owner: Client, workspaceId: string): Promise<void> {
  await withoutIndexes(owner, 'instrument_words', () =>
    owner.query(
      `insert into instrument_words (workspace_id, instrument_id, word, shared, site_id, status, created_at)
       select i.workspace_id, i.instrument_id, w.word, w.shared, i.site_id, i.status, i.created_at
       from instruments i
       cross join lateral indexed_words(concat_ws(' ', i.asset_tag, i.serial_number, i.name, i.manufacturer, i.model)) w
       where i.workspace_id = $1
       on conflict do nothing`,
      [workspaceId],
    ),
  )
  await owner.query('vacuum (analyze) instrument_words')
}

/** Fills a table without its indexes: those that no constraint needs are dropped and created again. */
export async function withoutIndexes(
  owner: Client,
  table: string,
  fill: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = $1::regclass
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  )
  // Indexes are then built without temporary files.
  await owner.query(`set maintenance_work_mem = '256MB'`)
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await fill()
  for (const { definition } of rows) await owner.query(definition)
}

async function insertInstruments(
  owner: Client,
  workspaceId: string,
  siteIds: readonly string[],
  { count, taken }: { count: number; taken: number },
): Promise<void> {
  await owner.query(
    `insert into instruments (
       workspace_id, instrument_id, asset_tag, name, manufacturer, model, serial_number, calibration_interval_value,
       calibration_interval_unit, site_id, status, retired_at, basis_performed_at, basis_result, compliance_group,
       due_date_0, site_due_date_0, created_at, updated_at, ledger_index
     )
     select $1, gen_random_uuid(), 'TAG-' || lpad(n::text, 8, '0'), 'Digital caliper 150 mm', 'Aldergate', 'AC-150',
       'SN' || n, 12, 'months', ($2::uuid[])[1 + n % 3],
       case when n % 50 = 0 then 'retired' when n % 97 = 0 then 'OUT_FOR_CALIBRATION' else 'active' end,
       case when n % 50 = 0 then now() end,
       case when n % 33 <> 0 then now() - make_interval(days => (n * 7 % 395)::int) end,
       case when n % 33 <> 0 then 'PASS' end,
       case when n % 50 = 0 then 'retired' when n % 97 = 0 then 'out' when n % 33 = 0 then 'never' else 'scheduled' end,
       case when n % 33 <> 0 and n % 50 <> 0 then current_date + 365 - (n * 7 % 395)::int end,
       case when n % 33 <> 0 and n % 50 <> 0 then current_date + 365 - (n * 7 % 395)::int end,
       now() - make_interval(secs => $3 - n), now() - make_interval(secs => $3 - n), 0
     from generate_series(1 + $4::int, $3::int) n`,
    [workspaceId, siteIds, taken + count, taken],
  )
}
