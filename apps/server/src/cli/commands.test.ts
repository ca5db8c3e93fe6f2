import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { verifyExport } from '@plumbline/ledger-verify'
import { startTestApp } from '../../test/app.ts'
import { startCommandHost } from '../../test/processes/command-host.ts'
import { callerOf } from '../../test/register.ts'
import { runCommand } from '../../test/processes/run-command.ts'

const app = await startTestApp()
const folder = mkdtempSync(join(tmpdir(), 'plumbline-cli-'))
after(() => rmSync(folder, { recursive: true }))

const environment = {
  DATABASE_URL: app.databaseUrl,
  SECRET_KEY: 'a secret of the tests that nothing else uses',
  DATA_DIR: join(folder, 'data'),
}
const host = startCommandHost(folder)
const plumbline = (line: readonly string[]) => host(line, environment)
/** As people run it: in a process of its own, which must end by itself. */
const plumblineAlone = (line: readonly string[], more: Record<string, string> = {}) =>
  runCommand(line, { ...environment, ...more }, folder)
const words = (line: string) => line.split(' ')

/** The one object that a command prints with `--json`. */
async function json(line: readonly string[]): Promise<any> {
  const { exitCode, stdout, stderr } = await plumbline([...line, '--json'])
  assert.deepEqual([exitCode, stderr], [0, ''], `${line.join(' ')}: ${stderr}`)
  assert.equal(stdout.split('\n').length, 2, 'one line')
  return JSON.parse(stdout)
}

/** What a command prints for people. */
async function text(line: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await plumbline(line)
  assert.deepEqual([exitCode, stderr], [0, ''], `${line.join(' ')}: ${stderr}`)
  return stdout
}

const UNKNOWN = '019345b4-11f2-7c55-a0de-5f3b7a9c2e47'

test('a register is imported from a file, after a dry run that reports the same', async () => {
  const { workspace_id: id } = await json(['workspace', 'create', '--name', 'Moved in', '--timezone', 'UTC'])
  const file = join(folder, 'register.csv')
  await writeFile(file, 'Tag,Name,Shelf,Interval,Last cal\nC-1,Caliper,7,12,2026-05-03\nC-2,Caliper,8,,\n')
  const mapping = join(folder, 'mapping.json')
  await writeFile(mapping, '{"Shelf": "place"}')
  const line = ['import', 'instruments', file, '--workspace', id, '--map', mapping]
  const { stdout: said } = await plumbline([...line, '--dry-run'])
  assert.match(
    said,
    /^2 rows: 1 would be entered, 0 would be changed, 0 unchanged, 0 left out, 1 with errors\.$/m,
  )
  assert.match(said, /^error: row 3, Interval: There is no calibration interval/m)
  const { exitCode, stdout, stderr } = await plumbline([
    ...line,
    '--without-interval',
    'reference_only',
    '--json',
  ])
  assert.equal(exitCode, 0, stderr)
  const done = JSON.parse(stdout)
  assert.deepEqual([done.rows, done.create, done.failed, done.dry_run], [2, 2, 0, false])
  assert.deepEqual(JSON.parse(stderr.trim().split('\n').at(-1)!), { done: 2, rows: 2 })
  const out = join(folder, 'exported.csv')
  const exporting = ['export', 'instruments', '--workspace', id, '--out', out]
  await text([...exporting, '--sort', '-asset_tag', '--columns', 'asset_tag,place'])
  assert.equal(await readFile(out, 'utf8'), '\uFEFFasset_tag,place\r\nC-2,8\r\nC-1,7\r\n')
  const refused = await plumbline([...exporting, '--updated-since', 'yesterday'])
  assert.match(refused.stderr, /^plumbline: updated_since: /)
  const wrong = await plumbline(['import', 'instruments', mapping, '--workspace', id])
  assert.match(wrong.stderr, /^plumbline: No header line for an instrument register was found/)
})

