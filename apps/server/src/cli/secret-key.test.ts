import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { APP_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startCommandHost } from '../../test/processes/command-host.ts'
import { signInAs, TEST_PASSWORD } from '../../test/session.ts'
import { enrol } from '../../test/two-factor.ts'
import { buildApp } from '../app.ts'
import { ledgerKey, verifyLedger } from '../modules/ledger/index.ts'
import { keepServerAddress, lockDataFolder } from '../platform/data-folder-lock.ts'
import { sql } from '../platform/db/index.ts'
import { createSecrets, type SecretKeys } from '../platform/secrets.ts'
import { projections } from '../projections.ts'

const FORMER = 'the former secret of the tests, long enough'
const NEW = 'the new secret of the tests, long enough, too'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-rotation-'))
after(() => rmSync(folder, { recursive: true }))
const host = startCommandHost(folder)

/** Stores recovery codes as it was done before each person had a key for them. */
async function storeAsBefore(app: TestApp, personId: string, codes: readonly string[]): Promise<void> {
  const key = createSecrets({ present: FORMER }).derive('recovery codes')
  const hashes = codes.map((code) =>
    createHmac('sha256', key)
      .update(`${personId} ${code.replaceAll('-', '')}`)
      .digest(),
  )
  await app.asOwner(async (owner) => {
    await owner.query('update second_factors set sealed_recovery_key = null')
    await owner.query('delete from recovery_codes where person_id = $1', [personId])
    await owner.query('insert into recovery_codes (person_id, hash) select $1, unnest($2::bytea[])', [
      personId,
      hashes,
    ])
  })
}

