import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { APP_API_PREFIX } from '@plumbline/contract'
import { startTestApp } from '../../test/app.ts'
import { signInAs } from '../../test/session.ts'
import { locationOf } from '../backup/backup-location.ts'
import { backUpByPlan } from '../backup/scheduled-backups.ts'
import { createLog } from '../platform/log.ts'

const work = mkdtempSync(join(tmpdir(), 'plumbline-plan-'))
const folder = join(work, 'backups')
const encrypted = { BACKUP_FOLDER: join(work, 'encrypted'), BACKUP_PASSPHRASE_FILE: join(work, 'passphrase') }
writeFileSync(encrypted.BACKUP_PASSPHRASE_FILE, 'correct horse battery staple')
after(() => rmSync(work, { recursive: true }))
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
    const name = await backUpByPlan(app.parts, locationOf(folder, 'BACKUP_FOLDER'))
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

  test('are started by an admin once, however often they are requested', async () => {
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

  test('are downloaded as they are stored, encrypted if they are, and the log names who did', async () => {
    const lines: string[] = []
    const app = await startTestApp(encrypted, {
      log: createLog('info', { write: (line) => lines.push(line) }),
    })
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const name = await backUpByPlan(app.parts, locationOf(encrypted.BACKUP_FOLDER, 'BACKUP_FOLDER'))
    const response = await fetch(
      `${app.origin}${APP_API_PREFIX}/workspaces/${workspace.id}/backups/${name}`,
      { headers: { cookie: admin.cookie } },
    )
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.ok(bytes.equals(readFileSync(join(encrypted.BACKUP_FOLDER, name))))
    assert.ok(bytes.toString('latin1').startsWith('age-encryption.org/v1'))
    const headers = ['content-type', 'content-length', 'content-disposition', 'cache-control']
    assert.deepEqual(
      headers.map((header) => response.headers.get(header)),
      [
        'application/octet-stream',
        String(bytes.length),
        `attachment; filename="${name}"`,
        'private, no-store',
      ],
    )
    const line = lines.map((each) => JSON.parse(each)).find(({ msg }) => msg === 'a backup is downloaded')
    assert.deepEqual(
      [line.name, line.workspaceId, line.userId, line.sizeBytes],
      [name, workspace.id, admin.personId, bytes.length],
    )
  })

  test('are not downloaded by others, nor is anything else in the folder', async () => {
    const app = await startTestApp({ BACKUP_FOLDER: folder })
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    app.clock.advance(HOUR_MS)
    const name = await backUpByPlan(app.parts, locationOf(folder, 'BACKUP_FOLDER'))
    writeFileSync(join(folder, 'mine.txt'), 'not a backup')
    const missing = await admin.call('GET', '/backups/plumbline-2020-01-01T00-00-00Z.backup')
    assert.deepEqual([missing.status, missing.body.code], [404, 'NOT_FOUND'])
    for (const other of ['mine.txt', `..%2Fbackups%2F${name}`]) {
      const refused = await admin.call('GET', `/backups/${other}`)
      assert.deepEqual([refused.status, refused.body.code], [422, 'VALIDATION_ERROR'], other)
    }
    const manager = await signInAs(app, workspace, 'manager')
    const refused = await manager.call('GET', `/backups/${name}`)
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    const ofOneSite = await signInAs(app, workspace, 'admin', { siteIds: [] })
    assert.equal((await ofOneSite.call('GET', `/backups/${name}`)).status, 403)
    await signInAs(app, await app.workspace(), 'admin')
    const shared = await admin.call('GET', `/backups/${name}`)
    assert.deepEqual([shared.status, shared.body.code], [403, 'FORBIDDEN'])
    assert.match(shared.body.message, /This server hosts other workspaces/)
  })
})