test('a workspace, a site, a location, a person and a key are made, and the key opens the workspace', async () => {
  const create = ['workspace', 'create', '--name', 'Plant “Nord”', '--timezone', 'europe/berlin']
  const made = await json([...create, '--plan', 'professional', '--standards', 'iso_9001'])
  assert.deepEqual(Object.keys(made), ['workspace_id', 'default_site_id'])
  const within = ['--workspace', made.workspace_id]
  const { site_id } = await json(['site', 'create', ...within, '--name', 'Foundry', '--timezone', 'UTC'])
  const location = ['location', 'create', ...within, '--site', site_id, '--name', 'Cabinet 4']
  const person = ['user', 'create', ...within, '--email', 'Q@Example.com', '--name', 'Q', '--role', 'manager']
  const { location_id } = await json(location)
  const user = await json(person)
  assert.ok(user.password.length >= 12)
  const key = ['key', 'create', ...within, '--user', 'q@example.com', '--scope', 'write']
  const all = await json([...key, '--name', 'ERP'])
  const reading = ['key', 'create', ...within, '--user', user.user_id, '--scope', 'read']
  const limited = await json([...reading, '--site', site_id])
  assert.ok(all.key.startsWith(all.prefix) && all.key.startsWith('ctk_'))
  const sites = await app.call('GET', '/sites', { key: all.key })
  assert.deepEqual(
    sites.body.data.map((site: any) => [site.id, site.name, site.timezone, site.is_default]),
    [
      [site_id, 'Foundry', 'UTC', false],
      [made.default_site_id, 'Main site', null, true],
    ],
  )
  const locations = await app.call('GET', '/locations', { key: limited.key })
  assert.deepEqual(locations.body.data, [{ id: location_id, name: 'Cabinet 4', site_id }])
  const reached = await app.call('GET', '/sites', { key: limited.key })
  assert.equal(reached.body.pagination.total, 1)
  const standards = await app.call('GET', '/standards', { key: limited.key })
  assert.equal(standards.body.data[0].key, 'iso_9001')
  const { workspace } = await callerOf(app, made.workspace_id)
  assert.equal(workspace.timeZone, 'Europe/Berlin')
})

test('a revoked key is refused by a running server from the next request on', async () => {
  const { id } = await app.workspace()
  const [member] = (await json(['user', 'list', '--workspace', id])).users
  const create = ['key', 'create', '--workspace', id, '--user', member.email, '--scope', 'read']
  const { key, key_id } = await json(create)
  assert.equal((await app.call('GET', '/sites', { key })).status, 200)
  assert.equal(await text(['key', 'revoke', key_id]), `Key ${key_id} is revoked.\n`)
  assert.equal((await app.call('GET', '/sites', { key })).status, 401)
  assert.deepEqual(await json(['key', 'revoke', key_id.toUpperCase()]), { key_id, revoked: true })
  const { keys } = await json(['key', 'list', '--workspace', id])
  const listed = keys.find((one: any) => one.key_id === key_id)
  assert.ok(listed.revoked_at)
  assert.equal(JSON.stringify(keys).includes(key), false)
  assert.match(
    await text(['key', 'list', '--workspace', id]),
    new RegExp(`${key_id}  ctk_\\S+…  read  revoked`),
  )
})

test('a key is given its own rate limit, which its responses state, and can be reset to the default one', async () => {
  const { id } = await app.workspace()
  const [member] = (await json(['user', 'list', '--workspace', id])).users
  const create = ['key', 'create', '--workspace', id, '--user', member.email, '--scope', 'read']
  const { key, key_id } = await json(create)
  const stated = async () => (await app.call('GET', '/sites', { key })).headers.get('x-ratelimit-limit')
  const usual = await stated()
  assert.equal(
    await text(['key', 'update', key_id, '--rate-limit', '600']),
    `Key ${key_id} may send 600 requests a minute.\n`,
  )
  assert.equal(await stated(), '600')
  const { keys } = await json(['key', 'list', '--workspace', id])
  assert.equal(keys.find((one: any) => one.key_id === key_id).rate_limit_per_minute, 600)
  const back = await json(['key', 'update', key_id, '--rate-limit', 'default'])
  assert.deepEqual(back, { key_id, rate_limit_per_minute: null })
  assert.equal(await stated(), usual)
})

