import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { locationOf } from '../../../server/src/backup/backup-location.ts'
import { backUpByPlan } from '../../../server/src/backup/scheduled-backups.ts'
import { signInAs } from '../../../server/test/session.ts'
import { keepScreenshot, startBrowserTests } from '../support/browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-plan-'))
after(() => rmSync(folder, { recursive: true }))
const tests = await startBrowserTests({ BACKUP_FOLDER: folder })
const workspace = await tests.app.workspace()
const admin = await signInAs(tests.app, workspace, 'admin')
const manager = await signInAs(tests.app, workspace, 'manager')

test('an admin sees on Today that there is no backup, starts one, and sees it', async () => {
  const page = await tests.visit(admin, `/w/${workspace.id}/today`)
  await page.getByRole('note').filter({ hasText: 'No backup has been made yet' }).waitFor()
  await page.getByRole('link', { name: 'Go to backups' }).click()
  await page.getByText('The last backup is overdue').waitFor()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByText('Backup in progress').waitFor()
  // As a worker does.
  await backUpByPlan(tests.app.parts, locationOf(folder, 'BACKUP_FOLDER'))
  await tests.app.asOwner((owner) =>
    owner.query(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`),
  )
  await page.getByText('Backups are up to date, but not encrypted').waitFor()
  await page.getByRole('cell', { name: /\.backup$/ }).waitFor()
  await keepScreenshot(page, 'settings-backups')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download the backup of / }).click()
  const [file] = readdirSync(folder)
  assert.equal((await download).suggestedFilename(), file)
  assert.ok(readFileSync(await (await download).path()).equals(readFileSync(join(folder, file!))))
  await page.goto(`${tests.app.origin}/w/${workspace.id}/today`)
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  assert.equal(await page.getByText('No backup has been made yet').count(), 0)
})

test('others do not see backups', async () => {
  const page = await tests.visit(manager, `/w/${workspace.id}/settings/backups`)
  await page.getByRole('heading', { level: 1, name: 'Backups' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Back up now' }).count(), 0)
  assert.equal(await page.getByText(folder).count(), 0)
})
