import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { after, before, suite, test } from 'node:test'
import { chromium, type Browser, type Page } from 'playwright-core'
import { pageUrl, verifyPage } from '../page/build-page.ts'
import { fixture, keptEarlier, keptKey, vkey } from './ledger-of.ts'

const chromiumPath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ??
  ''

test('the page is made from the present sources', async () => {
  const isCurrent = (await readFile(pageUrl, 'utf8')) === (await verifyPage())
  assert.ok(isCurrent, 'verify.html is not current: run node packages/ledger-verify/page/build-page.ts')
})

test('the page names no other address and loads nothing', async () => {
  const page = await readFile(pageUrl, 'utf8')
  assert.match(
    page,
    /content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'/,
  )
  for (const reach of [/https?:/, /\bsrc=/, /\bhref=/, /\bfetch\(/, /\bimport\b ?[({'"]/, /url\(/]) {
    assert.doesNotMatch(page, reach)
  }
})

suite('the page opened from a file', { skip: !existsSync(chromiumPath) && 'no Chromium here' }, () => {
  let browser: Browser
  let page: Page
  const logged: string[] = []

  before(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath })
    page = await browser.newPage()
    page.on('console', (message) => logged.push(message.text()))
  })

  after(() => browser.close())

  async function choose(name: string, text: string): Promise<void> {
    await page.setInputFiles('#file', { name, mimeType: 'application/json', buffer: Buffer.from(text) })
  }

  async function assertVerdict(outcome: string, ...texts: string[]): Promise<void> {
    await page.waitForSelector(`#verdict[data-outcome=${outcome}]`)
    const shown = await page.innerText('#verdict')
    for (const text of texts) assert.ok(shown.includes(text), `${text} not in: ${shown}`)
  }

  async function openPage(): Promise<void> {
    await page.goto(pageUrl.href)
    assert.equal(await page.evaluate(`getComputedStyle(document.getElementById('verdict')).display`), 'none')
    assert.deepEqual(logged, [], 'the policy lets the page have its own style and script')
  }

  test('says that a ledger holds, and with which key and checkpoint', async () => {
    await openPage()
    await page.fill('#vkey', ` ${keptKey} `)
    await page.fill('#checkpoint', keptEarlier.trim())
    await choose('ledger.jsonl', fixture('ledger.jsonl'))
    await assertVerdict(
      'holds',
      'The ledger is intact: 11 entries, complete, in order and unaltered.',
      'It continues the earlier checkpoint of 5 entries.',
      'with the key that you gave',
    )
  })

  test('says what is wrong with a ledger, and checks again when the key changes', async () => {
    await openPage()
    await choose('ledger.jsonl', fixture('ledger.jsonl').replace('10.02', '10.01'))
    await assertVerdict('wrong', 'The ledger failed verification.', 'First wrong entry: 3')
    await choose('ledger.jsonl', fixture('ledger.jsonl'))
    await assertVerdict('holds', 'key in the file itself')
    await page.fill('#vkey', vkey)
    await page.press('#vkey', 'Enter')
    await assertVerdict('wrong', 'another verifier key than the one given')
  })

  test('shows a record that holds as text, whatever it contains', async () => {
    await openPage()
    await choose('record.jsonl', fixture('record.jsonl'))
    await assertVerdict('holds', 'it is entry 6 of the ledger', 'calibration.approved', '"name": "B. Ng"')
  })

  test('says that a file of another kind cannot be checked', async () => {
    await openPage()
    await choose('letter.txt', 'Dear auditor')
    await assertVerdict('wrong', 'This file cannot be checked.')
  })

  test('takes a dropped file', async () => {
    await openPage()
    const transfer = await page.evaluateHandle(
      `(() => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([${JSON.stringify(fixture('ledger.jsonl'))}], 'ledger.jsonl'))
        return transfer
      })()`,
    )
    await page.dispatchEvent('#drop', 'drop', { dataTransfer: transfer })
    await assertVerdict('holds', '11 entries')
  })

  test('cannot reach anything', async () => {
    await openPage()
    const attempt = `fetch('https://plumbline.example/').then(() => 'reached', () => 'refused')`
    const violation = page.waitForEvent('console', (message) =>
      message.text().includes('Content Security Policy'),
    )
    assert.equal(await page.evaluate(attempt), 'refused')
    assert.match((await violation).text(), /default-src 'none'/)
  })
})
