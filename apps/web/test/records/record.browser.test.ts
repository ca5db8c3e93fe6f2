import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { verifyRecordProof } from '@plumbline/ledger-verify'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs, TEST_PASSWORD, type TestSession } from '../../../server/test/session.ts'
import { focusOn, startBrowserTests } from '../support/browser.ts'
import { fullRecord, justified, voltmeter } from '../support/sample-records.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
await lab.settings({ approvalPolicy: 'review' })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })
const other = await signInAs(tests.app, lab, 'manager', { name: 'Olga Other' })
const technician = await signInAs(tests.app, lab, 'technician', { name: 'Tess Technician' })

let made = 0
async function waiting(
  more: Record<string, unknown> = {},
): Promise<{ id: string; tag: string; instrument: string }> {
  made += 1
  const tag = `V-${made}`
  const instrument = await voltmeter(lab, tag)
  return { id: await fullRecord(lab, instrument, more), tag, instrument }
}

async function approved(more: Record<string, unknown> = {}) {
  const record = await waiting(more)
  assert.equal((await manager.call('POST', `/calibrations/${record.id}/approve`, { body: {} })).status, 200)
  return record
}

const open = (session: TestSession, id: string) => tests.visit(session, `/w/${lab.id}/calibrations/${id}`)
const inDialog = (page: Page) => page.getByRole('dialog')
const sheet = (page: Page) => page.getByRole('article', { name: 'Calibration record' })

