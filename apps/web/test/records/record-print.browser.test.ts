import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { pageTexts, without } from '../../../server/test/rendered-pages.ts'
import { signInAs, TEST_PASSWORD } from '../../../server/test/session.ts'
import { checkAccessibility, lookAtPage, startBrowserTests } from '../support/browser.ts'
import { attachDocument, PNG } from '../../../server/test/documents.ts'
import { printed } from '../support/paper.ts'
import { fullRecord, justified, voltmeter } from '../support/sample-records.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
await lab.settings({ approvalPolicy: 'review', requiresElectronicSignature: true })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })
const other = await signInAs(tests.app, lab, 'manager', { name: 'Olga Other' })
const technician = await signInAs(tests.app, lab, 'technician', { name: 'Tess Technician' })
const auditor = await signInAs(tests.app, lab, 'auditor', { name: 'Iris Auditor' })
const instrument = await voltmeter(lab, 'VOLT-1')

/** Signs a record and returns how it stands. */
async function signed(id: string) {
  const body = { password: TEST_PASSWORD, meaning: 'I have reviewed this calibration.' }
  assert.equal((await manager.call('POST', `/calibrations/${id}/approve`, { body })).status, 200)
  return (await technician.call('GET', `/calibrations/${id}/details`)).body
}

async function corrected(id: string): Promise<string> {
  const response = await technician.call('GET', `/calibrations/${id}`)
  const { as_found_reading: reading } = response.body
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

/** The text of each sheet of A4 that a page takes. */
async function pagesOf(page: Page, name: string): Promise<string[]> {
  const { sheets, path } = await printed(page, name)
  const texts = pageTexts(readFileSync(path))
  assert.equal(texts.length, sheets)
  return texts
}

describe('a record with its proof', () => {
  test('is printed on one sheet: the record, its history, its signature and meaning, and its position in the ledger', async () => {
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
    await paper.getByText(`Signature covers ledger entry ${ledger[0].index}: ${leaf}`).waitFor()
    const history = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'When' }) })
    const approval = history.getByRole('row').filter({ hasText: 'Approved' })
    await approval.getByText('Quinn Manager').waitFor()
    await approval.getByText(/Central European Standard Time/).waitFor()
    await approval.getByText(ledger[1].leaf_hash).waitFor()
    await page.getByText(/^Printed .* Central European Standard Time, by Iris Auditor$/).waitFor()
    const { body } = await technician.call('GET', `/ledger/proof?calibration_id=${id}`)
    await page.getByText(JSON.parse(body.entry).payload_sha256).waitFor()
    await page.getByText(body.vkey, { exact: true }).waitFor()
    await page.getByText(`plumbline-ledger-verify ledger-proof-${ledger[0].index}.json`).waitFor()
    assert.equal((await printed(page, 'record-print')).sheets, 1)
    await lookAtPage(tests, auditor, `/w/${lab.id}/calibrations/${id}/print`, 'record-print')
  })

  test('describes corrections in both directions and a void, and needs a second sheet only for long text', async () => {
    const older = await fullRecord(lab, instrument, { notes: 'One of many lines.\n'.repeat(60) })
    await signed(older)
    const newer = await corrected(older)
    await signed(newer)
    const page = await tests.visit(technician, `/w/${lab.id}/calibrations/${older}/print`)
    const history = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'When' }) })
    await history.getByText('Its correction: Recorded as a correction').waitFor()
    await history.getByText('A digit was left out.').waitFor()
    assert.equal((await printed(page, 'record-print-long')).sheets, 2)

    const marker = await manager.call('POST', `/calibrations/${newer}/void`, {
      body: { reason: 'The wrong instrument was measured.' },
    })
    // The marker has no sheet of its own: its address leads to that of the record.
    await page.goto(`${tests.app.origin}/w/${lab.id}/calibrations/${marker.body.id}/print`)
    await page.waitForURL(`**/calibrations/${newer}/print`)
    await history.getByText('Original record: Recorded').waitFor()
    const gone = history.getByRole('row').filter({ hasText: 'The wrong instrument was measured.' })
    await gone.getByText('Voided', { exact: true }).waitFor()
    assert.equal((await printed(page, 'record-print-voided')).sheets, 1)
  })

  test(
    'lists what is attached with its hash, and leads by a code to the public page once a certificate is made',
    { skip: without('pdftotext') },
    async () => {
      const id = await fullRecord(lab, instrument)
      await signed(id)
      await attachDocument(technician, instrument, "Provider's certificate 2026-0193.png", 'certificate', id)
      await attachDocument(technician, instrument, 'Another.png')
      const page = await tests.visit(technician, `/w/${lab.id}/calibrations/${id}/print`)
      const documents = page.getByRole('table', { name: 'Documents' })
      const row = documents.getByRole('row').filter({ hasText: "Provider's certificate 2026-0193.png" })
      await row.getByText(createHash('sha256').update(PNG).digest('hex'), { exact: true }).waitFor()
      for (const words of ['Certificate, PNG', `${PNG.length} bytes`, 'Tess Technician']) {
        await row.getByText(words, { exact: true }).waitFor()
      }
      assert.equal(await documents.getByText('Another.png').count(), 0)

      // Printing makes nothing; anyone who wants the code has the certificate made.
      const code = page.getByRole('img', { name: 'QR code of the public page of the certificate' })
      assert.equal(await code.count(), 0)
      await checkAccessibility(page)
      await page.getByRole('button', { name: 'Generate certificate' }).press('Enter')
      await page.getByRole('alert').filter({ hasText: 'Certificate generated.' }).waitFor()
      await code.waitFor()
      const { page: verification } = (
        await auditor.call('GET', `/calibrations/${id}/certificate/verification`)
      ).body
      await page.getByText(verification.url, { exact: true }).waitFor()
      await page.getByText(`Certificate ${verification.certificate_number}, issued`).waitFor()
      assert.equal(await code.locator('path').getAttribute('d'), verification.qr.path)
      assert.equal(await page.getByRole('button', { name: 'Generate certificate' }).count(), 0)
      // The proof goes onto the second sheet as a whole; the toast stays off the paper.
      const sheets = await pagesOf(page, 'record-print-attached')
      assert.deepEqual(
        sheets.map((text) => text.includes('Verifier key')),
        [false, true],
      )
      assert.match(sheets[1]!, /Position of the record/)
      assert.doesNotMatch(sheets.join(''), /Certificate generated/)
      await lookAtPage(tests, auditor, `/w/${lab.id}/calibrations/${id}/print`, 'record-print-attached')
    },
  )

  test('breaks well over several sheets, in German too', { skip: without('pdftotext') }, async () => {
    const id = await fullRecord(lab, instrument, {
      ...justified,
      notes: 'Eine Zeile von vielen, die den Ablauf der Messung beschreibt.\n'.repeat(60),
    })
    await signed(id)
    for (let count = 1; count <= 24; count += 1) {
      await attachDocument(technician, instrument, `Messprotokoll Teil ${count}.png`, 'report', id)
    }
    await auditor.call('GET', `/calibrations/${id}/certificate`)
    const page = await tests.visit(auditor, `/w/${lab.id}/calibrations/${id}/print`, {
      locale: 'de-DE',
      look: 'dark',
    })
    await page.getByRole('img', { name: 'QR-Code der öffentlichen Seite des Kalibrierscheins' }).waitFor()
    const sheets = await pagesOf(page, 'record-print-sheets')
    assert.equal(sheets.length, 4)
    // Each sheet says of what it is; a table that goes on has its head again.
    for (const text of sheets) assert.match(text, /VOLT-1 · Reference voltmeter/)
    const headed = sheets.filter((text) => /Messprotokoll Teil/.test(text))
    assert.equal(headed.length, 2)
    for (const text of headed) assert.match(text, /Datei, mit ihrem SHA-256/)
  })
})
