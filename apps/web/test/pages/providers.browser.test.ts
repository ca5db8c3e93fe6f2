import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@plumbline/testing'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { PNG } from '../../../server/test/documents.ts'
import { signInAs } from '../../../server/test/session.ts'
import { keepScreenshot, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const manager = await signInAs(tests.app, lab, 'manager')
const auditor = await signInAs(tests.app, lab, 'auditor')

test('a provider is added with its accreditation, changed, archived, and read by an auditor', async () => {
  const page = await tests.visit(manager, `/w/${lab.id}/settings/providers`)
  await page.getByRole('link', { name: 'New provider' }).click()
  await page.getByLabel('Name', { exact: false }).first().fill('Norrland Metrology AB')
  await page.getByLabel('Lead time (days)').fill('15')
  await page.getByLabel('Accreditation body').fill('Swedac')
  await page.getByLabel('Accredited until').fill('2026-10-31')
  await page.getByLabel('Scope').fill('Length: gauge blocks; 0.5 mm to 100 mm; 0.05 µm\nMass; 1 g to 1 kg')
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByText('Norrland Metrology AB was added.').waitFor()
  const { body } = await manager.call('GET', '/providers')
  assert.deepEqual(body.data[0].scope, [
    { quantity: 'Length: gauge blocks', range: '0.5 mm to 100 mm', best_uncertainty: '0.05 µm' },
    { quantity: 'Mass', range: '1 g to 1 kg', best_uncertainty: null },
  ])
  await page.getByLabel('Accreditation number').fill('1765')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Norrland Metrology AB was saved.').waitFor()
  await page.getByLabel('Lead time (days)').fill('16')
  for (const name of ['swedac-2024.png', 'swedac-2028.png']) {
    const file = { name, mimeType: 'image/png', buffer: PNG }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText(`${name} was added`).waitFor()
    tests.app.clock.advance(1000)
  }
  await page.getByText('Earlier certificates').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  const leadTime = async () => (await manager.call('GET', '/providers')).body.data[0].lead_time_days
  await until(async () => (await leadTime()) === 16)
  await keepScreenshot(page, 'provider-certificates')
  const { id } = await lab.instrument()
  const out = { status: 'OUT_FOR_CALIBRATION', reason: 'Due' }
  await manager.call('POST', `/instruments/${id}/status`, { body: out })
  tests.app.clock.advance(6 * 24 * 60 * 60_000)
  await lab.calibrate(id, {
    service_provider: 'Norrland Metrology AB',
    performed_at: '2026-11-26T10:00:00.000Z',
  })
  const read = await tests.visit(auditor, `/w/${lab.id}/settings/providers`)
  await read.getByText('31 Oct 2026 (expired)').waitFor()
  await read.getByRole('link', { name: 'Norrland Metrology AB' }).click()
  await read.getByText('1765').waitFor()
  await read.getByText('6 days').waitFor()
  const saved = read.waitForEvent('download')
  await read.getByRole('button', { name: 'Download swedac-2028.png' }).click()
  assert.equal((await saved).suggestedFilename(), 'swedac-2028.png')
  await keepScreenshot(read, 'provider-figures')
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByText('This provider is archived.').waitFor()
})