test('a key that has an end is refused from then on', async () => {
  const { id } = await app.workspace()
  const [member] = (await json(['user', 'list', '--workspace', id])).users
  const ends = '2026-11-21T08:00:00.5Z'
  const create = ['key', 'create', '--workspace', id, '--user', member.email, '--scope', 'read']
  const { key } = await json([...create, '--expires-at', ends])
  assert.equal((await app.call('GET', '/sites', { key })).status, 200)
  app.clock.advance(500)
  assert.equal((await app.call('GET', '/sites', { key })).status, 401)
})

test('a list of keys distinguishes ended keys from valid ones', async () => {
  const { id } = await app.workspace()
  const within = ['--workspace', id]
  const [member] = (await json(['user', 'list', ...within])).users
  const create = ['key', 'create', ...within, '--user', member.email, '--scope', 'read']
  await json([...create, '--name', 'Long over', '--expires-at', '2020-01-01T00:00:00Z'])
  const lines = (await text(['key', 'list', ...within])).trim().split('\n')
  const states = lines.map((line) => line.split(/ {2,}/).slice(2))
  assert.deepEqual(states.at(-1), ['read', 'expired', 'Long over'])
  assert.equal(states[0]?.[1], 'active')
})

test('settings of a workspace change one by one', async () => {
  const { id } = await app.workspace()
  const change = [
    '--plan starter --timezone Pacific/Auckland --standards iso_9001,iatf_16949',
    '--approval-policy review --warning-days 14 --requires-electronic-signature true',
  ]
  const before = await json(['workspace', 'update', id])
  assert.deepEqual(await json(['workspace', 'update', id, ...words(change.join(' '))]), {
    ...before,
    workspace_id: id,
    name: (await callerOf(app, id)).workspace.name,
    plan: 'starter',
    timezone: 'Pacific/Auckland',
    standards: ['iso_9001', 'iatf_16949'],
    approval_policy: 'review',
    warning_days: 14,
    requires_electronic_signature: true,
  })
  const cleared = await json(['workspace', 'update', id, '--standards', ''])
  assert.deepEqual(cleared.standards, [])
})

test('settings and time zone of a workspace change together or not at all', async () => {
  const { id } = await app.workspace({ timeZone: 'UTC' })
  const update = ['workspace', 'update', id, '--warning-days', '14', '--timezone', 'Europe/Berlin']
  const refusing = (event: string, table: string) => `
    create function refuse_it() returns trigger language plpgsql as
      $$ begin if new.workspace_id = '${id}' then raise 'refused'; end if; return new; end $$;
    create trigger refuse_it before ${event} on ${table} for each row execute function refuse_it()`
  for (const [event, table] of [
    ['insert', 'zone_changes'],
    ['update of warning_days', 'workspaces'],
  ] as const) {
    await app.asOwner((owner) => owner.query(refusing(event, table)))
    assert.equal((await plumbline(update)).exitCode, 1)
    await app.asOwner((owner) => owner.query('drop function refuse_it cascade'))
    const { warningDays, timeZone, pendingTimeZone } = (await callerOf(app, id)).workspace
    assert.deepEqual([warningDays, timeZone, pendingTimeZone], [30, 'UTC', null], table)
  }
  const { warning_days, timezone } = await json(update)
  assert.deepEqual([warning_days, timezone], [14, 'Europe/Berlin'])
})

test('an operator may set a password that is easily guessed, with a warning', async () => {
  const { id } = await app.workspace()
  const person = ['user', 'create', '--workspace', id, '--name', 'W', '--role', 'technician']
  const weak = await plumbline([...person, '--email', 'weak@example.com', '--password', 'password123'])
  assert.deepEqual([weak.exitCode, /easily guessed/.test(weak.stderr)], [0, true])
  const short = await plumbline([...person, '--email', 'short@example.com', '--password', 'short'])
  assert.equal(short.exitCode, 1)
})

