import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../test/app.ts'
import { openRichWorkspace } from '../test/workspaces/rich-workspace.ts'
import { disarm, tamper } from '../test/ledger/tampering.ts'
import { findInstrument } from './modules/instruments/index.ts'
import { verifyLedger, type RowFault } from './modules/ledger/index.ts'
import { projections } from './projections.ts'

const app = await startTestApp()
const w = await openRichWorkspace(app)
await disarm(app)
await liftConstraints()

/** Tables that are readings of the ledger, and what identifies one of their rows. */
const TABLES: Readonly<Record<string, string>> = {
  workspaces: 'workspace_id',
  sites: 'site_id',
  locations: 'location_id',
  memberships: 'person_id',
  people: 'id',
  service_accounts: 'service_account_id',
  invitations: 'invitation_id',
  api_keys: 'key_id',
  instruments: 'instrument_id',
  calibrations: 'calibration_id',
  calibration_decisions: 'calibration_id',
  undecided_calibrations: 'calibration_id',
  documents: 'document_id',
  certificates: 'calibration_id',
  certificate_directory: 'certificate_id',
  webhook_endpoints: 'endpoint_id',
  procedures: 'procedure_id',
  procedure_revisions: 'revision_id',
  instrument_models: 'model_id',
  class_tables: 'table_id',
  providers: 'provider_id',
  findings: 'finding_id',
  finding_judgements: 'judgement_id',
  finding_notes: 'note_id',
}

/** Tables that triggers keep, of what they count; a row has no name of its own. */
const COUNTS = [
  'instrument_counts',
  'instrument_due_counts',
  'instrument_worklist_counts',
  'calibration_counts',
  'document_counts',
]

/** Tables that a projection compares with the ledger, those that triggers keep among them. */
const compared = new Set(
  projections.flatMap(({ tables, counts }) => [
    ...tables.map(({ table }) => table),
    ...(counts?.('').map(({ table }) => table) ?? []),
  ]),
)

/** Columns that the ledger says nothing of, and why. */
const UNTOLD: Readonly<Record<string, string>> = {
  'people.email_verified': 'belongs to signing in',
  'people.address_proof': 'belongs to signing in',
  'people.image': 'belongs to signing in',
  'people.created_at': 'of a person, who may be known from elsewhere',
  'people.updated_at': 'of a person, who may be known from elsewhere',
  'api_keys.salt': 'of a revoked key, which is not compared',
  'api_keys.hash': 'of a revoked key, which is not compared',
}

/** Columns of which the ledger has a digest. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'webhook_endpoints.secret_prefix',
  'webhook_endpoints.sealed_secret',
])

/** What a value of a type becomes when it is tampered with. */
const CHANGES: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `coalesce(${column}, '') || 'x'`,
  uuid: () => 'gen_random_uuid()',
  boolean: (column) => `not coalesce(${column}, false)`,
  smallint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  date: (column) => `coalesce(${column}, date '2026-01-01') + 1`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 ms'`,
  bytea: (column) => `coalesce(${column}, '') || '\\x00'`,
  jsonb: (column) => `coalesce(${column}, '{}') || '{"tampered": true}'`,
  'text[]': (column) => `array_append(${column}, 'x')`,
  'uuid[]': (column) => `array_append(${column}, gen_random_uuid())`,
}

interface Column {
  table: string
  name: string
  type: string
}

/** Those that are stored; one that the database computes from others cannot be changed at all. */
const columns = await app.asOwner(async (owner) => {
  const { rows } = await owner.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = ''
     order by c.relname, a.attnum`,
    [[...Object.keys(TABLES), ...COUNTS]],
  )
  return rows.map(({ type, ...column }) => ({ ...column, type: type.replace(/\(3\) /, ' ') }))
})

const storedOf = (table: string) =>
  columns
    .filter((column) => column.table === table)
    .map(({ name }) => name)
    .join(', ')

/** Rules of the schema would refuse most of what is tried here; someone with all rights lifts them too. */
async function liftConstraints(): Promise<void> {
  await app.asOwner(async (owner) => {
    const { rows } = await owner.query<{ act: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as act
       from pg_constraint
       where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u')
       union all
       select format('drop index %s', indexrelid::regclass)
       from pg_index i
       join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = 'public'::regnamespace and indisunique and not indisprimary
         and not exists (select from pg_constraint where conindid = indexrelid)`,
    )
    for (const { act } of rows) await owner.query(act)
  })
}

/** Rows of a table that belong to the workspace. */
function mine(table: string): string {
  if (table === 'people')
    return `id in (select person_id from memberships where workspace_id = '${w.lab.id}')`
  // A row that counts nothing is as good as none.
  return `workspace_id = '${w.lab.id}' ${COUNTS.includes(table) ? 'and count > 0' : ''}`
}

/** What is done to one row of a table. */
interface Tampering {
  table: string
  act: (oneRow: string) => string
}

/** Tampers with one row of each of the tables, looks at what is found, and puts everything back. */
async function found(...tamperings: Tampering[]): Promise<readonly RowFault[]> {
  let faults: readonly RowFault[] = []
  await tamper(app, async ({ owner, run }) => {
    for (const { table } of tamperings)
      await owner.query(`create temp table kept_${table} as select * from ${table}`)
    for (const { table, act } of tamperings)
      await run(act(`ctid = (select max(ctid) from ${table} where ${mine(table)})`))
    faults = (await verifyLedger({ ...app.parts, projections }, w.lab.id)).rowFaults
    for (const { table } of tamperings) {
      const stored = storedOf(table)
      await owner.query(`delete from ${table}`)
      await owner.query(`insert into ${table} (${stored}) select ${stored} from kept_${table}`)
    }
  })
  return faults
}

