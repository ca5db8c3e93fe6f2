// Measures the processor time of the browser's main thread per key while readings are typed into a form with 500 points,
// compared with a form with one.
import { compareFigure, inTurn, median, printTable } from './measure.ts'
import { mainThreadOf, startPointsServer, usedBetween, type MainThread } from './processes/points-server.ts'

const KEYS = 40
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const MANY = 500
const PROMISED_MS = 50

const server = await startPointsServer()

/** A form with this many points, and a meter of its main thread. */
async function openForm(points: number) {
  const { instrumentId } = await server.record(points)
  const page = await server.open(`/w/${server.workspaceId}/instruments/${instrumentId}/calibrate`)
  const cell = page.locator(`input[data-row="${Math.floor(points / 2)}"][data-cell="found.0"]`)
  await cell.waitFor()
  const used = await mainThreadOf(page)
  return async (): Promise<MainThread> => {
    await cell.fill('')
    await cell.focus()
    await page.waitForTimeout(600)
    const before = await used()
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press('123456789.'[key % 10]!)
      await page.evaluate('new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))')
    }
    // Deferred work also belongs to the keys.
    await page.waitForTimeout(600)
    return usedBetween(before, await used(), KEYS)
  }
}

try {
  const forms = { 'one point': await openForm(1), [`${MANY} points`]: await openForm(MANY) }
  const seen: Record<string, MainThread[]> = await inTurn(ROUNDS, forms)
  const of = (name: string, part: keyof MainThread) => median(seen[name]!.map((used) => used[part]))
  printTable(
    'Processor time of the main thread for a key, in ms',
    ['form', 'all', 'script', 'style', 'layout', 'ratio'],
    Object.keys(forms).map((name) => [
      name,
      ...(['task', 'script', 'style', 'layout'] as const).map((part) => of(name, part).toFixed(1)),
      (of(name, 'task') / of('one point', 'task')).toFixed(1),
    ]),
  )
  compareFigure(`a key among ${MANY} points`, of(`${MANY} points`, 'task'), { below: PROMISED_MS }, ' ms')
} finally {
  await server.stop()
}
