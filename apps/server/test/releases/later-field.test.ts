import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import type * as ledger from '../../src/modules/ledger/index.ts'
import type * as projected from '../../src/projections.ts'
import { withClient } from '../cluster.ts'
import { disarm, tamper } from '../ledger/tampering.ts'
import { storedReleases, openRelease, type OpenedRelease } from './stored-release.ts'

/** A table of recorded fields, and the table of the database that has their columns. */
interface RecordedTable {
  readonly file: string
  readonly fields: string
  readonly table: string
  /** Whether the store writes every column that is declared: its rows would have to have a value. */
  readonly writesAll?: true
}

const TABLES: readonly RecordedTable[] = [
  { file: 'instruments/columns.ts', fields: 'statedFields', table: 'instruments', writesAll: true },
  { file: 'calibrations/columns.ts', fields: 'draftFields', table: 'calibrations', writesAll: true },
  { file: 'calibrations/ledger-payload.ts', fields: 'decisionFields', table: 'calibration_decisions' },
  { file: 'workspaces/recorded-settings.ts', fields: 'settingFields', table: 'workspaces' },
  { file: 'workspaces/recorded-settings.ts', fields: 'siteFields', table: 'sites' },
  { file: 'workspaces/recorded-settings.ts', fields: 'locationFields', table: 'locations' },
  { file: 'access/ledger-payload.ts', fields: 'personFields', table: 'people' },
  { file: 'access/ledger-payload.ts', fields: 'membershipFields', table: 'memberships' },
  { file: 'access/ledger-payload.ts', fields: 'apiKeyFields', table: 'api_keys' },
  { file: 'documents/ledger-payload.ts', fields: 'documentFields', table: 'documents' },
  { file: 'certificates/ledger-payload.ts', fields: 'certificateFields', table: 'certificates' },
  { file: 'webhooks/ledger-payload.ts', fields: 'endpointFields', table: 'webhook_endpoints' },
]

const COLUMN = 'field_of_a_later_release'
const SINCE = 99

const server = fileURLToPath(new URL('../../', import.meta.url))
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** A copy of the server in which every recorded table has one field more: one declaration each, and a migration. */
async function copyWithLaterFields(): Promise<URL> {
  const copy = await mkdtemp(join(tmpdir(), 'plumbline-later-field-'))
  after(() => rm(copy, { recursive: true, force: true }))
  const home = join(copy, 'apps/server')
  await mkdir(home, { recursive: true })
  for (const name of ['src', 'migrations']) {
    const filter = (path: string) => !path.endsWith('/fonts') && !path.endsWith('.test.ts')
    await cp(join(server, name), join(home, name), { recursive: true, filter })
  }
  for (const path of ['apps/server/messages', 'apps/server/package.json', 'apps/server/node_modules']) {
    await symlink(join(root, path), join(copy, path))
  }
  for (const path of ['node_modules', 'packages', 'package.json'])
    await symlink(join(root, path), join(copy, path))
  for (const table of TABLES) await declare(join(home, 'src/modules', table.file), table)
  await writeFile(join(home, 'migrations/9999-later-fields.sql'), TABLES.map(migrationOf).join('\n'))
  return pathToFileURL(`${join(home, 'src')}/`)
}

async function declare(file: string, { fields, writesAll }: RecordedTable): Promise<void> {
  const text = await readFile(file, 'utf8')
  const otherwise = writesAll ? '' : `, otherwise: 'as ever'`
  const table = new RegExp(`const ${fields} = (?:\\{\\s|(\\w+\\(\\))\\n)`)
  assert.match(text, table)
  const declaration = `laterField: { column: '${COLUMN}', since: ${SINCE}${otherwise} },`
  const declared = (_: string, made: string | undefined) =>
    `const ${fields} = { ${declaration}\n${made === undefined ? '' : `...${made} }\n`}`
  await writeFile(file, text.replace(table, declared))
}

function migrationOf({ table, writesAll }: RecordedTable): string {
  // No text, so that a store which takes every column for one is found.
  const type = writesAll ? 'integer' : `text not null default 'as ever'`
  return `alter table ${table} add column ${COLUMN} ${type};`
}

const source = await copyWithLaterFields()
const { verifyLedger } = (await import(new URL('modules/ledger/index.ts', source).href)) as typeof ledger
const { projections } = (await import(new URL('projections.ts', source).href)) as typeof projected

/** What differs, and whether anything is wrong in the ledger itself. */
async function verify({ db, secrets, kept }: OpenedRelease) {
  const { fault, rowFaults } = await verifyLedger({ db, secrets, projections }, kept.workspaceId)
  return { fault, rows: rowFaults.map(({ table, column }) => `${table}.${column}`).toSorted() }
}

/** Changes through the public API of the copy. */
async function changeThings({ app, kept }: OpenedRelease): Promise<void> {
  const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => {
    const headers = {
      authorization: `Bearer ${kept.keys['integration']}`,
      'idempotency-key': `later ${path}`,
    }
    const response = await app.inject({
      method,
      url: `${PUBLIC_API_PREFIX}${path}`,
      headers,
      ...(payload && { payload }),
    })
    assert.ok(response.statusCode < 300, response.body)
    return response.json<{ id: string; data: { id: string }[] }>()
  }
  const body = { asset_tag: 'LATER', name: 'Caliper', calibration_interval_value: 12 }
  const { id } = await send('POST', '/instruments', body)
  await send('POST', `/instruments/${id}/calibrations`, { result: 'FAIL' })
  const { data: older } = await send('GET', '/instruments?limit=1')
  await send('PATCH', `/instruments/${older[0]!.id}`, { notes: 'Changed by a later release' })
  await send('POST', '/webhooks', { url: 'http://127.0.0.1:9/later' })
}

/** Alters the later field of one row in each table, as a person with all rights could. */
async function alterEach({ connection, kept }: OpenedRelease): Promise<void> {
  const owned: Parameters<typeof disarm>[0] = {
    asOwner: (work) => withClient(connection.connectionString, work),
  }
  await disarm(owned)
  await tamper(owned, async ({ run }) => {
    for (const { table, writesAll } of TABLES) {
      const mine =
        table === 'people'
          ? 'id in (select person_id from memberships where workspace_id = $1)'
          : 'workspace_id = $1'
      await run(
        `update ${table} set ${COLUMN} = ${writesAll ? 7 : `'altered'`}
         where ctid = (select ctid from ${table} where ${mine} order by ctid limit 1)`,
        [kept.workspaceId],
      )
    }
  })
}

for (const folder of await storedReleases()) {
  test('a field is recorded by one declaration, and older ledgers are still verified', async () => {
    const release = await openRelease(folder, source)
    assert.deepEqual(await verify(release), { fault: null, rows: [] })
    await changeThings(release)
    assert.deepEqual(await verify(release), { fault: null, rows: [] })
    await alterEach(release)
    const altered = TABLES.map(({ table }) => `${table}.${COLUMN}`).toSorted()
    assert.deepEqual(await verify(release), { fault: null, rows: altered })
  })
}
