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
 * Debian's paths; CHROMIUM_PATH overrides them. The headless shell draws no windows and needs a third less processor time.
 */
const CHROMIUM =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ??
  'chromium'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The folder for screenshots. */
const SCREENSHOTS = `${root}build/screenshots`

/** The appearances and window sizes in which every page is checked. */
export const looks = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  tablet: { colorScheme: 'light', viewport: { width: 820, height: 1180 }, hasTouch: true },
} as const

/** How a page is opened. */
export interface VisitOptions {
  look?: keyof typeof looks
  locale?: string
  /** Keeps the window open until all tests of the file have ended. */
  outlivesTest?: boolean
  /** Whether nothing may be in the cache of the window yet. */
  hasEmptyCache?: boolean
  /**
   * Whether the application may animate menus and dialogs, as it does for most people. Other windows ask for reduced motion:
   * drawing what moves and waiting for its end takes a fifth of the processor time of all browser tests.
   */
  hasMotion?: boolean
}

/** A running application, and a browser to open its pages. */
export interface BrowserTests {
  readonly app: TestApp
  /** Opens a path of the application in an empty window, signed in with the session if there is one. */
  visit(session: TestSession | null, path: string, options?: VisitOptions): Promise<Page>
}

/** The browser of this process. All test files share it, because starting one takes half a second of processor time. */
let launched: Browser | undefined

/** Builds the web application if needed, and returns the browser. */
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
  const lasting: BrowserContext[] = []
  after(async () => {
    await Promise.all(lasting.map(leave))
  })
  const app = await startTestApp(environment, { worksOnJobs: true })
  const faults: string[] = []
  after(() => {
    assert.deepEqual(faults, [], 'the browser reported faults')
  })
  const open: OpenWindow[] = []
  afterEach(async (context) => {
    if ('passed' in context && !context.passed) await Promise.all(open.map(reportState))
    // Pages of finished tests would continue to use processor time.
    await Promise.all(open.splice(0).map(vacate))
  })
  return {
    app,
    visit: async (session, path, options = {}) => {
      const { look = 'light', locale = 'en-GB', outlivesTest = false } = options
      const { hasEmptyCache = false, hasMotion = false } = options
      const kind = `${look} ${locale} ${hasMotion}`
      const free = outlivesTest || hasEmptyCache ? undefined : freeWindows.get(kind)?.pop()
      const page = free ?? (await openWindow(browser, look, locale, hasMotion))
      if (outlivesTest) lasting.push(page.context())
      else open.push({ page, look, kind, origin: app.origin })
      if (session) await page.context().addCookies(cookiesOf(session, app.origin))
      // The page has the server's test clock, but its timers run.
      await page.clock.setFixedTime(app.clock.now())
      gatherFaults(page, faults)
      followRequests(page)
      await page.goto(app.origin + path)
      await settled(page)
      return page
    },
  }
}

/** A window of the test that is running. */
interface OpenWindow {
  readonly page: Page
  readonly look: keyof typeof looks
  /** Windows of one kind can replace each other. */
  readonly kind: string
  readonly origin: string
}

/**
 * Empty windows by their kind. The tests of all files use them again, because a new window takes 0.4 s of processor time more
 * than loading a page into an open one.
 */
const freeWindows = new Map<string, Page[]>()

