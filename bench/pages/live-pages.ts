// Measures how soon an open page shows the change of another user: from sending the change until the page shows it, compared
// with the response to the change, and alternating with a page that is reloaded.
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import type { Page } from 'playwright-core'
import { compareFigure, inTurn, median, printTable } from '../measure.ts'
import { startPointsServer } from '../processes/points-server.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10)
const PROMISED_MS = 2000

/** Milliseconds since the change was sent. */
interface Shown {
  readonly responded: number
  readonly shown: number
}

const server = await startPointsServer()
let changes = 0

/** Renames an instrument through the public API and waits until a page shows the new name. */
async function shownAfter(instrumentId: string, page: Page, act?: () => Promise<unknown>): Promise<Shown> {
  changes += 1
  const name = `Renamed ${changes}`
  const startedAt = performance.now()
  const response = await fetch(`${server.app.origin}${PUBLIC_API_PREFIX}/instruments/${instrumentId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  if (!response.ok) throw new Error(await response.text())
  const responded = performance.now() - startedAt
  await act?.()
  await page.getByText(name).first().waitFor()
  return { responded, shown: performance.now() - startedAt }
}

try {
  const { instrumentId } = await server.record(1)
  const openList = async () => {
    const page = await server.open(`/w/${server.workspaceId}/instruments`)
    await page.getByText('Multimeter').first().waitFor()
    return page
  }
  const [open, anew] = [await openList(), await openList()]
  const seen = await inTurn(ROUNDS, {
    open: () => shownAfter(instrumentId, open),
    'loaded anew': () => shownAfter(instrumentId, anew, () => anew.reload()),
  })
  const slowest = Math.max(...seen.open.map(({ shown }) => shown))
  printTable(
    'From sending a change to what the list of instruments shows, milliseconds',
    ['list', 'response p50', 'shown p50', 'shown at most'],
    Object.entries(seen).map(([name, each]) => [
      name,
      median(each.map(({ responded }) => responded)).toFixed(0),
      median(each.map(({ shown }) => shown)).toFixed(0),
      Math.max(...each.map(({ shown }) => shown)).toFixed(0),
    ]),
  )
  compareFigure('an open list shows the change of another person', slowest, { below: PROMISED_MS }, ' ms')
} finally {
  await server.stop()
}
