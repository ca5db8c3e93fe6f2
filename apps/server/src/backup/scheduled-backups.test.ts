import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startTestApp } from '../../test/app.ts'
import { checkBackups } from '../doctor/check-backups.ts'
import { locationOf } from './backup-location.ts'
import { nameOfBackup, expiredBackups } from './retention.ts'
import { backUpByPlan } from './scheduled-backups.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-plan-'))
after(() => rmSync(folder, { recursive: true }))
const backups = join(folder, 'backups')
const DAY_MS = 24 * 60 * 60_000

test('the last daily backups of 7 days, 5 weeks and 12 months are kept, and other files are left alone', () => {
  const last = Date.parse('2026-11-26T02:12:00Z')
  const names = Array.from({ length: 500 }, (_, day) => nameOfBackup(new Date(last - day * DAY_MS)))
  const removed = new Set(expiredBackups([...names, 'mine.txt'], { days: 7, weeks: 5, months: 12 }))
  const kept = names.filter((name) => !removed.has(name)).map((name) => name.slice(10, 20))
  const [days, weeks, months] = [
    '2026-11-26 2026-11-25 2026-11-24 2026-11-23 2026-11-22 2026-11-21 2026-11-20',
    '2026-11-15 2026-11-08 2026-11-01',
    '2026-10-31 2026-09-30 2026-08-31 2026-07-31 2026-06-30 2026-05-31 2026-04-30 2026-03-31 2026-02-28 2026-01-31 2025-12-31',
  ]
  assert.equal(kept.join(' '), `${days} ${weeks} ${months}`)
  assert.equal(removed.has('mine.txt'), false)
})

test('a scheduled backup is verified, the last one of the day replaces it, and doctor reports when it is late', async () => {
  const app = await startTestApp({
    BACKUP_FOLDER: backups,
    BACKUP_KEEP_DAYS: '2',
    BACKUP_KEEP_WEEKS: '0',
    BACKUP_KEEP_MONTHS: '0',
  })
  const { parts, clock } = app
  const states = async () => (await checkBackups(parts)).map(({ state }) => state)
  const [first] = await checkBackups(parts)
  assert.match(
    first!.says,
    /^there is none in .* yet; the first one is planned for 2026-11-22T02:12:00\.000Z$/,
  )
  await app.workspace()
  clock.advance(30 * 60 * 60_000)
  assert.deepEqual(
    await states(),
    ['ok', 'warning'],
    'the server has been in use for no longer than between two backups',
  )
  clock.advance(1)
  assert.deepEqual(await states(), ['error'])
  const made: string[] = []
  for (const hours of [0, 1, 24, 24]) {
    clock.advance(hours * 60 * 60_000)
    made.push(await backUpByPlan(parts, locationOf(backups, 'BACKUP_FOLDER')))
  }
  assert.deepEqual(readdirSync(backups), made.slice(2))
  // That they are not encrypted is for the operator to judge.
  assert.deepEqual(await states(), ['ok', 'warning'])
  clock.advance(31 * 60 * 60_000)
  assert.deepEqual(await states(), ['error'])
})
