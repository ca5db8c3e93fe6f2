import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openLaboratory, type Laboratory } from '../../../server/test/calibrating.ts'
import { signInAs, TEST_PASSWORD, type TestSession } from '../../../server/test/session.ts'
import { attachDocument, pdfOf } from '../../../server/test/documents.ts'
import { hiddenBeside, hiddenSideways, focusOn, settled, startBrowserTests } from '../support/browser.ts'
import { scan } from '../support/scanner.ts'
import { fullRecord, justified, voltmeter } from '../support/sample-records.ts'

const tests = await startBrowserTests()

/** A workspace of its own, with records of Ada's that wait, tagged Q-1 and on. */
async function queueOf(count: number, settings: object = {}) {
  const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
  await lab.settings({ approvalPolicy: 'review', ...settings })
  const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })
  const ids: string[] = []
  for (let place = 1; place <= count; place += 1) {
    ids.push(await fullRecord(lab, await voltmeter(lab, `Q-${place}`)))
  }
  return { lab, manager, ids }
}

const open = (lab: Laboratory, session: TestSession, search = '') =>
  tests.visit(session, `/w/${lab.id}/approvals${search}`)
const table = (page: Page) => page.getByRole('table', { name: 'Approvals' })
const link = (page: Page, tag: string) => table(page).getByRole('link', { name: tag, exact: true })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
/** Waits until the row of a tag has the focus. */
const focused = (page: Page, tag: string) =>
  page.locator('[data-record]:focus').filter({ hasText: tag }).waitFor()

describe('the queue', () => {
  test('shows what is needed for a decision, and the navigation counts pending records', async () => {
    const { lab, manager } = await queueOf(1)
    const standard = await voltmeter(lab, 'STANDARD-1')
    await fullRecord(lab, await voltmeter(lab, 'Q-2'), {
      ...justified,
      reference_standard_asset_id: standard,
    })
    const page = await open(lab, manager)
    await rail(page).getByRole('link', { name: 'Approvals 2 pending' }).waitFor()
    const first = table(page).getByRole('row').filter({ hasText: 'Q-1' })
    for (const words of ['Pass', '+0.045', 'within tolerance', '2 Nov 2026, 10:30', 'Ada Admin']) {
      await first.getByText(words).waitFor()
    }
    const second = table(page).getByRole('row').filter({ hasText: 'Q-2' })
    await second.getByText('out of tolerance').waitFor()
    await second.getByText('reference standard: never calibrated').waitFor()
    await second.getByText('Used below 5 V only').waitFor()
  })

  test('opens the record in its URL, wherever it is in the queue', async () => {
    const { lab, manager, ids } = await queueOf(3)
    const page = await open(lab, manager, `?record=${ids[1]}`)
    await focused(page, 'Q-2')
    await page.getByRole('heading', { name: 'Calibration of Q-2' }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('record'), ids[1])
  })

  test('that is empty says so', async () => {
    const { lab, manager } = await queueOf(0)
    const page = await open(lab, manager)
    await page.getByText('Nothing to approve').waitFor()
    await rail(page).getByRole('link', { name: 'Approvals', exact: true }).waitFor()
  })

  test('is read-only for those who may not decide', async () => {
    const { lab } = await queueOf(1)
    const technician = await signInAs(tests.app, lab, 'technician')
    const page = await open(lab, technician)
    await page.getByText('Only admins and managers can approve these records.').waitFor()
    await link(page, 'Q-1').press('a')
    await link(page, 'Q-1').click()
    await page.getByRole('article', { name: 'Calibration record' }).waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.equal(await page.getByRole('button', { name: /Approve|Reject/ }).count(), 0)
  })

  test('does not let users approve their own work, and says why', async () => {
    const { lab, manager } = await queueOf(1)
    const own = await voltmeter(lab, 'OWN-1')
    await manager.call('POST', `/instruments/${own}/calibrations`, {
      body: { result: 'PASS' },
      headers: { 'idempotency-key': 'own' },
    })
    const page = await open(lab, manager)
    await table(page).getByText('Your own record: another person must approve it').waitFor()
    assert.ok(await page.getByRole('checkbox', { name: 'Select OWN-1' }).isDisabled())
    await link(page, 'OWN-1').press('Enter')
    await page.getByText('You performed or entered this calibration').waitFor()
    const beside = page.getByRole('region', { name: 'Calibration of OWN-1' })
    await beside.getByRole('button', { name: 'Reject' }).waitFor()
    assert.equal(await beside.getByRole('button', { name: 'Approve' }).count(), 0)
    const hidden = await hiddenSideways(page)
    assert.equal(hidden, 0, 'the queue fits beside the record')
    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Approve 1 record' }).waitFor()
  })
})

