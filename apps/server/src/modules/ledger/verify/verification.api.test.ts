import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '@plumbline/testing'
import type { LedgerVerification } from '@plumbline/contract'
import { startTestApp, type TestWorkspace } from '../../../../test/app.ts'
import { enter } from '../../../../test/register.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'
import { disarm, tamper } from '../../../../test/ledger/tampering.ts'
import { keepCheckpoints } from '../index.ts'

const app = await startTestApp({}, { worksOnJobs: true })
await disarm(app)

async function latest(session: TestSession): Promise<LedgerVerification | null> {
  const response = await session.call('GET', '/ledger/verification')
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body.latest as LedgerVerification | null
}

/** The verification once it is not under way any more. */
async function finished(session: TestSession): Promise<LedgerVerification> {
  let found: LedgerVerification | null = null
  await until(async () => {
    found = await latest(session)
    return found !== null && found.state !== 'running'
  }, 'the end of the verification')
  return found!
}

const sizeOf = async (workspace: TestWorkspace) =>
  (await app.call('GET', '/ledger/checkpoint', { key: workspace.key })).body.size as number

describe('verification in the application', () => {
  test('responds immediately, is shared by all who request it meanwhile, and is found later with its result', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager', { name: 'Quinn' })
    const admin = await signInAs(app, workspace, 'admin')
    const auditor = await signInAs(app, workspace, 'auditor')
    await enter(app, workspace.key)
    assert.equal(await latest(auditor), null)
    const size = await sizeOf(workspace)
    const responses = await Promise.all(
      [manager, admin, manager].map((one) => one.call('POST', '/ledger/verification')),
    )
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 200],
    )
    const [first] = responses
    assert.equal(new Set(responses.map(({ body }) => body.id)).size, 1)
    assert.equal(first!.body.entries_total, size)
    assert.equal(first!.body.finished_at, null)
    const verdict = await finished(auditor)
    const { root } = (await app.call('GET', '/ledger/checkpoint', { key: workspace.key })).body
    assert.ok(verdict.rows_compared! > 0)
    assert.deepEqual(verdict, {
      ...first!.body,
      state: 'holds',
      finished_at: app.clock.now().toISOString(),
      entries_done: size,
      root,
      rows_compared: verdict.rows_compared,
      differences: 0,
    })
    const again = await manager.call('POST', '/ledger/verification')
    assert.notEqual(again.body.id, verdict.id)
    assert.equal((await finished(manager)).state, 'holds')
  })

  test('names the first entry that differs, with details only for those who may read every entry', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const auditor = await signInAs(app, workspace, 'auditor')
    const { id } = await enter(app, workspace.key, { name: 'Gauge' })
    await tamper(app, ({ run }) =>
      run(`update instruments set name = 'Forged' where workspace_id = $1 and instrument_id = $2`, [
        workspace.id,
        id,
      ]),
    )
    await manager.call('POST', '/ledger/verification')
    const found = await finished(manager)
    assert.equal(found.state, 'differs')
    assert.equal(found.differences, 1)
    assert.match(
      found.first_difference!.says!,
      /^Entry \d+: instruments .* has name "Forged", .* it is "Gauge"\.$/,
    )
    assert.deepEqual(
      [found.first_difference!.entry!.kind, found.first_difference!.entry!.subject.id],
      ['instrument.created', id],
    )
    const shown = await latest(auditor)
    const { index } = found.first_difference!
    assert.deepEqual(shown!.first_difference, { index, says: null, entry: null })
  })

  test('can be started again after it was interrupted', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    await manager.call('POST', '/ledger/verification')
    const ended = await finished(manager)
    await app.asOwner((owner) =>
      owner.query(
        'update ledger_verifications set finished_at = null, outcome = null where workspace_id = $1',
        [workspace.id],
      ),
    )
    assert.equal((await latest(manager))!.state, 'running')
    app.clock.advance(61_000)
    assert.equal((await latest(manager))!.state, 'failed')
    const again = await manager.call('POST', '/ledger/verification')
    assert.notEqual(again.body.id, ended.id)
    assert.equal((await finished(manager)).state, 'holds')
  })

  test('is available to admins, managers and auditors of all sites, in their own workspace', async () => {
    const workspace = await app.workspace()
    const site = await workspace.site('Harbour')
    const technician = await signInAs(app, workspace, 'technician')
    const refused = await technician.call('POST', '/ledger/verification')
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    const ofOneSite = await signInAs(app, workspace, 'auditor', { siteIds: [site] })
    assert.equal((await ofOneSite.call('POST', '/ledger/verification')).body.code, 'NOT_FOUND')
    const limited = await signInAs(app, workspace, 'admin', { siteIds: [site] })
    assert.equal((await limited.call('POST', '/ledger/verification')).body.code, 'NOT_FOUND')
    assert.equal(await latest(limited), null)
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    const foreign = { workspaceId: workspace.id }
    assert.equal((await stranger.call('POST', '/ledger/verification', foreign)).status, 404)
    assert.equal((await stranger.call('GET', '/ledger/verification', foreign)).status, 404)
    const auditor = await signInAs(app, workspace, 'auditor')
    const started = await auditor.call('POST', '/ledger/verification')
    assert.deepEqual([started.status, started.body.state], [200, 'running'])
    assert.equal((await finished(auditor)).state, 'holds')
  })
})

describe('stored checkpoints', () => {
  test('are listed newest first for every role, unchanged', async () => {
    const workspace = await app.workspace()
    const kept: string[] = []
    for (let round = 0; round < 3; round += 1) {
      await enter(app, workspace.key)
      app.clock.advance(61_000)
      await keepCheckpoints(app.parts)
      kept.unshift((await app.call('GET', '/ledger/checkpoint', { key: workspace.key })).body.checkpoint)
    }
    const auditor = await signInAs(app, workspace, 'auditor')
    const page = await auditor.call('GET', '/ledger/checkpoints?limit=2')
    assert.equal(page.body.pagination.total, 3)
    const [newest] = page.body.data
    assert.deepEqual([newest.checkpoint, page.body.data[1].checkpoint], kept.slice(0, 2))
    assert.ok(newest.checkpoint.includes(`\n${newest.size}\n${newest.root}\n`))
    assert.equal((await auditor.call('GET', '/ledger/checkpoints?limit=0')).body.code, 'VALIDATION_ERROR')
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    assert.deepEqual((await stranger.call('GET', '/ledger/checkpoints')).body.data.length, 0)
  })
})
