import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, afterEach } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core'
import { atProcessEnd, HANG_MS } from '@plumbline/testing'
import { startTestApp, type TestApp } from '../../../server/test/app.ts'
import type { TestSession } from '../../../server/test/session.ts'

/**
 * Debian's places; CHROMIUM_PATH names another. The shell has no windows to draw and takes a third less of the
 * processors.
 */
const CHROMIUM =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ??
  'chromium'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Where screenshots are kept for people to look at. */
const SCREENSHOTS = `${root}build/screenshots`

/** Windows in which every page is looked at. */
export const looks = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  tablet: { colorScheme: 'light', viewport: { width: 820, height: 1180 }, hasTouch: true },
} as const

/** How a page is opened. */
export interface VisitOptions {
  look?: keyof typeof looks
  locale?: string
}

/** The whole application with its web pages, and a browser in front of it. */
export interface BrowserTests {
  readonly app: TestApp
  /** Opens a path below the origin as the person of a session, or as nobody. */
  visit(session: TestSession | null, path: string, options?: VisitOptions): Promise<Page>
}

/** The browser of this process, which all files that it runs share: starting one takes half a second of a processor. */
let launched: Browser | undefined

/** Returns the browser, with the web application built for it. */
async function launchBrowser(): Promise<Browser> {
  if (launched?.isConnected()) return launched
  const { status, stderr } = spawnSync(process.execPath, [`${root}scripts/build-web.mjs`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  const browser = await chromium.launch({ executablePath: CHROMIUM })
  atProcessEnd(() => browser.close())
  launched = browser
  return browser
}

/** Builds the web application, and starts the server and a browser for the tests of a file; the server stops after them. */
export async function startBrowserTests(environment: Record<string, string> = {}): Promise<BrowserTests> {
  const browser = await launchBrowser()
  const app = await startTestApp(environment, { worksOnJobs: true })
  const faults: string[] = []
  after(() => {
    assert.deepEqual(faults, [], 'the browser reported faults')
  })
  const open: BrowserContext[] = []
  // Pages of finished tests would go on taking time from the next ones.
  afterEach(async () => {
    await Promise.all(open.splice(0).map(leave))
  })
  return {
    app,
    visit: async (session, path, { look = 'light', locale = 'en-GB' } = {}) => {
      const context = await browser.newContext({ ...looks[look], locale, timezoneId: 'Europe/Berlin' })
      if (session) await context.addCookies(cookiesOf(session, app.origin))
      open.push(context)
      const page = await context.newPage()
      page.setDefaultTimeout(HANG_MS)
      // The server's clock stands at the tests' own time; timers of the page go on.
      await page.clock.setFixedTime(app.clock.now())
      gatherFaults(page, faults)
      followRequests(page)
      await page.goto(app.origin + path)
      await settled(page)
      return page
    },
  }
}

/** Requests of a page that have no response yet. */
const underWay = new WeakMap<Page, Set<Request>>()

function followRequests(page: Page): void {
  const sent = new Set<Request>()
  underWay.set(page, sent)
  page.on('request', (request) => {
    // The stream of changes has no end.
    if (request.resourceType() !== 'eventsource') sent.add(request)
  })
  page.on('requestfinished', (request) => sent.delete(request))
  page.on('requestfailed', (request) => sent.delete(request))
}

/** Idle moments in a row with nothing under way after which a page asks for nothing more. */
const CALM_MOMENTS = 3

/** What a response leads to is asked for at once, so it is over when the page has had time and asked for nothing. */
async function quiet(page: Page): Promise<void> {
  const sent = underWay.get(page)
  if (!sent) return page.waitForLoadState('networkidle')
  let calm = 0
  while (calm < CALM_MOMENTS) {
    await idle(page)
    calm = sent.size === 0 ? calm + 1 : 0
  }
}

/** Waits for a moment in which the page has nothing to do. */
async function idle(page: Page): Promise<void> {
  await page.evaluate('new Promise((idle) => requestIdleCallback(idle))')
}

/** Waits until the page stands: its heading is there, nothing is on its way, and it does not say that it is busy. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  // Pages of the server that are none of the application have no place for it.
  if ((await page.locator('#root').count()) === 0) return
  await page.locator('#root').locator('h1').first().waitFor()
  await quiet(page)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  // A dialog that still grows into its place has smaller controls than it will have; one movement can start another.
  await page.evaluate(`(async () => {
    const running = () => document.getAnimations()
      .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
    const frame = () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    for (await frame(); running().length > 0; await frame()) {
      await Promise.allSettled(running().map((one) => one.finished))
    }
  })()`)
}

/** Waits until the control that keys will go to has the focus: being shown is not enough. */
export async function focusOn(control: Locator): Promise<void> {
  await control.and(control.page().locator(':focus')).waitFor()
}

/**
 * Chooses an item of the menu that keys have just opened: a menu takes the focus once it stands, and would take it
 * from an item too.
 */
export async function pressItem(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('menu')
  await menu.locator(':focus').waitFor({ state: 'attached' })
  await idle(page)
  await menu.getByRole('menuitem', { name }).press('Enter')
}

/** Closes a window; what its page was still fetching is broken off, which is no fault of the page. */
async function leave(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) page.removeAllListeners()
  await context.close()
}

/** Refusals of the server that a test wants are no faults; errors of scripts and of the content policy are. */
function gatherFaults(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) faults.push(message.text())
  })
}