async function openWindow(
  browser: Browser,
  look: keyof typeof looks,
  locale: string,
  hasMotion: boolean,
): Promise<Page> {
  const context = await browser.newContext({
    ...looks[look],
    locale,
    timezoneId: 'Europe/Berlin',
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(HANG_MS)
  return page
}

/** Events that tests listen to. */
const FOLLOWED_EVENTS = [
  'console',
  'dialog',
  'pageerror',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const

/** Empties a window for another test, or closes it if the test opened another one beside it or closed it. */
async function vacate({ page, look, kind, origin }: OpenWindow): Promise<void> {
  const context = page.context()
  if (page.isClosed() || context.pages().length > 1) return leave(context)
  for (const event of FOLLOWED_EVENTS) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  if (new URL(page.url()).origin === origin) {
    await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  }
  // A page without a site would end the process of the window, and starting another one takes 0.35 s of processor time.
  await page.goto(`${origin}/healthz`)
  await context.clearCookies()
  await page.emulateMedia({ media: null, colorScheme: looks[look].colorScheme })
  await page.setViewportSize(looks[look].viewport)
  freeWindows.set(kind, [...(freeWindows.get(kind) ?? []), page])
}

/** Pending requests of each page. */
const underWay = new WeakMap<Page, Set<Request>>()

function followRequests(page: Page): void {
  const sent = new Set<Request>()
  underWay.set(page, sent)
  page.on('request', (request) => {
    // The stream of live updates never ends.
    if (request.resourceType() !== 'eventsource') sent.add(request)
  })
  page.on('requestfinished', (request) => sent.delete(request))
  page.on('requestfailed', (request) => sent.delete(request))
}

/** Prints the state of the window of a failed test: a wait for an element does not say why it did not appear. */
async function reportState({ page }: OpenWindow): Promise<void> {
  const pending = [...(underWay.get(page) ?? [])].map((request) => `${request.method()} ${request.url()}`)
  const focused = await page
    .evaluate<string>('document.activeElement?.outerHTML ?? "nothing"')
    .catch((error: Error) => error.message)
  console.error(
    `a failed test left ${page.url()} open; pending requests: ${pending.join(', ') || 'none'}; ` +
      `the focus is on ${focused.slice(0, LETTERS_OF_FOCUSED)}`,
  )
}

/** Number of characters printed of the element with the focus: its beginning identifies it. */
const LETTERS_OF_FOCUSED = 300

/** A page has loaded everything after this many consecutive idle callbacks without a pending request. */
const CALM_MOMENTS = 3

/** Waits until the page sends no more requests. Follow-up requests are sent immediately after a response. */
async function quiet(page: Page): Promise<void> {
  const sent = underWay.get(page)
  if (!sent) return page.waitForLoadState('networkidle')
  let calm = 0
  while (calm < CALM_MOMENTS) {
    await idle(page)
    calm = sent.size === 0 ? calm + 1 : 0
  }
}

/** Waits until the page is idle. */
async function idle(page: Page): Promise<void> {
  await page.evaluate('new Promise((idle) => requestIdleCallback(idle))')
}

/** Waits until the page is complete: it has a heading, no pending requests, no busy element and no running animation. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  // Pages that are not part of the web application have no root element.
  if ((await page.locator('#root').count()) === 0) return
  await page.locator('#root').locator('h1').first().waitFor()
  await quiet(page)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  // The controls of a dialog are smaller while it is still opening. One animation can start another.
  await page.evaluate(`(async () => {
    const running = () => document.getAnimations()
      .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
    const frame = () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    for (await frame(); running().length > 0; await frame()) {
      await Promise.allSettled(running().map((one) => one.finished))
    }
  })()`)
}

/**
 * Opens another path of the application in the same window, without loading the application again, as its links do. This takes
 * an eighth of the processor time of a new window. Data that the window has read already may be shown again as it was.
 * @throws if the page asks whether to discard what was entered
 */
export async function turnTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`)
  await settled(page)
  assert.equal(await page.getByRole('dialog').count(), 0, `a dialog is open after turning to ${path}`)
}

/** Waits until a control has the focus, so that keys reach it; being visible is not enough. */
export async function focusOn(control: Locator): Promise<void> {
  await control.and(control.page().locator(':focus')).waitFor()
}

/**
 * Selects an item of a menu that was just opened by keyboard. An opening menu takes the focus, also from an item, so this
 * waits for it first.
 */
export async function pressItem(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('menu')
  await menu.locator(':focus').waitFor({ state: 'attached' })
  await idle(page)
  await menu.getByRole('menuitem', { name }).press('Enter')
}

/** Closes a window. Requests that this aborts are not faults of the page. */
async function leave(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) page.removeAllListeners()
  await context.close()
}

/** Collects script errors and violations of the content security policy; error responses are not faults. */
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

/** The axe rules for WCAG 2.2, levels A and AA. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The rules whose result depends on the color scheme. */
export const AXE_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

interface AxeResult {
  violations: { id: string; nodes: { target: string[]; html: string }[] }[]
}

/** The part of a page to check. */
interface AxeBounds {
  /** Selectors of the parts to check; the whole page by default. */
  readonly within?: readonly string[]
  /** A rule and the elements to which it is not applied. */
  readonly except?: { readonly rule: string; readonly selector: string }
}

/**
 * Fails with every accessibility violation on the page.
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
    `axe.run(${place}, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })`,
  )) as AxeResult
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  assert.deepEqual(found, [])
}

/** Returns how many pixels the table of the page can be scrolled horizontally. */
export async function hiddenSideways(page: Page): Promise<number> {
  const hidden = await page.evaluate(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('#main table').parentElement)`,
  )
  return Number(hidden)
}

