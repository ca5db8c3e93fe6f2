import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { startTestApp } from '../../test/app.ts'
import { checkProtections, compareProtections } from './check-protections.ts'
import { EXPECTED_FILE, protectionsText, readProtections } from './protections.ts'

const app = await startTestApp()

test('the expected protections are those of a freshly migrated database', async () => {
  const text = protectionsText(await readProtections(app.db))
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(EXPECTED_FILE, text)
  const hint = 'a migration changed triggers, policies or grants: run this test with UPDATE_GOLDEN=1'
  assert.equal(text, await readFile(EXPECTED_FILE, 'utf8'), hint)
  assert.deepEqual(
    (await checkProtections(app.db)).map(({ state }) => state),
    ['ok'],
  )
})

/** What a person did as the owner, how it is put right again, and what doctor says between the two. */
const cases: [title: string, done: string, undone: string, says: RegExp, fix: RegExp][] = [
  [
    'a disabled trigger',
    'alter table ledger_entries disable trigger all',
    `alter table ledger_entries enable trigger all;
      alter table ledger_entries enable always trigger never_emptied;
      alter table ledger_entries enable always trigger written_once`,
    /^the trigger \w+ on the table ledger_entries is disabled$/,
    /alter table ledger_entries enable always trigger \w+$/,
  ],
  [
    'row security that is off',
    'alter table instruments disable row level security',
    'alter table instruments enable row level security',
    /^row security of the table instruments is off$/,
    /alter table instruments enable row level security, force row level security$/,
  ],
  [
    'row security that does not bind the owner',
    'alter table instruments no force row level security',
    'alter table instruments force row level security',
    /^row security of the table instruments is not forced$/,
    /force row level security$/,
  ],
  [
    'a policy that admits everything',
    'alter policy workspace_rows on instruments using (true)',
    "alter policy workspace_rows on instruments using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)",
    /^the policy workspace_rows on the table instruments does not do what the migrations made it for$/,
    /migrations/,
  ],
  [
    'a policy beside ours',
    'create policy everything on instruments using (true)',
    'drop policy everything on instruments',
    /^the policy everything on the table instruments is not of the migrations$/,
    /drop policy everything on instruments$/,
  ],
  [
    'a right too many',
    'grant delete on ledger_entries to plumbline_app',
    'revoke delete on ledger_entries from plumbline_app',
    /^the right "delete to plumbline_app" on ledger_entries is not of the migrations$/,
    /revoke delete on ledger_entries from plumbline_app$/,
  ],
  [
    'a right of everybody',
    'grant select on instruments to public',
    'revoke select on instruments from public',
    /^the right "select to public" on instruments is not of the migrations$/,
    /revoke select on instruments from public$/,
  ],
  [
    'a right to one column',
    'grant update (payload) on ledger_entries to plumbline_app',
    'revoke update (payload) on ledger_entries from plumbline_app',
    /^the right "update \(payload\) to plumbline_app" on ledger_entries is not of the migrations$/,
    /revoke update \(payload\) on ledger_entries from plumbline_app$/,
  ],
  [
    'a right that was taken',
    'revoke insert on outbox from plumbline_app',
    'grant insert on outbox to plumbline_app',
    /^the right "insert to plumbline_app" on outbox is missing$/,
    /grant insert on outbox to plumbline_app$/,
  ],
]
for (const [title, done, undone, says, fix] of cases) {
  test(`${title} is reported, with how to fix it`, async () => {
    await app.asOwner((owner) => owner.query(done))
    const found = await checkProtections(app.db)
    await app.asOwner((owner) => owner.query(undone))
    const named = found.filter((finding) => says.test(finding.says))
    assert.ok(named.length > 0, JSON.stringify(found))
    for (const finding of named) {
      assert.equal(finding.state, 'error')
      assert.match(finding.fix ?? '', fix)
    }
    const [after] = await checkProtections(app.db)
    assert.equal(after?.state, 'ok', JSON.stringify(after))
  })
}

test('a policy, trigger or function that is missing or disabled is named', async () => {
  await app.asOwner(async (owner) => {
    await owner.query('drop policy workspace_rows on sites')
    await owner.query(`create or replace function refuse_change() returns trigger language plpgsql as $$
      begin return new; end $$`)
  })
  const says = (await checkProtections(app.db)).map((finding) => finding.says)
  assert.ok(says.includes('the policy workspace_rows on the table sites is missing'), says.join('\n'))
  assert.ok(says.includes('the function refuse_change() does not do what the migrations made it for'))
})

test('rights of other roles are left to the operator, and are listed after what must be fixed', () => {
  const right = (name: string) => ({ kind: 'grant', on: 'instruments', name, state: 'granted' }) as const
  const found = compareProtections([], [right('select to reports'), right('update to plumbline_app')])
  assert.deepEqual(
    found.map(({ state, fix }) => [state, fix]),
    [
      ['error', 'run as the owner: revoke update on instruments from plumbline_app'],
      ['warning', 'run as the owner: revoke select on instruments from reports'],
    ],
  )
})

test('a database that the migrations did not make gets no endless list', async () => {
  await app.asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class
       where relrowsecurity and relnamespace = 'public'::regnamespace
       order by relname
       limit 30`,
    )
    for (const { name } of rows) await owner.query(`alter table ${name} disable row level security`)
  })
  const found = await checkProtections(app.db)
  assert.equal(found.length, 21)
  assert.match(found.at(-1)!.says, /^\d+ more differ/)
})
