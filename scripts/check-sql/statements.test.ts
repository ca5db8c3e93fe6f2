import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementsIn, unledTables } from './statements.ts'

const tenantTables = new Set(['instruments', 'sites', 'calibrations'])
const unled = (text: string) => unledTables(text, tenantTables)

test('a table without a condition on its own workspace is named', () => {
  const cases: [statement: string, tables: string[]][] = [
    ['select * from instruments where workspace_id = $1', []],
    ['select * from instruments where instrument_id = $1', ['instruments']],
    ['select workspace_id from instruments where instrument_id = $1', ['instruments']],
    ['select * from instruments i where i.workspace_id = $1', []],
    ['select * from instruments i where $1 = i.workspace_id', []],
    [
      'select * from instruments i join sites s on s.workspace_id = i.workspace_id where i.workspace_id = $1',
      [],
    ],
    ['select * from instruments i join sites s using (workspace_id, site_id) where i.workspace_id = $1', []],
    [
      'select * from instruments i join sites s on s.site_id = i.site_id where i.workspace_id = $1',
      ['sites'],
    ],
    [
      'select * from instruments i where i.workspace_id = $1 and exists (select from calibrations c)',
      ['calibrations'],
    ],
    ['select * from calibrations c where (c.workspace_id, c.calibration_id) in (select 1, 2)', []],
    ['update instruments set name = $1 where instrument_id = $2', ['instruments']],
    ['update instruments i set name = s.name from sites s where i.workspace_id = $1', ['sites']],
    ['delete from sites where workspace_id = $1', []],
    ['insert into sites (site_id, workspace_id) values ($1, $2)', []],
    ['insert into sites (site_id) values ($1)', ['sites']],
    ['select * from people where id = $1', []],
  ]
  for (const [statement, tables] of cases) assert.deepEqual(unled(statement), tables, statement)
})

test('fragments of the same file belong to the statements that name them', () => {
  const source = `
const holds = sql\`c.workspace_id = \${queries.workspaceId}\`

function among(siteId: string) {
  return sql\`s.workspace_id = \${siteId}\`
}

const statement = sql\`
  select * from calibrations c join sites s on \${among(one)}
  where \${holds} and \${elsewhere(one)}\`
`
  const [, , statement] = statementsIn(source)
  assert.deepEqual(unled(statement!.text), [])
  assert.match(statement!.text, /\$\{elsewhere\(one\)\}/)
  assert.equal(statement!.line, 8)
})

test('a nested template is part of its statement', () => {
  const [statement, ...more] = statementsIn('sql`select ${isAll ? sql`*` : sql`name`} from sites`')
  assert.equal(more.length, 0)
  assert.deepEqual(unled(statement!.text), ['sites'])
})