/** Returns the elements of the page and its frame that extend beyond the right edge of the window. */
export async function hiddenBeside(page: Page): Promise<string[]> {
  return (await page.evaluate(`[...document.querySelectorAll('header *, nav a, #main, #main > *, #main section')]
    .filter((one) => one.checkVisibility() && !one.closest('.visually-hidden, #main nav'))
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.tagName + ' ' + one.textContent.trim().slice(0, 40))`)) as string[]
}

/**
 * Saves a screenshot of the page, or of its visible part, to the build folder. Does nothing if SCREENSHOTS is `off`, as in CI:
 * each takes a sixth of a second of processor time.
 */
export async function keepScreenshot(page: Page, name: string, fullPage = true): Promise<void> {
  if (process.env['SCREENSHOTS'] === 'off') return
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage })
}

/** WCAG 2.2, 2.5.8 requires 24 px; the application promises 44 at tablet width. */
const TARGET_PX_MIN = 44

/** Fails with every control that is too low for touch. Links within text are exempt, as in WCAG. */
export async function checkTouchTargets(page: Page): Promise<void> {
  const small =
    (await page.evaluate(`[...document.querySelectorAll('button, select, input:not([type=checkbox]):not([type=radio]):not([type=file]), nav a, [role=menuitem], summary')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1)
    .filter((one) => one.getBoundingClientRect().height < ${TARGET_PX_MIN} - 0.5 && !one.closest('label, .mantine-PasswordInput-wrapper'))
    .map((one) => one.outerHTML.slice(0, 160))`)) as string[]
  assert.deepEqual(small, [])
}

/** The window in which `lookAtPage` opens the next page of a session. */
const lookedIn = new WeakMap<TestSession, Page>()

/** Opens a page in the window of the session, or in a new one if there is none. */
async function openToLook(tests: BrowserTests, session: TestSession | null, path: string): Promise<Page> {
  const last = session ? lookedIn.get(session) : undefined
  if (!last || last.isClosed()) return tests.visit(session, path, { look: 'light', outlivesTest: true })
  await last.emulateMedia({ colorScheme: 'light' })
  await last.setViewportSize(looks.light.viewport)
  await turnTo(last, path)
  return last
}

/**
 * Opens a page, checks its accessibility in each appearance and its touch targets on the tablet, and saves screenshots. The
 * page is opened once, because it follows changes of color scheme and window size, and opening it takes longest; for the same
 * reason the window stays open for the next page of the session, unless `prepare` did something in it.
 */
export async function lookAtPage(
  tests: BrowserTests,
  session: TestSession | null,
  path: string,
  name: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await openToLook(tests, session, path)
  await prepare?.(page)
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
  if (session && !prepare) lookedIn.set(session, page)
  else await leave(page.context())
}

/** Changes the appearance of an open page. It cannot be told about touch then; its width determines the layout. */
async function show(
  page: Page,
  { colorScheme, viewport }: (typeof looks)[keyof typeof looks],
): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  await page.setViewportSize(viewport)
  await settled(page)
}