describe('by keyboard only', () => {
  test('records are opened, approved and rejected, and the position is kept', async () => {
    const { lab, manager, ids } = await queueOf(3)
    const page = await open(lab, manager)
    await focused(page, 'Q-1')
    await page.keyboard.press('j')
    await focused(page, 'Q-2')
    await page.keyboard.press('ArrowDown')
    await focused(page, 'Q-3')
    await page.keyboard.press('k')
    await focused(page, 'Q-2')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**record=${ids[1]!}`)
    await page.getByRole('article', { name: 'Calibration record' }).getByText('SN-Q-2').waitFor()
    await page.keyboard.press('a')
    await page.getByRole('dialog').getByText('Q-2 · Reference voltmeter, 2 Nov 2026').waitFor()
    await focusOn(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
    await page.keyboard.press('Control+Enter')
    await page.getByText('Record approved.').waitFor()
    await focused(page, 'Q-3')
    await page.waitForURL(`**record=${ids[2]!}`)
    await page.keyboard.press('r')
    await focusOn(page.getByRole('dialog').getByLabel('Reason'))
    await page.keyboard.type('The readings are those of another instrument.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Record rejected.').waitFor()
    await focused(page, 'Q-1')
    await rail(page).getByRole('link', { name: 'Approvals 1 pending' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(`**/approvals`)
    const states = await Promise.all(
      ids.map(async (id) => (await manager.call('GET', `/calibrations/${id}`)).body.approval_status),
    )
    assert.deepEqual(states, ['pending', 'approved', 'rejected'])
  })

  test('several are signed with one password, and each gets its own signature', async () => {
    const { lab, manager, ids } = await queueOf(3, { requiresElectronicSignature: true })
    const page = await open(lab, manager)
    await focused(page, 'Q-1')
    await page.keyboard.press('Space')
    await page.keyboard.press('j')
    await focused(page, 'Q-2')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Approve 2 records' }).waitFor()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 records: Q-1, Q-2').waitFor()
    await dialog.getByText('Signing as Quinn Manager').waitFor()
    await dialog.getByRole('textbox', { name: 'Your password' }).fill('not this one')
    await page.keyboard.press('Enter')
    await dialog.getByText('Incorrect password.').first().waitFor()
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(TEST_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('2 records approved.').waitFor()
    await focused(page, 'Q-3')
    const details = await Promise.all(
      ids.map(async (id) => (await manager.call('GET', `/calibrations/${id}/details`)).body),
    )
    assert.deepEqual(
      details.map((one) => one.signed_leaf_hash === one.ledger[0].leaf_hash),
      [true, true, false],
    )
  })
})

describe('keys that are not for the queue', () => {
  test('after Ctrl+K reach the palette, however late it loads', async () => {
    const { lab, manager } = await queueOf(2)
    const page = await tests.visit(manager, '/healthz')
    let bring = () => {}
    const wanted = new Promise<void>((resolve) => (bring = resolve))
    await page.route('**/search-everything-*.js', async (route) => {
      await wanted
      await route.continue()
    })
    await page.goto(`${tests.app.origin}/w/${lab.id}/approvals`)
    await focused(page, 'Q-1')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('rack 2', { delay: 40 })
    await page.keyboard.press('Backspace')
    await page.keyboard.press('3')
    bring()
    const field = page.getByRole('dialog').getByRole('combobox')
    await focusOn(field)
    assert.equal(await field.inputValue(), 'rack 3')
    assert.equal(await page.getByRole('dialog').count(), 1)
    await page.getByText('No results for “rack 3”.').waitFor()
  })

  test('Enter after Ctrl+K opens the result of the search, even if the response comes later', async () => {
    const { lab, manager } = await queueOf(2)
    const page = await open(lab, manager)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('q-2')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Q-2', level: 1 }).waitFor()
  })

  test('from a scanner open the instrument that they identify, on any page, and decide nothing', async () => {
    const { lab, manager, ids } = await queueOf(2)
    const rack = await voltmeter(lab, 'RACK-3')
    const page = await open(lab, manager)
    await focused(page, 'Q-1')
    await scan(page, 'rack-3')
    await page.getByRole('heading', { name: 'RACK-3', level: 1 }).waitFor()
    await page.goto(`${tests.app.origin}/w/${lab.id}/worklist`)
    await settled(page)
    await scan(page, `https://plumbline.example/i/${rack}`)
    await page.getByRole('heading', { name: 'RACK-3', level: 1 }).waitFor()
    await scan(page, 'arc-9')
    await page.getByRole('dialog').getByText('No results for “arc-9”.').waitFor()
    const states = await Promise.all(
      ids.map(async (id) => (await manager.call('GET', `/calibrations/${id}`)).body.approval_status),
    )
    assert.deepEqual(states, ['pending', 'pending'])
  })
})