describe('a record', () => {
  test('is shown as it is printed: instrument, readings with deviation and verdict, signatures with name and time zone', async () => {
    const { id, tag } = await approved()
    const page = await open(technician, id)
    const paper = sheet(page)
    await paper.getByText('+0.045').waitFor()
    await paper.getByText('within tolerance').waitFor()
    await paper.getByRole('link', { name: tag }).waitFor()
    await paper.getByText('0.008 V, k = 2, 95 %').waitFor()
    await paper.getByText('Quinn Manager').waitFor()
    await paper.getByText(/2 Nov 2026, 10:30 Central European Standard Time/).waitFor()
    assert.equal(await page.getByRole('button', { name: /Void|Reject|Approve/ }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Correct' }).count(), 0)
  })

  test('warns of an overdue standard and of a pass outside tolerance, with its justification', async () => {
    const standard = await voltmeter(lab, 'STANDARD-1')
    const { id } = await waiting({ ...justified, reference_standard_asset_id: standard })
    const page = await open(manager, id)
    await page.getByText('Condition of the reference standard when it was used: never calibrated').waitFor()
    const warning = page.getByRole('note').filter({ hasText: 'out of tolerance' })
    await warning.getByText('Used below 5 V only').waitFor()
    await sheet(page).getByText('out of tolerance').waitFor()
  })

  test('that was not reviewed says so, and names no approver', async () => {
    const quick = await openLaboratory(tests.app)
    const id = await fullRecord(quick, await voltmeter(quick, 'AUTO-1'))
    const reader = await signInAs(tests.app, quick, 'auditor')
    const page = await tests.visit(reader, `/w/${quick.id}/calibrations/${id}`)
    await sheet(page).getByText('Approved automatically').waitFor()
    await sheet(page).getByText('not reviewed.').waitFor()
    assert.equal(await sheet(page).getByText('Approved by').count(), 0)
  })

  test('is not found under an unknown ID', async () => {
    const page = await open(manager, '01a1b2c3-0000-7000-8000-000000000000')
    await page.getByText('Page not found').waitFor()
  })
})

describe('deciding on a record', () => {
  test('approves by the keyboard alone where no signature is needed', async () => {
    const { id } = await waiting()
    const page = await open(manager, id)
    await page.getByRole('button', { name: 'Approve' }).focus()
    await page.keyboard.press('Enter')
    await inDialog(page).getByText('cannot be undone').waitFor()
    assert.equal(await inDialog(page).getByLabel('Your password').count(), 0)
    await focusOn(inDialog(page).getByRole('button', { name: 'Cancel' }))
    await page.keyboard.press('Control+Enter')
    await page.getByText('Record approved.', { exact: true }).waitFor()
    await sheet(page).getByText('Quinn Manager').waitFor()
  })

  test('asks for password and meaning where the instrument needs a signature, and keeps both when refused', async () => {
    const { id, instrument } = await waiting()
    await manager.call('PATCH', `/instruments/${instrument}`, {
      body: { requires_electronic_signature_override: true },
    })
    const page = await open(manager, id)
    await page.getByRole('button', { name: 'Sign and approve' }).click()
    const dialog = inDialog(page)
    await dialog.getByText('Signing as Quinn Manager').waitFor()
    await dialog.getByLabel('Meaning of signature').fill('Reviewed by Q')
    await dialog.getByRole('textbox', { name: 'Your password' }).fill('not this one')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('Incorrect password.').waitFor()
    assert.equal(await dialog.getByLabel('Meaning of signature').inputValue(), 'Reviewed by Q')
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(TEST_PASSWORD)
    await page.keyboard.press('Enter')
    await sheet(page).getByText('“Reviewed by Q”').waitFor()
    await page.getByText('The signature covers this hash.').waitFor()
  })

  test('says beforehand why users may not approve their own work', async () => {
    const instrument = await voltmeter(lab, 'OWN-1')
    const own = await manager.call('POST', `/instruments/${instrument}/calibrations`, {
      body: { result: 'PASS' },
      headers: { 'idempotency-key': 'own' },
    })
    const page = await open(manager, own.body.id)
    await page.getByText('You performed or entered this calibration').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
    await page.getByRole('button', { name: 'Reject' }).waitFor()
  })

  test('rejects for a reason, which is then shown on the record', async () => {
    const { id } = await waiting()
    const page = await open(manager, id)
    await page.getByRole('button', { name: 'Reject' }).click()
    await inDialog(page).getByLabel('Reason').fill('The readings are those of another instrument.')
    await inDialog(page).getByRole('button', { name: 'Reject record' }).click()
    await page.getByText('This record was rejected and has no effect.').waitFor()
    await sheet(page).getByText('The readings are those of another instrument.').waitFor()
    await sheet(page).getByText('Rejected by').locator('..').getByText('Quinn Manager').waitFor()
    await page.getByText('Not available: the record was rejected.').waitFor()
  })

  test('by two people concurrently: the second sees who was first, and typed values are kept', async () => {
    const { id } = await waiting()
    const [first, second] = [await open(manager, id), await open(other, id)]
    await second.getByRole('button', { name: 'Reject' }).click()
    await inDialog(second).getByLabel('Reason').fill('I am not sure about this one.')
    await first.getByRole('button', { name: 'Approve' }).click()
    await inDialog(first).getByRole('button', { name: 'Approve record' }).click()
    await first.getByText('Record approved.', { exact: true }).waitFor()
    await inDialog(second).getByRole('button', { name: 'Reject record' }).click()
    const notice = second.getByRole('alert').filter({ hasText: 'Someone else got there first' })
    await notice.getByText('Quinn Manager already approved this record.').waitFor()
    await notice.getByText('I am not sure about this one.').waitFor()
    await second.getByRole('button', { name: 'Reject' }).waitFor({ state: 'detached' })
    const { ledger } = (await other.call('GET', `/calibrations/${id}/details`)).body
    assert.equal(ledger.length, 2)
  })
})

describe('voiding', () => {
  test('names the calibration and the due date that will hold then', async () => {
    const { id: older, instrument } = await approved({ performed_at: '2026-02-03T10:00:00Z' })
    const newer = await fullRecord(lab, instrument)
    await manager.call('POST', `/calibrations/${newer}/approve`, { body: {} })
    const page = await open(manager, newer)
    await page.getByRole('button', { name: 'Void' }).click()
    await inDialog(page).getByText('The calibration of 3 Feb 2026 becomes the current one').waitFor()
    await inDialog(page).getByText('then due 3 Feb 2027').waitFor()
    await inDialog(page).getByLabel('Reason').fill('The wrong instrument was measured.')
    await inDialog(page).getByRole('button', { name: 'Void record' }).click()
    const notice = page.getByRole('note').filter({ hasText: 'This record was voided' })
    await notice.getByText('The wrong instrument was measured.').waitFor()
    await page.getByText('No longer available').waitFor()
    const last = await open(manager, older)
    await last.getByRole('button', { name: 'Void' }).click()
    await inDialog(last).getByText('No valid record remains').waitFor()
  })

  test('creates a marker with its own page, which links to the record', async () => {
    const { id } = await approved()
    const marker = await manager.call('POST', `/calibrations/${id}/void`, { body: { reason: 'Doubled.' } })
    const page = await open(technician, marker.body.id)
    await page.getByText('Doubled.').waitFor()
    await page.getByRole('link', { name: 'View voided record' }).click()
    await page.getByText('This record was voided').waitFor()
  })
})

describe('a corrected record', () => {
  test('is shown next to its correction on both pages, with the differing fields marked', async () => {
    const { id } = await approved()
    const correction = (
      await manager.call('POST', `/calibrations/${id}/correct`, {
        body: {
          result: 'PASS',
          nominal_value: '10 V',
          tolerance: '± 0.05 V',
          as_found_reading: '10.004 V',
          correction_reason: 'A digit was left out.',
        },
      })
    ).body.id as string
    const page = await open(other, id)
    await page.getByText('A correction is pending approval').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Void' }).count(), 0)
    const table = page.getByRole('table', { name: 'Before and after the correction' })
    const row = table.getByRole('row').filter({ hasText: '10.045 V' })
    await row.getByText('(differs)').waitFor()
    await row.getByText('10.004 V').waitFor()
    assert.equal(
      await table.getByRole('row').filter({ hasText: '± 0.05 V' }).getByText('(differs)').count(),
      0,
    )
    await page.getByRole('note').getByRole('link', { name: 'View correction' }).click()
    await page.getByText('It replaces the original record once approved').waitFor()
    await page.getByText('Reason: A digit was left out.').first().waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await inDialog(page).getByText('replaces the original record').waitFor()
    await inDialog(page).getByRole('button', { name: 'Approve record' }).click()
    await page.getByText('This is a correction.').waitFor()
    await page.getByRole('link', { name: 'View original record' }).click()
    await page.getByRole('note').getByText('This record was replaced by a correction').waitFor()
    await page.getByText('see the corrected certificate').waitFor()
    assert.match(page.url(), new RegExp(id))
    const corrected = (await other.call('GET', `/calibrations/${id}`)).body
    assert.equal(corrected.superseded_by_id, correction)
  })

  test('is offered for correction at an address of its own', async () => {
    const { id } = await approved()
    const page = await open(manager, id)
    const address = await page.getByRole('link', { name: 'Correct', exact: true }).getAttribute('href')
    assert.equal(address, `/w/${lab.id}/calibrations/${id}/correct`)
  })
})

describe('certificate and proof', () => {
  test('the certificate is shown in the page and downloaded', async () => {
    const { id } = await approved()
    const page = await open(technician, id)
    await page.getByRole('button', { name: 'Show certificate' }).click()
    await page.locator('iframe[title="Certificate"]').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    assert.match((await download).suggestedFilename(), /\.pdf$/)
  })

  test('the saved proof holds before the independent verifier', async () => {
    const { id } = await approved()
    const page = await open(technician, id)
    await page.getByText(/^Recorded · entry \d+/).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save proof' }).click()
    const verdict = await verifyRecordProof(JSON.parse(await readFile(await (await download).path(), 'utf8')))
    assert.ok(verdict.holds, JSON.stringify(verdict))
    const checkpoint = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save checkpoint' }).click()
    assert.match(await readFile(await (await checkpoint).path(), 'utf8'), /\/ledger\//)
    const verifier = page.getByRole('link', { name: 'Open the offline verifier' })
    assert.equal(await verifier.getAttribute('href'), '/verify/offline')
  })
})