test('a person changes role, loses and regains access, and the last admin keeps the role', async () => {
  const { id } = await app.workspace()
  const within = ['--workspace', id]
  const person = ['user', 'create', ...within, '--email', 'aud@example.com', '--name', 'Ann Auditor']
  const ends = ['--access-ends-at', '2026-12-24T00:00:00Z']
  const secret = ['--password', 'a long enough password']
  const { user_id, ...rest } = await json([...person, '--role', 'auditor', ...ends, ...secret])
  assert.deepEqual(rest, {}, 'a password that was given is not shown')
  const changed = await json([
    'user',
    'update',
    user_id,
    ...within,
    '--active',
    'false',
    '--role',
    'technician',
  ])
  assert.deepEqual(changed, {
    user_id,
    email: 'aud@example.com',
    name: 'Ann Auditor',
    role: 'technician',
    site_ids: null,
    access_ends_at: '2026-12-24T00:00:00.000Z',
    is_active: false,
  })
  assert.match(await text(['user', 'list', ...within]), /technician {2}deactivated {2}Ann Auditor <aud@/)
  const { users } = await json(['user', 'list', ...within])
  const admin = users.find((one: any) => one.role === 'admin')
  const last = await plumbline(['user', 'update', admin.user_id, ...within, '--role', 'manager'])
  assert.equal(last.exitCode, 1)
  assert.match(last.stderr, /^plumbline: The workspace needs at least one active admin.*\n$/)
})

test('a person who is a member of another workspace keeps the password', async () => {
  const [one, other] = [await app.workspace(), await app.workspace()]
  const person = ['--email', 'both@example.com', '--name', 'Both', '--role', 'manager']
  const first = await json(['user', 'create', '--workspace', one.id, ...person])
  const second = await json(['user', 'create', '--workspace', other.id, ...person])
  assert.deepEqual(second, { user_id: first.user_id })
  const again = await plumbline(['user', 'create', '--workspace', other.id, ...person])
  assert.deepEqual([again.exitCode, again.stdout], [1, ''])
  assert.match(again.stderr, /^plumbline: Someone with this e-mail address .*\n$/)
})

test('a ledger is exported, and the independent verifier accepts it', async () => {
  const { id } = await app.workspace()
  const file = join(folder, 'ledger.jsonl')
  const exported = await json(['ledger', 'export', file, '--workspace', id])
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
  const verdict = await verifyExport(lines, { vkey: exported.vkey })
  assert.ok(verdict.holds)
  assert.equal(exported.entries, verdict.facts.size)
  const nowhere = await plumbline(['ledger', 'export', join(folder, 'no', 'file'), '--workspace', id])
  assert.equal(nowhere.exitCode, 1)
  assert.match(nowhere.stderr, /^plumbline: cannot write \S+file: ENOENT.*\n$/)
})

test('the signing key of a ledger is replaced while a server runs, which names both keys from then on', async () => {
  const { id, key } = await app.workspace()
  const read = async () => (await app.call('GET', '/ledger/key', { key })).body
  const { vkey: former } = await read()
  const replace = ['ledger', 'replace-key', '--reason', 'Lost laptop', '--workspace', id]
  const { replaced } = await json(replace)
  assert.deepEqual(await read(), {
    origin: former.split('+')[0],
    algorithm: 'Ed25519',
    vkey: replaced[0].vkey,
    former_keys: [replaced[0].former],
  })
  assert.equal(replaced[0].former.vkey, former)
  const checkpoint = (await app.call('GET', '/ledger/checkpoint', { key })).body
  assert.equal(checkpoint.size, replaced[0].former.until_size)
  assert.ok((await text(replace)).includes(`${id} is signed with another key from now on.`))
  const unnamed = await plumbline(['ledger', 'replace-key', '--reason', 'Lost laptop'])
  assert.deepEqual([unnamed.exitCode, unnamed.stdout], [1, ''])
  assert.equal(unnamed.stderr, 'plumbline: name the workspace with --workspace, or choose --all\n')
  const unexplained = await plumbline(['ledger', 'replace-key', '--all', '--reason', ' '])
  assert.equal(unexplained.exitCode, 2)
})

