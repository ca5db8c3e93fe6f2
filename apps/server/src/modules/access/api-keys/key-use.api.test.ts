import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@plumbline/testing'
import { startTestApp, type TestWorkspace } from '../../../../test/app.ts'
import { signInAs } from '../../../../test/session.ts'
import { sql } from '../../../platform/db/index.ts'
import { forgetRequests, KeyUse } from '../index.ts'

const app = await startTestApp()
const DAY_MS = 24 * 60 * 60 * 1000

/** Requests of a key, by day and operation, as its workspace's admin reads them. */
async function usesOf(workspace: TestWorkspace, keyId: string) {
  const admin = await signInAs(app, workspace, 'admin')
  return async (): Promise<string[]> => {
    const { body } = await admin.call('GET', `/api-keys/${keyId}/use`)
    return body.uses.map((use: any) => `${use.day} ${use.operation} ${use.requests}`)
  }
}

test('requests of a key are counted by operation, including refused ones, and written within a minute', async () => {
  const workspace = await app.workspace()
  const { key, keyId } = await workspace.person({ role: 'technician' })
  const uses = await usesOf(workspace, keyId)
  await app.call('GET', '/sites', { key })
  await app.call('GET', '/sites', { key })
  await app.call('POST', '/webhooks', { key, body: {} })
  await app.call('GET', '/nowhere', { key })
  assert.deepEqual(await uses(), [])
  app.clock.advance(60_000)
  await until(async () => (await uses()).length > 0)
  assert.deepEqual(await uses(), ['2026-11-21 createWebhook 1', '2026-11-21 listSites 2'])
})

test('counts of several processes are added up per day, and deleted after 30 days', async () => {
  const workspace = await app.workspace()
  const { keyId } = await workspace.person()
  const uses = await usesOf(workspace, keyId)
  const caller = { type: 'api_key', workspaceId: workspace.id, id: keyId } as const
  const processes = [new KeyUse(app.parts), new KeyUse(app.parts)]
  for (const use of processes) use.note(caller, 'listDue')
  await Promise.all(processes.map((use) => use.stop()))
  const today = app.clock.now().toISOString().slice(0, 10)
  assert.deepEqual(await uses(), [`${today} listDue 2`])
  app.clock.advance(29 * DAY_MS)
  const forget = () => forgetRequests({ db: app.db, clock: app.clock, operations: [], retentionDays: 1 })
  await forget()
  assert.equal((await (await usesOf(workspace, keyId))()).length, 1)
  app.clock.advance(DAY_MS)
  await forget()
  const rows = await app.db.in(workspace.id).rows(sql`
    select from api_key_uses where workspace_id = ${workspace.id}`)
  assert.equal(rows.length, 0)
})

test('stopping waits for a write in progress', async () => {
  const workspace = await app.workspace()
  const { keyId } = await workspace.person()
  const uses = await usesOf(workspace, keyId)
  const use = new KeyUse(app.parts)
  use.note({ type: 'api_key', workspaceId: workspace.id, id: keyId }, 'listDue')
  let hasStopped = false
  let stopping: Promise<void> | undefined
  await app.asOwner(async (owner) => {
    await owner.query('begin')
    await owner.query('lock table api_key_uses in share mode')
    void use.write()
    stopping = (async () => {
      await use.stop()
      hasStopped = true
    })()
    await app.call('GET', '/sites', { key: workspace.key })
    assert.equal(hasStopped, false)
    await owner.query('commit')
  })
  await stopping
  assert.equal((await uses()).length, 1)
})

test('uses that cannot be written are counted with the next ones', async () => {
  const workspace = await app.workspace()
  const { keyId } = await workspace.person()
  const uses = await usesOf(workspace, keyId)
  const caller = { type: 'api_key', workspaceId: workspace.id, id: keyId } as const
  const rename = (from: string, to: string) =>
    app.asOwner((owner) => owner.query(`alter table ${from} rename to ${to}`))
  const use = new KeyUse(app.parts)
  use.note(caller, 'listDue')
  await rename('api_key_uses', 'out_of_reach')
  await use.write()
  await rename('out_of_reach', 'api_key_uses')
  use.note(caller, 'listDue')
  await use.write()
  assert.deepEqual(
    (await uses()).map((line) => line.split(' ').slice(1)),
    [['listDue', '2']],
  )
})