/**
 * Tables that may be tampered with at once, since what is done to one has nothing found in the others: people are
 * those of memberships, and counts are those of rows.
 */
const PROCEDURES_AND_FINDINGS = Object.keys(TABLES).slice(Object.keys(TABLES).indexOf('procedures'))
const OTHERS = Object.keys(TABLES).filter(
  (table) => table !== 'people' && !PROCEDURES_AND_FINDINGS.includes(table),
)
// A report lists so many faults: not those of all tables at once.
const APART = [OTHERS, PROCEDURES_AND_FINDINGS, ['people'], COUNTS]

const apartWith = (table: string) => APART.find((tables) => tables.includes(table))!

const replayedColumnsOf = (table: string) =>
  columns.filter((column) => column.table === table && !(`${table}.${column.name}` in UNTOLD))

/** A row that lost its name, or its place, is a missing one; of credentials the ledger has a digest alone. */
function isAbout({ table, column }: RowFault, changed: string): boolean {
  if (column === 'credential') return CREDENTIALS.has(`${table}.${changed}`)
  return column === changed || column === null
}

const rounds = new Map<string, Promise<readonly RowFault[]>>()

/** What is found when the column of a table was changed, and those in the same place of tables apart from it. */
function foundWhenChanged({ table, name }: Column): Promise<readonly RowFault[]> {
  const apart = apartWith(table)
  const place = replayedColumnsOf(table).findIndex((column) => column.name === name)
  const round = `${apart.join()} ${place}`
  if (!rounds.has(round)) {
    const changed = apart.flatMap((one) => replayedColumnsOf(one).slice(place, place + 1))
    rounds.set(round, found(...changed.map(changeOf)))
  }
  return rounds.get(round)!
}

function changeOf({ table, name, type }: Column): Tampering {
  const change = CHANGES[type]
  assert.ok(change, `a change of ${type}`)
  return { table, act: (oneRow) => `update ${table} set ${name} = ${change(name)} where ${oneRow}` }
}

test('a workspace with every kind of entry is intact', async () => {
  const report = await verifyLedger({ ...app.parts, projections }, w.lab.id)
  assert.deepEqual([report.fault, report.rowFaults], [null, []])
})

test('a row that differs is named with its last entry, and the value there', async () => {
  const [instrumentId] = w.instruments
  const { ledgerIndex } = (await findInstrument(app.db.in(w.lab.id), instrumentId!, null))!
  const [fault, ...others] = await found({
    table: 'instruments',
    act: () => `update instruments set name = 'Forged' where instrument_id = '${instrumentId}'`,
  })
  const difference = { expected: 'Caliper', actual: 'Forged', index: ledgerIndex }
  assert.deepEqual(fault, { table: 'instruments', rowId: instrumentId, column: 'name', ...difference })
  assert.deepEqual(others, [])
})

for (const table of [...Object.keys(TABLES), ...COUNTS]) {
  describe(`in ${table} it is found`, () => {
    for (const column of replayedColumnsOf(table)) {
      const { name } = column
      test(`that ${name} was changed`, async () => {
        const faults = await foundWhenChanged(column)
        const named = faults.filter((fault) => fault.table === table)
        assert.ok(
          named.some((fault) => isAbout(fault, name) || COUNTS.includes(table)),
          JSON.stringify(faults),
        )
      })
    }
    test('that a row was removed', async () => {
      const faults = await found({ table, act: (oneRow) => `delete from ${table} where ${oneRow}` })
      assert.ok(
        faults.some((fault) => fault.table === table),
        JSON.stringify(faults),
      )
      const together = apartWith(table).filter((other) => other !== table)
      const elsewhere = faults.filter((fault) => together.includes(fault.table))
      assert.deepEqual(elsewhere, [], 'tables that are tampered with at once')
    })
    const id = TABLES[table]
    // A person who is no member is nobody's, and there is one workspace to a ledger.
    if (id === undefined || table === 'people' || table === 'workspaces') return
    test('that a row was added', async () => {
      const value = table === 'certificate_directory' ? "'another'" : 'gen_random_uuid()'
      const faults = await found({
        table,
        act: (oneRow) => `
          insert into ${table} (${storedOf(table)})
          select ${storedOf(table)}
          from (
            select (jsonb_populate_record(t, jsonb_build_object('${id}', ${value}))).*
            from ${table} t where ${oneRow}) added`,
      })
      const surplus = faults.find((fault) => fault.table === table && fault.index === null)
      assert.deepEqual([surplus?.column, surplus?.expected], [null, null], JSON.stringify(faults))
    })
  })
}

test('every table that a projection compares is tampered with here', () => {
  // The key of a ledger is tampered with beside its checkpoints (verify-ledger.test.ts).
  const tampered = [...Object.keys(TABLES), ...COUNTS, 'ledger_keys']
  assert.deepEqual(
    [...compared].filter((table) => !tampered.includes(table)),
    [],
  )
})