test('tables are rebuilt from the ledger, and are unchanged at a difference until it is confirmed', async () => {
  const { id, workspace } = await app.workspace()
  const rebuild = ['ledger', 'rebuild', '--workspace', id]
  assert.match(
    await text(rebuild),
    new RegExp(`^${id} is as its ledger has it: \\d+ entries, \\d+ rows compared`),
  )
  await app.asOwner((owner) => owner.query(`update sites set name = 'Forged' where workspace_id = $1`, [id]))
  const stopped = await plumbline([...rebuild, '--json'])
  assert.equal(stopped.exitCode, 1)
  assert.match(
    stopped.stderr,
    /^plumbline: tables of \S+ differ from its ledger: Entry \d+: sites \S+ has name .*--yes .*\n$/,
  )
  const [report] = JSON.parse(stopped.stdout).workspaces
  assert.deepEqual([report.swapped, report.differing_rows], [false, { sites: 1 }])
  assert.equal(await text([...rebuild, '--yes']), `${id} is rebuilt. It differed in: sites 1.\n`)
  assert.equal((await json(rebuild)).rebuilt, true)
  const site = await app.asOwner((owner) =>
    owner.query('select name from sites where site_id = $1', [workspace.defaultSiteId]),
  )
  assert.notEqual(site.rows[0].name, 'Forged')
})

test('migrate prints what it applied, and that nothing is left', async () => {
  assert.deepEqual(await json(['migrate']), { applied: [] })
  assert.equal(await text(['migrate']), 'The schema is up to date.\n')
})

test('migrate --dry-run prints what an update would lock and remove, and changes nothing', async () => {
  assert.deepEqual(await json(['migrate', '--dry-run']), { pending: [] })
  const forgotten = await app.asOwner((owner) =>
    owner.query(`
      delete from schema_migrations where name like '0035-%' or name like '0050-%' or name like '0067-%'
      returning name, sha256, applied_at`),
  )
  const { pending } = await json(['migrate', '--dry-run'])
  const printed = await text(['migrate', '--dry-run'])
  await app.asOwner(async (owner) => {
    for (const { name, sha256, applied_at } of forgotten.rows) {
      await owner.query('insert into schema_migrations values ($1, $2, $3)', [name, sha256, applied_at])
    }
  })
  assert.deepEqual(pending[1], {
    name: '0050-interval-advice.sql',
    locks: { calibrations: 'rewrite', workspaces: 'moment' },
    removes: null,
    ends_earlier_release: false,
  })
  assert.match(
    printed,
    /^0035-terms\.sql\n(  .*\n)*  ends processes of the earlier release: stop them before\n/m,
  )
  assert.match(printed, /^  calibrations: written again as a whole, and neither read nor written meanwhile$/m)
  assert.match(printed, /^  removes the tokens of sessions/m)
  assert.match(printed, /make a backup first/)
})

test('commands run at the same time and exit, whether they succeed, fail or are misused', async () => {
  const { id } = await app.workspace()
  const exitCodes: Record<string, number> = {
    [`key list --workspace ${id}`]: 0,
    [`ledger export ${join(folder, 'alone.jsonl')} --workspace ${id}`]: 0,
    migrate: 0,
    doctor: 0,
    '--help': 0,
    [`key revoke ${UNKNOWN}`]: 1,
    nonsense: 2,
  }
  const ran = await Promise.all(
    Object.keys(exitCodes).map(async (line) => [line, (await plumblineAlone(words(line))).exitCode]),
  )
  assert.deepEqual(Object.fromEntries(ran), exitCodes)
})

