import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startTestApp } from '../../test/app.ts'
import { signInAs } from '../../test/session.ts'
import { placeOf } from '../backup/backup-place.ts'
import { backUpByPlan } from '../backup/scheduled-backups.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-plan-'))
after(() => rmSync(folder, { recursive: true }))
const HOUR_MS = 60 * 60_000

describe('the backups of the server', () => {
  test('are late until there is one, listed for an admin, and late again after 30 hours', async () => {
    const app = await startTestApp({ BACKUP_FOLDER: folder })
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const read = async () => (await admin.call('GET', '/backups')).body
    const before = await read()
    assert.deepEqual(before, {
      is_planned: true,
      is_late: true,
      is_under_way: false,
      is_encrypted: false,
      last_at: null,
      // The clock of tests stands at 08:00.
      next_at: '2026-11-22T02:12:00.000Z',
      can_start: true,
      folder,
      backups: [],
    })
    const name = await backUpByPlan(app.parts, placeOf(folder, 'BACKUP_FOLDER'))
    const made = await read()
    assert.equal(made.is_late, false)
    assert.equal(made.last_at, '2026-11-21T08:00:00.000Z')
    assert.deepEqual(
      made.backups.map((each: { file_name: string }) => each.file_name),
      [name],
    )
    assert.ok(made.backups[0].size_bytes > 1000)
    app.clock.advance(31 * HOUR_MS)
    assert.equal((await read()).is_late, true)
  })

  test('are begun by an admin once, however often that is asked', async () => {
    const app = await startTestApp({ BACKUP_FOLDER: folder })
    const admin = await signInAs(app, await app.workspace(), 'admin')
    for (let asked = 0; asked < 2; asked += 1) {
      const { status, body } = await admin.call('POST', '/backups')
      assert.deepEqual([status, body.is_under_way], [200, true])
    }
    const { rows } = await app.asOwner((owner) =>
      owner.query(`select from graphile_worker.jobs where task_identifier = 'back_up'`),
    )
    assert.equal(rows.length, 1)
  })

  test('of a server with other workspaces are for its operator, but for how late they are', async () => {
    const app = await startTestApp({ BACKUP_FOLDER: folder })
    const admin = await signInAs(app, await app.workspace(), 'admin')
    await signInAs(app, await app.workspace(), 'admin')
    const { body } = await admin.call('GET', '/backups')
    assert.deepEqual([body.is_planned, body.can_start, body.folder, body.backups], [true, false, null, []])
    const refused = await admin.call('POST', '/backups')
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    assert.match(refused.body.message, /This server hosts other workspaces/)
  })

  test('are refused where none are planned', async () => {
    const app = await startTestApp()
    const admin = await signInAs(app, await app.workspace(), 'admin')
    assert.equal((await admin.call('GET', '/backups')).body.is_planned, false)
    const { status, body } = await admin.call('POST', '/backups')
    assert.deepEqual([status, body.code], [409, 'CONFLICT'])
    assert.match(body.message, /Set BACKUP_FOLDER first/)
  })
})