function cookiesOf({ cookie }: TestSession, url: string): { name: string; value: string; url: string }[] {
  return cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
  })
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of WCAG 2.2 on levels A and AA. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What another appearance of the same page can change. */
export const AXE_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

interface AxeResult {
  violations: { id: string; nodes: { target: string[]; html: string }[] }[]
}

/** What of a page is checked. */
interface AxeBounds {
  /** Selectors of the parts to check; without it the whole page. */
  readonly within?: readonly string[]
  /** A rule, and the elements that it is not asked of. */
  readonly except?: { readonly rule: string; readonly selector: string }
}

/**
 * Fails with every place on the page that people with a disability would stumble over.
 * @param runOnly tags of rules, or single rules
 */
export async function checkAccessibility(
  page: Page,
  runOnly: object = AXE_TAGS,
  { within, except }: AxeBounds = {},
): Promise<void> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axeSource)
  if (except) {
    const others = { id: except.rule, selector: `:not(${except.selector})` }
    await page.evaluate(`axe.configure({ rules: [${JSON.stringify(others)}] })`)
  }
  const place = within ? JSON.stringify({ include: within.map((selector) => [selector]) }) : 'document'
  const { violations } = (await page.evaluate(
    `axe.run(${place}, { runOnly: ${JSON.stringify(runOnly)} })`,
  )) as AxeResult
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  assert.deepEqual(found, [])
}

/** Pixels of the page's table that one would have to scroll sideways to see. */
export async function hiddenSideways(page: Page): Promise<number> {
  const hidden = await page.evaluate(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('#main table').parentElement)`,
  )
  return Number(hidden)
}

/** What of the page and of its frame lies beside the window, where nobody looks. */
export async function hiddenBeside(page: Page): Promise<string[]> {
  return (await page.evaluate(`[...document.querySelectorAll('header *, nav a, #main, #main > *, #main section')]
    .filter((one) => one.checkVisibility() && !one.closest('.visually-hidden, #main nav'))
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.tagName + ' ' + one.textContent.trim().slice(0, 40))`)) as string[]
}

/**
 * Keeps a picture of the page, or of what its window shows, as build output. Makes none if SCREENSHOTS is `off`, as
 * where nobody looks at them: each takes a sixth of a second of processor time.
 */
export async function keepScreenshot(page: Page, name: string, fullPage = true): Promise<void> {
  if (process.env['SCREENSHOTS'] === 'off') return
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage })
}

/** WCAG 2.2, 2.5.8 asks for 24 px; the application promises 44 at tablet width. */
const TARGET_PX_MIN = 44

/** Fails with every control that is too low for a finger. Links within text are exempt, as in WCAG. */
export async function checkTouchTargets(page: Page): Promise<void> {
  const small =
    (await page.evaluate(`[...document.querySelectorAll('button, select, input:not([type=checkbox]):not([type=radio]):not([type=file]), nav a, [role=menuitem], summary')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1)
    .filter((one) => one.getBoundingClientRect().height < ${TARGET_PX_MIN} - 0.5 && !one.closest('label, .mantine-PasswordInput-wrapper'))
    .map((one) => one.outerHTML.slice(0, 160))`)) as string[]
  assert.deepEqual(small, [])
}

/**
 * Opens a page, checks it for people in each look, and on the tablet for fingers, and keeps its pictures. It is opened once: it
 * follows the system's appearance and the size of its window while it stands, and opening takes longer than all checks.
 */
export async function lookAtPage(
  tests: BrowserTests,
  session: TestSession | null,
  path: string,
  name: string,
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  const page = await tests.visit(session, path, { look: 'light' })
  await prepare(page)
  await settled(page)
  await checkAccessibility(page)
  await keepScreenshot(page, `${name}-light`)
  await show(page, looks.dark)
  await checkAccessibility(page, AXE_COLOURS)
  await keepScreenshot(page, `${name}-dark`)
  await show(page, looks.tablet)
  await checkAccessibility(page)
  await keepScreenshot(page, `${name}-tablet`)
  await checkTouchTargets(page)
  await leave(page.context())
}

/** Gives a page that stands another look. That a finger points at it a page learns only as it is opened; its width tells it here. */
async function show(
  page: Page,
  { colorScheme, viewport }: (typeof looks)[keyof typeof looks],
): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  await page.setViewportSize(viewport)
  await settled(page)
}
