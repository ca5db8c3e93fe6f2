import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { APP_API_PREFIX } from '@plumbline/contract'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory } from '../../test/calibrating.ts'
import { startCommandHost } from '../../test/processes/command-host.ts'
import { signInAs } from '../../test/session.ts'
import { s3TestsSkipped, startS3Server, type TestS3Server } from '../platform/storage/test/s3-server.ts'
import { seal } from './envelope.ts'
import { locationOf, targetOf } from './backup-location.ts'
import { planStatus } from './backup-status.ts'
import { backUpByPlan } from './scheduled-backups.ts'

describe('backups in a bucket', { skip: s3TestsSkipped() }, async () => {
  const work = mkdtempSync(join(tmpdir(), 'plumbline-bucket-'))
  let server: TestS3Server
  /** The address of a path in the bucket. */
  const at = (path: string) => server.storageUrl.replace('?', `/${path}?`)

  before(async () => {
    server = await startS3Server()
  })
  after(async () => {
    await server.stop()
    rmSync(work, { recursive: true })
  })

  test('are made on schedule and verified, expired ones are removed, and doctor lists them', async () => {
    const folder = at('plan/daily')
    const app = await startTestApp({
      BACKUP_FOLDER: folder,
      BACKUP_KEEP_DAYS: '2',
      BACKUP_KEEP_WEEKS: '0',
      BACKUP_KEEP_MONTHS: '0',
    })
    assert.equal((await planStatus(app.parts))?.isLate, true)
    const made: string[] = []
    for (const hours of [0, 1, 24]) {
      app.clock.advance(hours * 60 * 60_000)
      made.push(await backUpByPlan(app.parts, locationOf(folder, 'BACKUP_FOLDER')))
    }
    const plan = (await planStatus(app.parts))!
    assert.deepEqual(
      plan.backups.map(({ name }) => name),
      made.slice(1).toReversed(),
    )
    assert.deepEqual([plan.isLate, plan.folder], [false, 's3://files/plan/daily'])
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const path = `${APP_API_PREFIX}/workspaces/${admin.workspaceId}/backups/${made[2]}`
    const downloaded = await fetch(app.origin + path, { headers: { cookie: admin.cookie } })
    const bytes = (await downloaded.arrayBuffer()).byteLength
    assert.deepEqual([downloaded.status, bytes], [200, plan.backups[0]!.sizeBytes])
  })

  test('are made and checked by the commands, which show no secret of the address', async () => {
    const app = await startTestApp()
    const lab = await openLaboratory(app)
    await lab.instrument()
    const plumbline = startCommandHost(work)
    const environment = {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.parts.config.DATA_DIR,
      SECRET_KEY: 'a secret of the tests that nothing else uses',
    }
    const file = at('by-hand/one.plumbline')
    const made = await plumbline(['backup', '--to', file, '--json'], environment)
    assert.equal(made.exitCode, 0, made.stderr)
    assert.equal(JSON.parse(made.stdout).backup, 's3://files/by-hand/one.plumbline')
    const again = await plumbline(['backup', '--to', file], environment)
    const there = 'plumbline: s3://files/by-hand/one.plumbline is there already: name another file\n'
    assert.deepEqual([again.exitCode, again.stderr], [1, there])
    const found = await plumbline(['backup', 'verify', file, '--json'], environment)
    assert.equal(found.exitCode, 0, found.stderr)
    const { backup, whole, ledgers } = JSON.parse(found.stdout)
    assert.deepEqual(
      [backup, whole, ledgers[0].workspace_id],
      ['s3://files/by-hand/one.plumbline', true, lab.id],
    )
    const missing = await plumbline(['backup', 'verify', at('by-hand/two.plumbline')], environment)
    assert.equal(missing.exitCode, 1)
    assert.match(missing.stderr, /^plumbline: s3:\/\/files: NoSuchKey: [^\n]+\n$/)
    const elsewhere = await plumbline(['backup', '--to', 's3://files?region=x'], environment)
    assert.equal(elsewhere.stderr, 'plumbline: --to names no file in the bucket.\n')
  })

  test('in several parts are restored unchanged, and an interrupted one does not exist', async () => {
    const { location } = targetOf(at('parts/x'), 'it')
    const bytes = randomBytes(40 * 1024 * 1024)
    const pieces = () => Readable.from([bytes.subarray(0, 20_000_000), bytes.subarray(20_000_000)])
    assert.equal(await location.write('whole', pieces(), new Date()), bytes.length)
    const read = await location.read('whole', (sealed) => buffer(sealed))
    assert.equal(Buffer.compare(read, bytes), 0)
    const broken = Readable.from(
      (async function* () {
        yield bytes
        throw new Error('the database is gone')
      })(),
    )
    await assert.rejects(location.write('broken', broken, new Date()), /^Error: the database is gone$/)
    // oxlint-disable-next-line require-yield -- it ends before the first row
    const failing = (async function* (): AsyncGenerator<Uint8Array> {
      throw new Error('the database was never there')
    })()
    const early = location.write('early', await seal(failing, undefined), new Date())
    await assert.rejects(early, /^Error: the database was never there$/)
    assert.deepEqual(
      (await location.list()).map(({ file, sizeBytes }) => [file, sizeBytes]),
      [['whole', bytes.length]],
    )
  })
})