describe('secret-key rotate', () => {
  test('moves everything to a new SECRET_KEY while processes with either go on', async () => {
    const app = await startTestApp({ SECRET_KEY: FORMER, WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' })
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const member = await signInAs(app, workspace, 'technician')
    const authenticator = await enrol(app, member)
    await storeAsBefore(app, member.personId, authenticator.recoveryCodes)
    const renewed = await signInAs(app, workspace, 'manager')
    const { recoveryCodes: renewedCodes } = await enrol(app, renewed)
    await admin.call('POST', '/webhooks', { body: { url: 'http://127.0.0.1:9/', events: [] } })
    const { vkey } = await ledgerKey(app.parts, workspace.id)

    /** A process with other secrets on the same database. */
    const beside = (secretKeys: SecretKeys) => {
      const parts = { ...app.parts, secretKeys, secrets: createSecrets(secretKeys) }
      const process = buildApp(parts)
      const me = async (cookie: string) =>
        (await process.inject({ url: `${APP_API_PREFIX}/me`, headers: { cookie } })).statusCode
      const secondStep = async (email: string, code: string) => {
        const origin = app.origin
        const payload = { email, password: TEST_PASSWORD }
        const { cookies } = await process.inject({
          method: 'POST',
          url: `${SIGN_IN_PREFIX}/sign-in/email`,
          headers: { origin },
          payload,
        })
        const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
        const headers = { cookie, origin }
        const url = `${SIGN_IN_PREFIX}/sign-in/two-factor`
        return (await process.inject({ method: 'POST', url, headers, payload: { code } })).statusCode
      }
      return { parts, me, secondStep }
    }
    const coming = beside({ present: FORMER, fallback: NEW })
    const both = beside({ present: NEW, fallback: FORMER })
    assert.equal(await both.me(member.cookie), 200, 'a session goes on under the new secret')
    assert.equal(await both.secondStep(member.email, authenticator.code()), 200)
    assert.equal(await both.secondStep(member.email, authenticator.recoveryCodes[0]!), 200)
    const under = beside({ present: NEW })
    assert.equal(await coming.me(member.cookie), 200)
    assert.equal(await under.me(member.cookie), 401, 'only the fallback takes it')

    const environment = {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: join(folder, 'none'),
      SECRET_KEY: NEW,
      SECRET_KEY_FALLBACK: FORMER,
    }
    const run = (...line: string[]) => host(line, environment)
    const early = await run('backup', '--to', join(folder, 'early.backup'))
    assert.match(early.stderr, /sealed with two secrets: run "plumbline secret-key rotate" first/)
    assert.match(
      (await run('doctor')).stdout,
      /7 stored values are sealed with the fallback, and backups wait for the rotation to end/,
    )
    const rotated = await run('secret-key', 'rotate', '--json')
    assert.deepEqual(JSON.parse(rotated.stdout), {
      ledger_keys: 1,
      webhook_secrets: 1,
      second_factors: 2,
      sessions_and_links: 3,
    })
    assert.match(
      (await run('secret-key', 'rotate')).stdout,
      /^Everything was sealed with this secret already/,
    )
    assert.match((await run('doctor')).stdout, /nothing is sealed with the fallback/)
    assert.equal((await run('backup', '--to', join(folder, 'late.backup'))).exitCode, 0)

    app.clock.advance(60_000)
    assert.equal(await under.secondStep(member.email, authenticator.code()), 200)
    assert.equal(await under.secondStep(member.email, authenticator.recoveryCodes[1]!), 200)
    assert.equal(await under.secondStep(renewed.email, renewedCodes[0]!), 200)
    assert.equal((await ledgerKey(under.parts, workspace.id)).vkey, vkey, 'the signing key is the same')
    const report = await verifyLedger({ ...under.parts, projections }, workspace.id)
    assert.deepEqual([report.fault, report.rowFaults], [null, []])
    const kinds = await app.db.in(workspace.id).rows<{ kind: string }>(sql`
      select kind from ledger_entries where workspace_id = ${workspace.id} and kind like '%resealed' order by kind`)
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['user.two_factor_resealed', 'user.two_factor_resealed', 'webhook.secret_resealed'],
    )
  })

  test('creates a new secret in the data folder, also after an interrupted attempt, and keeps the former one', async () => {
    const dataDir = join(folder, 'kept')
    const run = (...line: string[]) => host(line, { DATA_DIR: dataDir })
    assert.equal((await run('workspace', 'create', '--name', 'Lab')).exitCode, 0)
    const former = await readFile(join(dataDir, 'secret.key'), 'utf8')
    await writeFile(join(dataDir, 'secret.key.next'), NEW, { mode: 0o600 })
    assert.match((await run('doctor')).stdout, /nothing is sealed with the fallback/)

    const lock = await lockDataFolder(dataDir)
    await keepServerAddress(dataDir, 'http://127.0.0.1:1')
    assert.match((await run('secret-key', 'rotate')).stderr, /a server runs on this data folder: stop it/)
    lock.release()

    const { stdout } = await run('secret-key', 'rotate', '--json')
    const { former_key_file: kept, ...counts } = JSON.parse(stdout)
    assert.deepEqual(counts, { ledger_keys: 1, webhook_secrets: 0, second_factors: 0, sessions_and_links: 0 })
    assert.equal(await readFile(kept, 'utf8'), former)
    assert.equal((await stat(kept)).mode & 0o777, 0o600)
    assert.equal(await readFile(join(dataDir, 'secret.key'), 'utf8'), NEW)
    assert.equal((await readdir(dataDir)).includes('secret.key.next'), false)
    assert.match((await run('doctor')).stdout, /secret: opens what is sealed in the database/)
  })

  test('names the setting to add if only one secret is set, and the workspaces that neither opens', async () => {
    const app = await startTestApp({ SECRET_KEY: FORMER })
    const { id } = await app.workspace()
    const database = { DATABASE_URL: app.databaseUrl, DATA_DIR: join(folder, 'none') }
    const DATA_DIR = mkdtempSync(join(folder, 'kept-'))
    await writeFile(join(DATA_DIR, 'secret.key'), FORMER)
    const kept = await host(['secret-key', 'rotate'], { ...database, DATA_DIR })
    assert.match(kept.stderr, /SECRET_KEY_FALLBACK to what .*secret\.key holds/)
    const one = await host(['secret-key', 'rotate'], { ...database, SECRET_KEY: NEW })
    assert.deepEqual([one.exitCode, /SECRET_KEY_FALLBACK to the former one/.test(one.stderr)], [1, true])
    const others = { SECRET_KEY: NEW, SECRET_KEY_FALLBACK: `${NEW}, but another` }
    const neither = await host(['secret-key', 'rotate'], { ...database, ...others })
    assert.match(neither.stderr, new RegExp(`workspace ${id}: sealed with another secret`))
    const alone = await host(['serve', '--help'], { ...database, SECRET_KEY_FALLBACK: FORMER })
    assert.equal(alone.exitCode, 0)
    const wrong = await host(['doctor'], { ...database, SECRET_KEY_FALLBACK: FORMER })
    assert.match(wrong.stdout, /SECRET_KEY_FALLBACK goes with SECRET_KEY, which is not set/)
  })
})