describe('failures are shown in one line', () => {
  const workspace = app.workspace()
  const cases: [title: string, line: (id: string) => string[], complaint: RegExp][] = [
    [
      'an unknown workspace',
      () => words(`site create --workspace ${UNKNOWN} --name X`),
      /there is no workspace/,
    ],
    ['an unknown key', () => words(`key revoke ${UNKNOWN}`), /there is no key/],
    [
      'an owner who is no member',
      (id) => words(`key create --workspace ${id} --user nobody@example.com --scope read`),
      /The owner of the key must be a member/,
    ],
    [
      'a site of another workspace',
      (id) => words(`location create --workspace ${id} --site ${UNKNOWN} --name X`),
      /This site does not belong to the workspace/,
    ],
    [
      'a name that is taken',
      (id) => ['site', 'create', '--workspace', id, '--name', 'Main site'],
      /This name is already in use/,
    ],
    [
      'an address without form',
      (id) => words(`user create --workspace ${id} --email nobody --name N --role admin`),
      /email: Must be an e-mail address\./,
    ],
    [
      'a short password',
      (id) => words(`user create --workspace ${id} --email a@b.c --name N --role admin --password short`),
      /a password has 10 to 256 characters/,
    ],
    [
      'an unknown person',
      (id) => words(`user update ${UNKNOWN} --workspace ${id} --role admin`),
      /there is no person 019345b4-11f2-7c55-a0de-5f3b7a9c2e47 in this workspace/,
    ],
  ]
  for (const [title, line, complaint] of cases) {
    test(title, async () => {
      const { exitCode, stdout, stderr } = await plumbline(line((await workspace).id))
      assert.deepEqual([exitCode, stdout, stderr.split('\n').length], [1, '', 2], stderr)
      assert.match(stderr, complaint)
    })
  }

  test('a missing database', async () => {
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const { exitCode, stderr } = await plumblineAlone(words(`key list --workspace ${UNKNOWN}`), away)
    assert.deepEqual([exitCode, stderr.split('\n').length], [1, 2])
    assert.match(stderr, /^plumbline: the database cannot be reached: connect ECONNREFUSED/)
  })

  test('each invalid setting on its own line', async () => {
    const wrong = { PORT: 'x', DATABASE_POOL_SIZE: '0', WEBHOOK_TIMEOUT_MS: '1' }
    const { exitCode, stderr } = await plumblineAlone(['migrate'], wrong)
    assert.equal(exitCode, 1)
    assert.deepEqual(
      stderr.split('\n').map((line) => line.split(' takes ')[0]),
      ['plumbline: PORT', 'plumbline: DATABASE_POOL_SIZE', 'plumbline: WEBHOOK_TIMEOUT_MS', ''],
    )
  })
})

describe('wrong usage', () => {
  const cases = [
    '',
    'nonsense',
    'workspace create --name \u00a0',
    `site create --workspace ${UNKNOWN} --name \u2003`,
    `user create --workspace ${UNKNOWN} --email a@b.c --role admin --name ${'x'.repeat(256)}`,
    'workspace create --name X --plan gold',
    'workspace create --name X --timezone Mars/Base',
    'workspace create --name X --standards iso_0',
    `workspace update ${UNKNOWN} --warning-days 3651`,
    'site create --workspace here --name X',
    `key create --workspace ${UNKNOWN} --user a@b.c --scope read --expires-at 2026-01-01`,
    'key revoke',
    'serve --role both',
  ]
  for (const line of cases) {
    test(`plumbline ${line}`, async () => {
      const { exitCode, stdout, stderr } = await plumbline(line === '' ? [] : words(line))
      assert.deepEqual([exitCode, stdout], [2, ''])
      assert.notEqual(stderr, '')
    })
  }
})

describe('help', () => {
  const commands = ['', 'serve', 'workspace', 'key create', 'demo']
  for (const command of commands) {
    test(`plumbline ${command} --help`, async () => {
      const line = [...(command === '' ? [] : words(command)), '--help']
      const { exitCode, stdout, stderr } = await plumbline(line)
      assert.deepEqual([exitCode, stderr], [0, ''])
      assert.match(stdout, /^Usage: plumbline /)
      if (command === 'serve') assert.match(stdout, /TRUSTED_PROXIES\n/)
    })
  }
})
