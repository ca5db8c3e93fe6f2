import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../server/test/calibrating.ts'
import { signInAs, TEST_PASSWORD } from '../../server/test/session.ts'
import { lookAtPage, startBrowserTests } from './browser.ts'
import { fullRecord, justified, voltmeter } from './sample-records.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
await lab.settings({ approvalPolicy: 'review', requiresElectronicSignature: true })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })
const other = await signInAs(tests.app, lab, 'manager', { name: 'Olga Other' })
const technician = await signInAs(tests.app, lab, 'technician', { name: 'Tess Technician' })
const auditor = await signInAs(tests.app, lab, 'auditor', { name: 'Iris Auditor' })
const instrument = await voltmeter(lab, 'VOLT-1')

/** Signs a record and answers how it stands. */
async function signed(id: string) {
  const body = { password: TEST_PASSWORD, meaning: 'I have reviewed this calibration.' }
  assert.equal((await manager.call('POST', `/calibrations/${id}/approve`, { body })).status, 200)
  return (await technician.call('GET', `/calibrations/${id}/standing`)).body
}

async function corrected(id: string): Promise<string> {
  const answer = await technician.call('GET', `/calibrations/${id}`)
  const { as_found_reading: reading } = answer.body
  const body = {
    result: 'PASS',
    as_found_reading: reading,
    nominal_value: '10 V',
    tolerance: '± 0.05 V',
    correction_reason: 'A digit was left out.',
  }
  const made = await other.call('POST', `/calibrations/${id}/correct`, { body })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body.id
}

/** How many sheets of A4 a page takes; the file is kept to be looked at. */
async function sheetsOf(page: Page, name: string): Promise<number> {
  mkdirSync('build/screenshots', { recursive: true })
  const pdf = await page.pdf({ preferCSSPageSize: true, path: `build/screenshots/${name}.pdf` })
  const text = pdf.toString('latin1')
  assert.match(text, /\/MediaBox\s*\[0 0 59[45](?:\.\d+)? 84[12]/)
  return (text.match(/\/Type\s*\/Page\b/g) ?? []).length
}

describe('a record with its proof', () => {
  test('is one sheet of paper: as recorded, its story, the signature with what it signs, and its place in the ledger', async () => {
    const id = await fullRecord(lab, instrument, {
      ...justified,
      service_provider: 'In house, room 12',
      notes: 'Warmed up for an hour before the first reading.',
    })
    const { signed_leaf_hash: leaf, ledger } = await signed(id)
    const page = await tests.visit(auditor, `/w/${lab.id}/calibrations/${id}`)
    await page.getByRole('link', { name: 'Print with proof' }).click()
    const paper = page.getByRole('article', { name: 'Calibration record' })
    await paper.getByText('“I have reviewed this calibration.”').waitFor()
    await paper.getByText(`Signs entry ${ledger[0].index} of the ledger: ${leaf}`).waitFor()
    const story = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'When' }) })
    const approval = story.getByRole('row').filter({ hasText: 'Approved' })
    await approval.getByText('Quinn Manager').waitFor()
    await approval.getByText(/Central European Standard Time/).waitFor()
    await approval.getByText(ledger[1].leaf_hash).waitFor()
    await page.getByText(/^Printed .* Central European Standard Time, by Iris Auditor$/).waitFor()
    const { body } = await technician.call('GET', `/ledger/proof?calibration_id=${id}`)
    await page.getByText(JSON.parse(body.entry).payload_sha256).waitFor()
    await page.getByText(body.vkey, { exact: true }).waitFor()
    await page.getByText(`plumbline-ledger-verify ledger-proof-${ledger[0].index}.json`).waitFor()
    assert.equal(await sheetsOf(page, 'record-print'), 1)
    await lookAtPage(tests, auditor, `/w/${lab.id}/calibrations/${id}/print`, 'record-print')
  })

  test('tells of corrections on both sides, of a void, and takes a second sheet only for much text', async () => {
    const older = await fullRecord(lab, instrument, { notes: 'One of many lines.\n'.repeat(70) })
    await signed(older)
    const newer = await corrected(older)
    await signed(newer)
    const page = await tests.visit(technician, `/w/${lab.id}/calibrations/${older}/print`)
    const story = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'When' }) })
    await story.getByText('Its correction: Recorded as a correction').waitFor()
    await story.getByText('A digit was left out.').waitFor()
    assert.equal(await sheetsOf(page, 'record-print-long'), 2)

    const marker = await manager.call('POST', `/calibrations/${newer}/void`, {
      body: { reason: 'The wrong instrument was measured.' },
    })
    // The marker has no sheet of its own: its address leads to that of the record.
    await page.goto(`${tests.app.origin}/w/${lab.id}/calibrations/${marker.body.id}/print`)
    await page.waitForURL(`**/calibrations/${newer}/print`)
    await story.getByText('The record that this one corrects: Recorded').waitFor()
    const gone = story.getByRole('row').filter({ hasText: 'The wrong instrument was measured.' })
    await gone.getByText('Voided', { exact: true }).waitFor()
    assert.equal(await sheetsOf(page, 'record-print-voided'), 1)
  })
})