describe('an Enter that follows a single key', () => {
  test('confirms nothing, because Cancel has the focus, for one record and for several', async () => {
    const { lab, manager, ids } = await queueOf(2)
    const page = await open(lab, manager)
    await focused(page, 'Q-1')
    const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' })
    await page.keyboard.press('a')
    await focusOn(cancel)
    await page.keyboard.press('Enter')
    await cancel.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Approve 2 records' }).press('Enter')
    await focusOn(cancel)
    await page.keyboard.press('Enter')
    await cancel.waitFor({ state: 'detached' })
    const states = await Promise.all(
      ids.map(async (id) => (await manager.call('GET', `/calibrations/${id}`)).body.approval_status),
    )
    assert.deepEqual(states, ['pending', 'pending'])
  })
})

describe('several records together', () => {
  test('reports each that was refused and the number of those approved, over more than one request', async () => {
    const { lab, manager, ids } = await queueOf(12)
    const page = await open(lab, manager)
    await page.getByRole('button', { name: 'Select all' }).click()
    const other = await signInAs(tests.app, lab, 'admin', { name: 'Olga Other' })
    await other.call('POST', `/calibrations/${ids[4]!}/approve`, { body: {} })
    // The second part waits until the progress after the first was seen.
    const seen = page.getByRole('status').getByText('10 of 12 done').waitFor()
    let sent = 0
    await page.route('**/calibrations/approve', async (route) => {
      sent += 1
      if (sent > 1) await seen
      await route.continue()
    })
    await page.getByRole('button', { name: 'Approve 12 records' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve 12 records' }).click()
    const report = page
      .getByRole('alert')
      .filter({ hasText: '11 records approved. 1 could not be approved:' })
    await report.getByText('Olga Other has already approved this record.').waitFor()
    await report.getByRole('link', { name: 'Q-5' }).waitFor()
    await page.getByText('Nothing to approve').waitFor()
  })

  test('shows what was done and what was not sent when the network is lost meanwhile', async () => {
    const { lab, manager } = await queueOf(12)
    const page = await open(lab, manager)
    await page.getByRole('button', { name: 'Select all' }).click()
    let sent = 0
    await page.route('**/calibrations/approve', async (route) => {
      sent += 1
      return sent === 1 ? route.continue() : route.abort()
    })
    await page.getByRole('button', { name: 'Approve 12 records' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve 12 records' }).click()
    await page.getByRole('alert').getByText('10 records approved. 2 were not submitted.').waitFor()
    await page.getByRole('alert').getByText('The server is unreachable.').waitFor()
    // The table follows each approval: the tenth is the last to leave.
    await link(page, 'Q-10').waitFor({ state: 'hidden' })
    assert.equal(await table(page).getByRole('link').count(), 2)
  })

  test('a single approval that comes too late says so, with a link to the record', async () => {
    const { lab, manager, ids } = await queueOf(2)
    const page = await open(lab, manager)
    const other = await signInAs(tests.app, lab, 'admin', { name: 'Olga Other' })
    await other.call('POST', `/calibrations/${ids[0]!}/approve`, { body: {} })
    await focused(page, 'Q-1')
    await page.keyboard.press('a')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve record' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Someone else got there first' })
    await notice.getByRole('link', { name: 'Open full record' }).click()
    await page.getByRole('article').getByText('Olga Other').waitFor()
  })
})

describe('external work', () => {
  /** A record of a provider's that waits, with a certificate of two pages attached by default. */
  async function external(settings: object = {}, pages = ['CERTIFICATE 4711', 'Results']) {
    const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
    await lab.settings({ approvalPolicy: 'review', ...settings })
    const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })
    const instrument = await voltmeter(lab, 'EXT-1')
    const id = await fullRecord(lab, instrument, {
      calibration_type: 'external_certificate',
      certificate_number: '4711',
    })
    if (pages.length > 0) {
      const file = { bytes: pdfOf(pages), contentType: 'application/pdf' }
      await attachDocument(manager, instrument, 'acme-4711.pdf', 'certificate', id, file)
    }
    return { lab, manager, id }
  }
  const firstPage = (within: Page | Locator) =>
    within.getByRole('img', { name: 'acme-4711.pdf, page 1' }).first()
  /** How many points of a drawn page are dark. */
  const inkOf = (drawn: Locator) =>
    drawn.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return data.filter((value, at) => at % 4 === 0 && value < 128).length
    })

  test("shows the pages of the provider's certificate beside the record", async () => {
    const { lab, manager, id } = await external()
    const page = await open(lab, manager, `?record=${id}`)
    const panel = page.getByRole('region', { name: "Provider's certificate" })
    await firstPage(panel).waitFor()
    await settled(page)
    assert.ok((await inkOf(firstPage(panel))) > 100)
    await panel.getByText('Page 1 of 2').waitFor()
    await panel.getByRole('button', { name: 'Next page' }).click()
    await panel.getByRole('img', { name: 'acme-4711.pdf, page 2' }).waitFor()
    await panel.getByRole('link', { name: 'Open acme-4711.pdf in a new tab' }).waitFor()
    assert.deepEqual(await hiddenBeside(page), [])
  })

  test("shows the provider's certificate before it is signed", async () => {
    const { lab, manager } = await external({ requiresElectronicSignature: true })
    const page = await open(lab, manager)
    await focused(page, 'EXT-1')
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog')
    await firstPage(dialog).waitFor()
    await focusOn(dialog.getByLabel('Password'))
  })

  test("shows the provider's certificate on the page of the record", async () => {
    const { lab, manager, id } = await external({ approvalPolicy: 'automatic' })
    const page = await tests.visit(manager, `/w/${lab.id}/calibrations/${id}`)
    await firstPage(page).waitFor()
  })

  test('says so if no certificate is attached', async () => {
    const { lab, manager, id } = await external({}, [])
    const page = await open(lab, manager, `?record=${id}`)
    await page.getByText("No provider's certificate attached").waitFor()
  })
})

describe('an open record', () => {
  test('and the queue beside it show their tables completely, with figures of this length', async () => {
    const { lab, manager } = await queueOf(0)
    const long = { nominal_value: '100.000000 mbar', tolerance: '± 0.250000 mbar' }
    const gauge = await lab.instrument({ asset_tag: 'LONG-1', name: 'Outside micrometer 0-25 mm, digital' })
    await fullRecord(lab, gauge.id as string, {
      ...long,
      as_found_reading: '100.123456 mbar',
      as_left_reading: '100.000012 mbar',
      measurement_uncertainty: '0.000100 mbar',
    })
    const page = await open(lab, manager)
    await link(page, 'LONG-1').click()
    await page
      .getByRole('group', { name: 'Readings, deviation and tolerance' })
      .getByText('100.123456 mbar')
      .waitFor()
    const cut = await page.evaluate(
      `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('article [role=group]'))`,
    )
    assert.equal(cut, 0)
    assert.equal(await hiddenSideways(page), 0, 'the queue')
  })
})
